import { eventEnvelopeSchema } from '@/lib/contract/events'
import { BODY_BYTES_MAX } from '@/lib/contract/limits'
import { verifySignature } from '@/lib/contract/signature'
import type { SigningSecrets } from '@/lib/dashboard/connections/signing-secrets'
import { applyEvent } from '@/lib/dashboard/mirror/apply-event'
import type { EventOutcome } from '@/lib/dashboard/mirror/shape'
import { parsedJson } from '@/lib/domain/parsed-json'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import type { DeliveryLimits, LimitReason } from './delivery-limits'

/** Headers of a delivery (contract: Delivery) and its raw body. */
export interface IncomingDelivery {
  connectionId: string
  deliveryId: string | null
  signature: string | null
  body: Buffer
}

export type Receipt =
  | { readonly ok: true /** Null: received before. */; readonly outcome: EventOutcome | null }
  | {
      readonly ok: false
      readonly reason: 'unknown_connection' | 'bad_signature' | 'bad_event'
    }
  | { readonly ok: false; readonly reason: LimitReason; readonly retryAfterS: number }

/** Longest body; a full object with all its metadata is shorter. */
export const DELIVERY_BYTES_MAX = BODY_BYTES_MAX
const DELIVERY_ID_TEXT_MAX = 255

/**
 * Receives one webhook delivery: verifies the signature of the raw bytes with every live secret, records the event and
 * applies it to the mirror (contract: Signature check; reliability: the receiving side). A sender beyond the connection's
 * limits, which its own team may be, gets the time after which to try again.
 */
export async function receiveDelivery(
  { secretsOf, limits }: { secretsOf: SigningSecrets; limits: DeliveryLimits },
  { connectionId, deliveryId, signature, body }: IncomingDelivery,
): Promise<Receipt> {
  // Postgres refuses NUL in a text: no connection has such an id.
  const secrets = isStorable(connectionId) ? await secretsOf.of(connectionId) : []
  if (secrets.length === 0) return { ok: false, reason: 'unknown_connection' }
  const now = secretsOf.dashboard.now()
  const check = verifySignature({
    header: signature,
    rawBody: body,
    secrets,
    nowSeconds: now.getTime() / 1000,
  })
  const db = secretsOf.dashboard.database.as('checkout_dashboard', connectionId)
  const refuse = async (reason: 'bad_signature' | 'bad_event'): Promise<Receipt> => {
    await recordRefused(db, { connectionId, reason, now })
    return { ok: false, reason }
  }
  if (!check.ok) return refuse('bad_signature')
  const limited = await limits.take(connectionId, body.length)
  if (limited) return { ok: false, ...limited }
  const text = body.toString('utf8')
  const envelope = eventEnvelopeSchema.safeParse(parsedJson(text))
  if (!envelope.success || !deliveryId || deliveryId.length > DELIVERY_ID_TEXT_MAX) return refuse('bad_event')
  const outcome = await applyEvent(db, {
    connectionId,
    deliveryId,
    envelope: envelope.data,
    body: text,
    // The signature contains whole seconds: any instant of its second may be meant.
    sentAt: new Date((Math.floor(now.getTime() / 1000) - check.ageSeconds) * 1000 + 999),
    now,
  })
  return { ok: true, outcome }
}

/** Interval of recorded refusals, because strangers may send any number of them. */
const REFUSED_EVERY_MS = 10_000

async function recordRefused(
  db: Queryable,
  { connectionId, reason, now }: { connectionId: string; reason: string; now: Date },
): Promise<void> {
  const before = new Date(now.getTime() - REFUSED_EVERY_MS)
  await db.query(sql`
    UPDATE dashboard.connection SET refused_at = ${now}, refused_reason = ${reason}
    WHERE id = ${connectionId} AND (refused_at IS NULL OR refused_at <= ${before})`)
}
