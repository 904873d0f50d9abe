/**
 * Selects what stands in an input when it is focused next, so that typing replaces it. A press puts the caret after the
 * focus, so the click selects once more; typing, or leaving it again, ends it.
 */
export function selectWhenNextFocused(input: HTMLInputElement): void {
  const over = new AbortController()
  const { signal } = over
  const end = () => over.abort()
  const select = () => input.select()
  const focused = () => {
    select()
    input.addEventListener('click', select, { once: true, signal })
    // Only now: it may have had the focus until the decline was told.
    input.addEventListener('blur', end, { signal })
  }
  input.addEventListener('focus', focused, { once: true, signal })
  input.addEventListener('input', end, { signal })
}
