/**
 * Selects what stands in an input when it is focused next, so that typing replaces it. A press puts the caret after the
 * focus, so the click selects once more; typing or leaving ends it.
 */
export function selectWhenNextFocused(input: HTMLInputElement): void {
  const over = new AbortController()
  const { signal } = over
  const select = () => input.select()
  input.addEventListener('focus', select, { once: true, signal })
  input.addEventListener('click', select, { once: true, signal })
  for (const end of ['input', 'blur']) input.addEventListener(end, () => over.abort(), { signal })
}
