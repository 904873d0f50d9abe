import * as z from 'zod'
import { added } from './added-field'
import { customerSchema } from './customer'
import { wireInstant } from './instant'
import { paymentSchema } from './payment'
import { paymentLinkSchema } from './payment-link'
import { settlementSchema } from './settlement'

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

/** Returns whether a kind is one of the seven. Receivers accept others and ignore them. */
export function isEventKind(kind: string): kind is EventKind {
  return Object.hasOwn(eventDataKeys, kind)
}

/** Resource schema of each noun. */
export const eventObjectSchemas = {
  payment: paymentSchema,
  payment_link: paymentLinkSchema,
  customer: customerSchema,
  settlement: settlementSchema,
} as const satisfies Record<EventNoun, z.ZodType>

/** Contract: delivery, body. `test` (ours) marks a test event of the panel, which receivers log and do not apply. */
export const eventEnvelopeSchema = z
  .looseObject({
    event: z.string(),
    created_at: wireInstant,
    data: z.record(z.string(), z.unknown()),
    test: added(z.boolean()),
  })
  .meta({ id: 'Event' })

export type EventEnvelope = z.infer<typeof eventEnvelopeSchema>

export type EventObject = {
  [Noun in EventNoun]: { readonly noun: Noun; readonly object: z.infer<(typeof eventObjectSchemas)[Noun]> }
}[EventNoun]

export type EventContent =
  | ({ readonly ok: true; readonly kind: EventKind } & EventObject)
  | { readonly ok: false; readonly reason: 'unknown_kind' | 'missing_object' | 'invalid_object' }

/** Returns the object of an event by its kind's key, or the reason for other kinds and invalid objects. */
export function objectOf(envelope: EventEnvelope): EventContent {
  const kind = envelope.event
  if (!isEventKind(kind)) return { ok: false, reason: 'unknown_kind' }
  const noun = eventDataKeys[kind]
  const value = Object.hasOwn(envelope.data, noun) ? envelope.data[noun] : undefined
  if (value === undefined) return { ok: false, reason: 'missing_object' }
  const parsed = parseEventObject(noun, value)
  return parsed ? { ok: true, kind, ...parsed } : { ok: false, reason: 'invalid_object' }
}

/** Parses an object of a noun; null if it does not have the contract's shape. */
export function parseEventObject(noun: EventNoun, value: unknown): EventObject | null {
  const parsed = eventObjectSchemas[noun].safeParse(value)
  // The schema was selected by this noun, which the type checker cannot follow through the union.
  return parsed.success ? ({ noun, object: parsed.data } as EventObject) : null
}
