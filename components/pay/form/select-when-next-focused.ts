/**
 * Selects the text of an input at its next focus, so that typing replaces it. A pointer places the caret after the focus
 * event, so the click selects the text again. Typing or a blur ends this.
 */
export function selectWhenNextFocused(input: HTMLInputElement): void {
  const over = new AbortController()
  const { signal } = over
  const end = () => over.abort()
  const select = () => input.select()
  const focused = () => {
    select()
    input.addEventListener('click', select, { once: true, signal })
    // The blur listener starts now, because the input may still have had the focus when the decline was shown.
    input.addEventListener('blur', end, { signal })
  }
  input.addEventListener('focus', focused, { once: true, signal })
  input.addEventListener('input', end, { signal })
}
