import { navItems } from '@/components/shell/nav-items'

/** What a key asks of the dashboard. */
export type KeyCommand =
  | 'search'
  | 'new-link'
  | 'next-row'
  | 'previous-row'
  | 'copy'
  | 'show-keys'
  | `go-${(typeof navItems)[number]['id']}`

/** After `g`, the second key is waited for this long. */
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

/** A pressed key, as KeyboardEvent has it. */
export type PressedKey = {
  key: string
  code: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  repeat: boolean
}

/** Until when (milliseconds) a `g` that was pressed waits for its second key; null when none was. */
export type KeyState = number | null

export type KeyReading = { state: KeyState; command: KeyCommand | null }

/** Reads one key after what was pressed before; `now` in milliseconds. Holding a key repeats only `j` and `k`. */
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

/** Whether a key opens or closes the palette, wherever the focus is: Cmd-K on Apple's machines, Ctrl-K elsewhere. */
export function isPaletteKey({ key, code, ctrlKey, metaKey, altKey, repeat }: PressedKey): boolean {
  if (repeat || altKey || ctrlKey === metaKey) return false
  return letterOf({ key, code }) === 'k'
}

/** On keyboards that write no Latin letters the place of the key counts. */
function letterOf({ key, code }: Pick<PressedKey, 'key' | 'code'>): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  return place && !/^[a-z]$/i.test(key) ? place.toLowerCase() : key.toLowerCase()
}
