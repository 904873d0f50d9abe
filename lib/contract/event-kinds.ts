/** Contract: event kinds. Maps each kind to the key of `data` that contains its full resource. */
export const eventDataKeys = {
  'payment.succeeded': 'payment',
  'payment.failed': 'payment',
  'payment_link.completed': 'payment_link',
  'customer.created': 'customer',
  'customer.card_saved': 'customer',
  'settlement.created': 'settlement',
  'settlement.paid': 'settlement',
} as const

export type EventKind = keyof typeof eventDataKeys
export type EventNoun = (typeof eventDataKeys)[EventKind]

export const eventKinds = Object.keys(eventDataKeys) as readonly EventKind[] // Object.keys forgets the key type.

/** Kinds of our extension, for endpoints that name them. The refund or dispute is beside the payment. */
export const extensionEventKinds = [
  'payment.refunded',
  'payment.refund_failed',
  'payment.disputed',
  'payment.dispute_closed',
] as const
export type ExtensionEventKind = (typeof extensionEventKinds)[number]

export type ChosenEventKind = EventKind | ExtensionEventKind
export const chosenEventKinds: readonly ChosenEventKind[] = [...eventKinds, ...extensionEventKinds]

/** Returns whether a kind is one of the seven. Receivers accept others and ignore them. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventDataKeys, kind)
}
