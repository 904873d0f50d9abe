import {
  type EventEnvelope,
  type EventObject,
  eventDataKeys,
  eventObjectSchemas,
  isEventKind,
} from '@/lib/contract/events'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { EventOutcome, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Queryable, Statement } from '@/lib/platform/database'
import { CLOSE_CALL_MS, FETCH_AGAIN_AFTER_MS } from './close-call'
import { type MirrorRow, mirrorNounOf, mirrorRow, mirrorTables } from './mirror-noun'
import { toStorable } from './storable-text'

export interface ReceivedDelivery {
  connectionId: string
  /** The header Service-Delivery. */
  deliveryId: string
  envelope: EventEnvelope
  /** The raw body, kept as it came. */
  body: string
  /** Signing time, by the host's clock: the latest time at which the event can have happened. */
  sentAt: Date
  now: Date
}

/** An object that an event changes without showing it is fetched shortly after, once for many events. */
const FOLLOW_DELAY_MS = 2_000

/**
 * Objects that follow from an event: a link's `paid_count` moves with its payments, and only the detail of a settlement
 * contains its payments.
 */
const follows = {
  payments: { noun: 'links', reason: 'payment_of_link' },
  settlements: { noun: 'settlements', reason: 'settlement_payments' },
} as const satisfies Partial<Record<MirrorNoun, { noun: MirrorNoun; reason: string }>>

/**
 * Records a verified event and applies it to the mirror, in one statement: unique delivery, newest-wins upsert,
 * notification (reliability: the receiving side). A test event, a kind that is not mirrored and an object that is
 * not the contract's are recorded only.
 */
export async function receiveEvent(db: Queryable, delivery: ReceivedDelivery): Promise<EventOutcome | null> {
  const mirrored = delivery.envelope.test === true ? null : mirroredObject(delivery.envelope)
  const statement = mirrored ? applying(delivery, mirrored) : recording(delivery)
  const { rows } = await db.query<{ outcome: EventOutcome }>(statement)
  return rows[0]?.outcome ?? null
}

interface Mirrored {
  noun: MirrorNoun
  row: MirrorRow
  /** Id of the object that follows (`follows`). */
  followId: string | null
}

function mirroredObject(envelope: EventEnvelope): Mirrored | null {
  if (!isEventKind(envelope.event)) return null
  const key = eventDataKeys[envelope.event]
  const noun = mirrorNounOf[key]
  const raw = Object.hasOwn(envelope.data, key) ? envelope.data[key] : undefined
  if (raw === undefined) return null
  const parsed = eventObjectSchemas[key].safeParse(raw)
  if (!parsed.success) return null
  // The schema was picked by this key, which the type checker cannot follow through the union.
  const { object } = { noun: key, object: parsed.data } as EventObject
  return { noun, row: mirrorRow(noun, object, raw), followId: followIdOf(object) }
}

function followIdOf(object: EventObject['object']): string | null {
  if (object.object === 'payment') return object.payment_link?.id ?? null
  return object.object === 'settlement' ? object.id : null
}

function applying(delivery: ReceivedDelivery, { noun, row, followId }: Mirrored): Statement {
  const { connectionId, deliveryId, envelope, body, now } = delivery
  return {
    name: `receive-${noun}`,
    text: applyTexts[noun],
    values: [
      connectionId,
      toStorable(deliveryId),
      envelope.event,
      row.id,
      eventTime(delivery),
      now,
      toStorable(body),
      row.rank,
      JSON.stringify(row.snapshot),
      changeMessage(connectionId, noun, row.id),
      followId === null ? null : toStorable(followId),
      new Date(now.getTime() + FOLLOW_DELAY_MS),
      ...Object.values(row.columns),
    ],
  }
}

function recording(delivery: ReceivedDelivery): Statement {
  const { connectionId, deliveryId, envelope, body, now } = delivery
  return {
    name: 'record-received',
    text: `INSERT INTO dashboard.received_event
        (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING outcome`,
    values: [
      connectionId,
      toStorable(deliveryId),
      toStorable(envelope.event),
      toStorable(objectIdOf(envelope)),
      eventTime(delivery),
      now,
      envelope.test === true ? 'test' : 'recorded',
      toStorable(body),
    ],
  }
}

/** Returns the time of an event, at most that of its signature: one dated in the future would outlast every later answer. */
function eventTime({ envelope, sentAt }: ReceivedDelivery): Date {
  return new Date(Math.min(Date.parse(envelope.created_at), sentAt.getTime()))
}

function objectIdOf(envelope: EventEnvelope): string {
  for (const value of Object.values(envelope.data)) {
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
      return value.id
  }
  return ''
}

const FIRST_COLUMN_PARAMETER = 13

/** The law of `decisions.md`: a final state never goes back, else the newer wins; of two finals the first stays. */
function applyText(noun: MirrorNoun): string {
  const { table, columns } = mirrorTables[noun]
  const names = Object.keys(columns)
  const values = Object.values(columns).map((type, index) => `$${FIRST_COLUMN_PARAMETER + index}::${type}`)
  const follow = noun === 'settlements' ? follows.settlements : follows.payments
  const clash = 'm.rank = 1 AND excluded.rank = 1 AND m.status <> excluded.status'
  const kept = [...names, 'rank', 'seen_at', 'snapshot'].map(
    (name) => `${name} = CASE WHEN ${clash} THEN m.${name} ELSE excluded.${name} END`,
  )
  return `WITH mirrored AS (
      INSERT INTO ${table} AS m (connection_id, id, rank, seen_at, snapshot, ${names.join(', ')})
      SELECT $1, $4, $8::smallint, $5, $9::jsonb, ${values.join(', ')}
      WHERE NOT EXISTS (SELECT FROM dashboard.received_event WHERE connection_id = $1 AND delivery_id = $2)
      ON CONFLICT (connection_id, id) DO UPDATE SET ${kept.join(', ')},
        missing_at = NULL, conflict_at = CASE WHEN ${clash} THEN $6 ELSE m.conflict_at END
      WHERE (excluded.rank, excluded.seen_at) >= (m.rank, m.seen_at) OR (${clash})
      RETURNING conflict_at IS NOT NULL AND conflict_at = $6 AS clashed,
        confirmed_at IS NOT NULL AND abs(extract(epoch FROM confirmed_at - $5)) * 1000 < ${CLOSE_CALL_MS} AS close
    ), recorded AS (
      INSERT INTO dashboard.received_event
        (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
      SELECT $1, $2, $3, $4, $5, $6,
        COALESCE((SELECT CASE WHEN clashed THEN 'conflict' ELSE 'applied' END FROM mirrored), 'stale'), $7
      ON CONFLICT DO NOTHING RETURNING outcome
    ), asked AS (
      INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, '${noun}', $4, 'conflict', $6 FROM mirrored WHERE clashed
      UNION ALL SELECT $1, '${noun}', $4, 'close_call', $6::timestamptz + ${FETCH_AGAIN_AFTER_MS} * interval '1 ms'
        FROM mirrored WHERE close AND NOT clashed
      UNION ALL SELECT $1, '${follow.noun}', $11, '${follow.reason}', $12 FROM mirrored WHERE $11::text IS NOT NULL
        AND NOT ($11 = $4 AND (clashed OR close))
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = LEAST(excluded.due_at, object_fetch.due_at)
    )
    SELECT outcome, pg_notify('${LIVE_CHANNEL}', $10) FROM recorded`
}

const applyTexts: Readonly<Record<MirrorNoun, string>> = {
  payments: applyText('payments'),
  links: applyText('links'),
  customers: applyText('customers'),
  settlements: applyText('settlements'),
}
