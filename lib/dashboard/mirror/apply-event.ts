import { eventDataKeys, isEventKind } from '@/lib/contract/event-kinds'
import type { EventEnvelope } from '@/lib/contract/events'
import { nearestInstant } from '@/lib/contract/instant'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { EventOutcome, MirrorNoun } from '@/lib/dashboard/schema/mirror'
import { quotas } from '@/lib/dashboard/schema/quotas'
import { shorten } from '@/lib/domain/text'
import type { Queryable, Statement } from '@/lib/platform/database'
import { appliedValue, keepsSettlement, settledColumn } from './assign-settlement'
import { SNAPSHOT_BYTES_MAX } from './bounded-json'
import { type MirrorObjects, type MirrorRow, mirrorNounOf, mirrorRow, mirrorTables } from './mirror-noun'
import { hasRoom, ROOM } from './mirror-room'
import { FETCH_AGAIN_AFTER_MS, ORDER_UNCERTAINTY_MS } from './order-uncertainty'
import { parseObject } from './parse-object'
import {
  dataProblem,
  HASHED_ID,
  ID_TEXT_MAX,
  KEEP_NEWEST,
  QUARANTINE_CAPACITY,
  quarantineRow,
  type UnreadableObject,
} from './quarantine'
import { toStorable } from './storable-text'

export interface ReceivedDelivery {
  connectionId: string
  /** Header Service-Delivery. */
  deliveryId: string
  envelope: EventEnvelope
  /** Raw body as received. */
  body: string
  /** Signing time, by the host's clock: the latest time at which the event can have happened. */
  sentAt: Date
  now: Date
}

/** Delay before an object that an event changes but does not contain is fetched, once for many events. */
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
 * notification (reliability: the receiving side). A test event and a kind that is not mirrored are recorded only. An
 * object that cannot be read or written is recorded, quarantined and fetched.
 */
export async function applyEvent(db: Queryable, delivery: ReceivedDelivery): Promise<EventOutcome | null> {
  const found = delivery.envelope.test === true ? null : objectInEvent(delivery.envelope)
  if (!found) return outcomeOf(db, recording(delivery))
  const { noun, raw } = found
  const quarantine = (reason: string) => outcomeOf(db, quarantining(delivery, noun, { raw, reason }))
  if (found.reason !== undefined) return quarantine(found.reason)
  try {
    return await outcomeOf(db, applying(delivery, found))
  } catch (error) {
    const reason = dataProblem(error)
    if (reason === null) throw error
    return quarantine(reason)
  }
}

async function outcomeOf(db: Queryable, statement: Statement): Promise<EventOutcome | null> {
  const { rows } = await db.query<{ outcome: EventOutcome }>(statement)
  return rows[0]?.outcome ?? null
}

interface Mirrored {
  noun: MirrorNoun
  raw: unknown
  row: MirrorRow
  /** Id of the object that follows (`follows`). */
  followId: string | null
  reason?: undefined
}

interface Unreadable {
  noun: MirrorNoun
  raw: unknown
  reason: string
}

/** Returns the object of an event, with the reason if it is unreadable; null if the event contains no mirrored noun. */
function objectInEvent(envelope: EventEnvelope): Mirrored | Unreadable | null {
  if (!isEventKind(envelope.event)) return null
  const key = eventDataKeys[envelope.event]
  const noun = mirrorNounOf[key]
  const raw = Object.hasOwn(envelope.data, key) ? envelope.data[key] : undefined
  if (raw === undefined) return null
  const parsed = parseObject(noun, raw)
  if (parsed.reason !== null) return { noun, raw, reason: parsed.reason }
  const { object } = parsed
  try {
    return { noun, raw, row: mirrorRow(noun, object, parsed.snapshot), followId: followIdOf(object) }
  } catch (error) {
    const problem = dataProblem(error)
    if (problem === null) throw error
    return { noun, raw, reason: problem }
  }
}

function followIdOf(object: MirrorObjects[MirrorNoun]): string | null {
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
      storedBody(body),
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
  return {
    name: 'record-received',
    text: `${RECORDED} SELECT outcome FROM recorded`,
    values: recordedValues(delivery),
  }
}

/**
 * Returns the statement that records the event, quarantines its object and queues its fetch, unless the delivery was
 * received before.
 */
function quarantining(delivery: ReceivedDelivery, noun: MirrorNoun, unreadable: UnreadableObject): Statement {
  const { id, raw, reason } = quarantineRow(unreadable)
  return {
    name: 'quarantine-received',
    text: `${RECORDED}, quarantined AS (
        INSERT INTO dashboard.quarantined_object AS q
          (connection_id, noun, object_id, raw, reason, source, first_at, last_at)
        SELECT $1, $9, $10, $11::jsonb, $12, 'event', $5, $5 FROM recorded
        WHERE ${QUARANTINE_CAPACITY} > 0 OR EXISTS (SELECT FROM dashboard.quarantined_object
          WHERE connection_id = $1 AND noun = $9 AND object_id = $10) ${KEEP_NEWEST}
      ), asked AS (
        INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
        SELECT $1, $9, $10, 'unreadable', $13 FROM recorded WHERE NOT starts_with($10, '${HASHED_ID}') AND ${MAY_QUEUE_FETCH}
        ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = LEAST(excluded.due_at, object_fetch.due_at)
      )
      SELECT outcome FROM recorded`,
    values: [
      ...recordedValues(delivery),
      noun,
      id,
      raw === null ? null : JSON.stringify(raw),
      reason,
      new Date(delivery.now.getTime() + FETCH_AGAIN_AFTER_MS),
    ],
  }
}

/** SQL condition that few enough fetches of the connection $1 are queued. */
const MAY_QUEUE_FETCH = `NOT EXISTS (SELECT FROM dashboard.object_fetch WHERE connection_id = $1
  OFFSET ${quotas.queued_fetches.limit} LIMIT 1)`

const RECORDED = `WITH recorded AS (
    INSERT INTO dashboard.received_event
      (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING outcome
  )`

function recordedValues(delivery: ReceivedDelivery): unknown[] {
  const { connectionId, deliveryId, envelope, body, now } = delivery
  return [
    connectionId,
    toStorable(deliveryId),
    toStorable(envelope.event.slice(0, ID_TEXT_MAX)),
    toStorable(objectIdOf(envelope)).slice(0, ID_TEXT_MAX),
    eventTime(delivery),
    now,
    envelope.test === true ? 'test' : 'recorded',
    storedBody(body),
  ]
}

/** Returns the beginning of a body; a page shows the bodies of many events. */
function storedBody(body: string): string {
  return toStorable(shorten(body, SNAPSHOT_BYTES_MAX))
}

/** Returns the time of an event, at most that of its signature: one dated in the future would outlast every later answer. */
function eventTime({ envelope, sentAt }: ReceivedDelivery): Date {
  return nearestInstant(Math.min(Date.parse(envelope.created_at), sentAt.getTime()))
}

function objectIdOf(envelope: EventEnvelope): string {
  for (const value of Object.values(envelope.data)) {
    if (typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string')
      return value.id
  }
  return ''
}

const FIRST_COLUMN_PARAMETER = 13

/**
 * Returns the SQL condition under which a report applies (`decisions.md`): a final state never goes back, otherwise the
 * newer one wins; of two final states the first stays.
 */
function applyText(noun: MirrorNoun): string {
  const { table, columns } = mirrorTables[noun]
  const reported = Object.entries(columns).map(
    ([name, type], index) => [name, `$${FIRST_COLUMN_PARAMETER + index}::${type}`] as const,
  )
  const settlement = Object.fromEntries(reported).settlement_id ?? ''
  const written = [...reported, ...settledColumn(noun, { settlement, at: '$5' })]
  const names = written.map(([name]) => name)
  // One row for all settlements of a connection: the balance has no id.
  const balance =
    noun === 'settlements' ? `UNION ALL SELECT $1, 'balance', '', 'settlement_event', $12 FROM mirrored` : ''
  const follow = noun === 'settlements' ? follows.settlements : follows.payments
  const clash = 'm.rank = 1 AND excluded.rank = 1 AND m.status <> excluded.status'
  const kept = [...names, 'rank', 'seen_at', 'snapshot'].map(
    (name) =>
      `${name} = CASE WHEN ${clash} THEN m.${name} ELSE ${appliedValue(noun, name, keepsSettlement.event)} END`,
  )
  return `WITH ${ROOM}, mirrored AS (
      INSERT INTO ${table} AS m (connection_id, id, rank, seen_at, snapshot, ${names.join(', ')})
      SELECT $1, $4, $8::smallint, $5, $9::jsonb, ${written.map(([, value]) => value).join(', ')}
      WHERE NOT EXISTS (SELECT FROM dashboard.received_event WHERE connection_id = $1 AND delivery_id = $2)
        AND ${hasRoom(table, { id: '$4', snapshot: '$9::jsonb' })}
      ON CONFLICT (connection_id, id) DO UPDATE SET ${kept.join(', ')},
        missing_at = NULL, conflict_at = CASE WHEN ${clash} THEN $6 ELSE m.conflict_at END
      WHERE (excluded.rank, excluded.seen_at) >= (m.rank, m.seen_at) OR (${clash})
      RETURNING conflict_at IS NOT NULL AND conflict_at = $6 AS clashed,
        confirmed_at IS NOT NULL AND abs(extract(epoch FROM confirmed_at - $5)) * 1000 < ${ORDER_UNCERTAINTY_MS} AS close
    ), recorded AS (
      INSERT INTO dashboard.received_event
        (connection_id, delivery_id, kind, object_id, event_at, received_at, outcome, body)
      SELECT $1, $2, $3, $4, $5, $6,
        COALESCE((SELECT CASE WHEN clashed THEN 'conflict' ELSE 'applied' END FROM mirrored),
          CASE WHEN ${hasRoom(table, { id: '$4', snapshot: '$9::jsonb' })} THEN 'stale' ELSE 'recorded' END), $7
      ON CONFLICT DO NOTHING RETURNING outcome
    ), released AS (
      DELETE FROM dashboard.quarantined_object
      WHERE connection_id = $1 AND noun = '${noun}' AND object_id = $4 AND EXISTS (SELECT FROM mirrored)
    ), asked AS (
      INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT connection_id, noun, object_id, reason, due_at FROM (
      SELECT $1 AS connection_id, '${noun}' AS noun, $4 AS object_id, 'conflict' AS reason, $6::timestamptz AS due_at
        FROM mirrored WHERE clashed
      UNION ALL SELECT $1, '${noun}', $4, 'close_call', $6::timestamptz + ${FETCH_AGAIN_AFTER_MS} * interval '1 ms'
        FROM mirrored WHERE close AND NOT clashed
      UNION ALL SELECT $1, '${follow.noun}', $11, '${follow.reason}', $12 FROM mirrored WHERE $11::text IS NOT NULL
        AND NOT ($11 = $4 AND (clashed OR close))
      ${balance}
      ) AS follow WHERE ${MAY_QUEUE_FETCH}
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
