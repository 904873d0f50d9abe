import { navItems } from '@/components/navigation/nav-items'

export type KeyCommand =
  | 'search'
  | 'new-link'
  | 'next-row'
  | 'previous-row'
  | 'copy'
  | 'show-keys'
  | `go-${(typeof navItems)[number]['id']}`

/** Time within which the second key must follow `g`. */
export const SEQUENCE_MS = 1_500
/** Time after a key of a text within which the next one belongs to the text, too. */
export const TEXT_MS = 500

const single: Readonly<Record<string, KeyCommand>> = {
  '/': 'search',
  c: 'new-link',
  j: 'next-row',
  k: 'previous-row',
  y: 'copy',
  '?': 'show-keys',
}

const afterG: Readonly<Record<string, KeyCommand>> = Object.fromEntries(
  navItems.map(({ id, letter }) => [letter, `go-${id}` as const]),
)

export type PressedKey = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
}

/** The last key, if it was `g` or a part of a text, and the time (milliseconds) until which it matters. */
export type KeyState = { last: 'g' | 'text'; until: number } | null

export type KeyReading = { state: KeyState; command: KeyCommand | null }

/**
 * Returns the command of a key and the next state; `now` in milliseconds. A held key repeats only `j` and `k`. `isText`: the
 * key belongs to a field or a dialog. A key without a command belongs to a text, too, until Enter, Escape or a pause.
 */
export function readKey(state: KeyState, pressed: PressedKey, now: number, isText = false): KeyReading {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return { state: null, command: null }
  if (/^(Shift|CapsLock|AltGraph)$/.test(pressed.key)) return { state, command: null }
  const key = letterOf(pressed)
  const last = state !== null && now <= state.until ? state.last : null
  const command = last === 'g' && !isText ? afterG[key] : undefined
  if (command) return { state: null, command }
  const asked = single[key] ?? null
  if (isText || last === 'text' || (asked === null && key !== 'g'))
    return { state: key.length === 1 ? { last: 'text', until: now + TEXT_MS } : null, command: null }
  if (key === 'g')
    return { state: pressed.repeat ? state : { last: 'g', until: now + SEQUENCE_MS }, command: null }
  const mayRepeat = asked === 'next-row' || asked === 'previous-row'
  return { state: null, command: pressed.repeat && !mayRepeat ? null : asked }
}

/** Returns whether a key opens or closes the palette, wherever the focus is: Cmd-K or Ctrl-K. */
export function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, repeat }: PressedKey): boolean {
  if (repeat || altKey || ctrlKey === metaKey) return false
  return letterOf({ key, code }) === 'k'
}

/** Returns the letter of a key; on a keyboard without Latin letters by its position. */
function letterOf({ key, code }: Pick<PressedKey, 'key' | 'code'>): string {
  const position = /^Key([A-Z])$/.exec(code)?.[1]
  return position && !/^[a-z]$/i.test(key) ? position.toLowerCase() : key.toLowerCase()
}
