import * as z from 'zod'
import { added } from './added-field'
import { customerSchema } from './customer'
import { type EventKind, type EventNoun, eventDataKeys, isEventKind } from './event-kinds'
import { wireInstant } from './instant'
import { paymentSchema } from './payment'
import { paymentLinkSchema } from './payment-link'
import { settlementSchema } from './settlement'

export const eventObjectSchemas = {
  payment: paymentSchema,
  payment_link: paymentLinkSchema,
  customer: customerSchema,
  settlement: settlementSchema,
} as const satisfies Record<EventNoun, z.ZodType>

/** Contract: delivery, body. `test` (ours) marks a test event of the panel, which receivers log and do not apply. */
export const eventEnvelopeSchema = z
  .looseObject({
    event: z.string().describe('Kind of the event. Ignore kinds that you do not know.'),
    created_at: wireInstant.describe('When it happened.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('One key, named after the noun, with the full object as the API answers it.'),
    test: added(z.boolean()).describe(
      'True for an event that somebody sent to try an endpoint out: log it, apply nothing.',
    ),
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
