/** Names of the events through which the page and the script of `HeldKeys` talk. */
export const heldKeysEvents = {
  hold: 'checkout:hold-keys',
  drop: 'checkout:drop-keys',
  listening: 'checkout:listening',
}

/** Addresses of screens that begin in a field. */
const LEADS_TO_FIELD =
  /\/(new|edit|import|connect)(\?|$)|[?&](focus=search|(charge|refund)=(new|link|card)\b)/

/** Holds the keys from now on until a text field takes the focus, which receives them. Browser only. */
export function holdKeys(): void {
  window.dispatchEvent(new Event(heldKeysEvents.hold))
}

/** Drops the held keys, because no field comes. Browser only. */
export function dropKeys(): void {
  window.dispatchEvent(new Event(heldKeysEvents.drop))
}

/** Holds the keys while the screen of an address is loading, if it begins in a field. Browser only. */
export function holdKeysFor(href: string): void {
  if (LEADS_TO_FIELD.test(href)) holdKeys()
}

/** Reports that the page handles the palette's key, which the script has kept until then. Browser only. */
export function reportListening(): void {
  window.dispatchEvent(new Event(heldKeysEvents.listening))
}
