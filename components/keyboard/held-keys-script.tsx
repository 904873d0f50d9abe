import { heldKeysEvents } from './held-keys'

/** Longest time for which keys wait for a field, in case that none comes. */
const PATIENCE_MS = 30_000

/** Fields that receive held keys. A password is typed by nobody else. */
const field = 'input:not([type=password],[type=hidden],[type=checkbox],[type=radio],[type=file]), textarea'

const settings = { ...heldKeysEvents, field, patienceMs: PATIENCE_MS }

/** Renders the script that holds keys until a field takes them. Inline: the palette's key may precede the page's scripts. */
export function HeldKeys({ nonce }: { nonce: string | undefined }) {
  const text = `(${watchKeys})(${JSON.stringify(settings)},${handOver})`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text consists of functions of this file
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: text }} />
}

type Held = (KeyboardEvent | string)[]

/**
 * Holds printable keys, Backspace, Enter, Tab and pasted text after a press on `[data-opens-form]`, the event `hold` or the
 * palette's key, and hands them to the next text field that takes the focus. Escape, a pointer press and a password field
 * drop them. It runs in the browser as text, so it uses nothing outside of itself; `give` is `handOver`.
 */
function watchKeys({ field, hold, drop, listening, patienceMs }: typeof settings, give: typeof handOver) {
  /** Null while no press is waiting for a field. */
  let held: Held | null = null
  let until = 0
  let from = ''
  let isListening = false
  let asksPalette = false

  function start() {
    held = []
    until = Date.now() + patienceMs
    from = location.href
  }
  function stop() {
    held = null
    asksPalette = false
  }
  /** Returns whether keys are held. The wait ends on another page without a field, such as one that the role may not open. */
  function isHolding() {
    if (held && (Date.now() > until || (location.href !== from && !document.querySelector(field)))) stop()
    return held !== null
  }
  function keep(event: Event, item: KeyboardEvent | string) {
    event.preventDefault()
    event.stopImmediatePropagation()
    held?.push(item)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key, code, ctrlKey, metaKey, altKey, repeat } = event
    const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && !/^[a-z]$/i.test(key))
    if (isK && ctrlKey !== metaKey && !altKey && !repeat) {
      stop()
      if (isListening) return
      event.preventDefault()
      start()
      asksPalette = true
      return
    }
    if (!isHolding() || event.isComposing) return
    if (key === 'Escape') return stop()
    if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return
    if (key.length > 1 && !/^(Backspace|Enter|Tab)$/.test(key)) return
    // The key of the press itself repeats while it is down.
    keep(event, repeat && held?.length === 0 ? '' : event)
  }
  function onPaste(event: ClipboardEvent) {
    const text = isHolding() && event.clipboardData?.getData('text/plain')
    if (text) keep(event, text)
  }
  function onFocus({ target }: FocusEvent) {
    if (!held || !(target instanceof Element)) return
    if (target.matches('[type=password]')) return stop()
    // A frame later the form has rendered a restored draft.
    requestAnimationFrame(() => {
      if (!held || !document.activeElement?.matches(field)) return
      const items = held
      stop()
      give(items, field)
    })
  }

  window.addEventListener(hold, start)
  window.addEventListener(drop, stop)
  window.addEventListener(listening, () => {
    isListening = true
    if (!asksPalette) return
    const waiting = held
    const key = { key: 'k', code: 'KeyK', ctrlKey: true, bubbles: true, cancelable: true }
    document.dispatchEvent(new KeyboardEvent('keydown', key))
    // The palette's own hold began empty.
    held = waiting
  })
  window.addEventListener('keydown', onKeyDown, true)
  window.addEventListener('paste', onPaste, true)
  window.addEventListener('pointerdown', stop, true)
  window.addEventListener('focusin', onFocus, true)
  const opens = '[data-opens-form]'
  const onClick = ({ target }: Event) =>
    isListening && target instanceof Element && target.closest(opens) && start()
  window.addEventListener('click', onClick, true)
}

/** Types held keys into the focused field, as the browser does it for the user's own. It uses nothing outside of itself. */
function handOver(items: Held, field: string): void {
  let text = ''
  // The browser's own command keeps the caret, the undo history and the field's limits.
  const write = () => {
    if (text && document.activeElement?.matches(field)) document.execCommand('insertText', false, text)
    text = ''
  }
  function press({ key, shiftKey }: KeyboardEvent, focused: HTMLElement) {
    const event = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true })
    if (!focused.dispatchEvent(event)) return
    if (key === 'Backspace') document.execCommand('delete')
    else if (key === 'Tab') {
      const all = (focused.closest('[role=dialog]') ?? document).querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      )
      const stops = [...all].filter(
        (it) => it.tabIndex >= 0 && !it.matches(':disabled') && it.getClientRects().length > 0,
      )
      stops[stops.indexOf(focused) + (shiftKey ? -1 : 1)]?.focus()
    } else if (focused instanceof HTMLInputElement) focused.form?.requestSubmit()
    else document.execCommand('insertLineBreak')
  }
  for (const item of items) {
    const key = typeof item === 'string' ? item : item.key
    if (typeof item === 'string' || key.length === 1) text += key
    else if (key === 'Backspace' && text) text = [...text].slice(0, -1).join('')
    else {
      write()
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.matches(field)) press(item, focused)
    }
  }
  write()
}
