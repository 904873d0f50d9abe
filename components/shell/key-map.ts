import { navItems } from '@/components/navigation/nav-items'

/** A command that a key gives. */
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

/** A pressed key, as in KeyboardEvent. */
export type PressedKey = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
}

/** Time (milliseconds) until which a pressed `g` waits for its second key; null without one. */
export type KeyState = number | null

export type KeyReading = { state: KeyState; command: KeyCommand | null }

/** Returns the command of a key and the next state; `now` in milliseconds. A held key repeats only `j` and `k`. */
export function readKey(state: KeyState, pressed: PressedKey, now: number): KeyReading {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return { state: null, command: null }
  if (/^(Shift|CapsLock|AltGraph)$/.test(pressed.key)) return { state, command: null }
  const key = letterOf(pressed)
  const command = state !== null && now <= state ? afterG[key] : undefined
  if (command) return { state: null, command }
  if (key === 'g') return { state: pressed.repeat ? state : now + SEQUENCE_MS, command: null }
  const asked = single[key] ?? null
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
