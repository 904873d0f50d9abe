import type { EventEnvelope } from '@/lib/contract/events'
import { nearestInstant } from '@/lib/contract/instant'
import { ID_TEXT_MAX } from '@/lib/contract/limits'
import { SNAPSHOT_BYTES_MAX, toStorable } from '@/lib/dashboard/client/bounded-json'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { shorten } from '@/lib/domain/text'
import type { Handle, Queryable, Statement } from '@/lib/platform/database'
import {
  appliedValue,
  FETCH_AGAIN_AFTER_MS,
  hasRoom,
  keepsSettlement,
  MAY_QUEUE_FETCH,
  ORDER_UNCERTAINTY_MS,
  queueFetch,
  ROOM,
  settledColumn,
} from './apply-rules'
import { type MirrorRow, mirroredKey, mirrorNounOf, mirrorTables } from './mirror-noun'
import { dataProblem, parseObject, quarantineObjects, usableId } from './parse-object'
import type { EventOutcome, MirrorNoun } from './shape'

export interface ReceivedDelivery {
  connectionId: string
  /** Header Service-Delivery. */
  deliveryId: string
  envelope: EventEnvelope
  body: string
  /** Signing time, by the host's clock: the latest time at which the event can have happened. */
  sentAt: Date
  now: Date
}

/**
 * Delay before an object that follows from an event is fetched, once for many events: a link's `paid_count` moves with its
 * payments, and only the detail of a settlement contains its payments.
 */
const FOLLOW_DELAY_MS = 2_000

/**
 * Records a verified event and applies it to the mirror, in one statement: unique delivery, newest-wins upsert,
 * notification (reliability: the receiving side). A test event and a kind that is not mirrored are recorded only. An
 * object that cannot be read or written is recorded, quarantined and fetched.
 * @returns null for a delivery that was received before
 */
export async function applyEvent(db: Handle, delivery: ReceivedDelivery): Promise<EventOutcome | null> {
  const { event, data, test } = delivery.envelope
  const key = test === true ? null : mirroredKey(event)
  const raw = key !== null && Object.hasOwn(data, key) ? data[key] : undefined
  if (key === null || raw === undefined) return outcomeOf(db, recording(delivery))
  const noun = mirrorNounOf[key]
  const parsed = parseObject(noun, raw)
  if (parsed.reason !== null) return quarantine(db, delivery, { noun, raw, reason: parsed.reason })
  try {
    return await outcomeOf(db, applying(delivery, noun, parsed.row))
  } catch (error) {
    const reason = dataProblem(error)
    if (reason === null) throw error
    return quarantine(db, delivery, { noun, raw, reason })
  }
}

async function outcomeOf(db: Queryable, statement: Statement): Promise<EventOutcome | null> {
  const { rows } = await db.query<{ outcome: EventOutcome }>(statement)
  return rows[0]?.outcome ?? null
}

/** Records the event, quarantines its object and queues its fetch, unless the delivery was received before. */
async function quarantine(
  db: Handle,
  delivery: ReceivedDelivery,
  { noun, raw, reason }: { noun: MirrorNoun; raw: unknown; reason: string },
): Promise<EventOutcome | null> {
  const { connectionId, now } = delivery
  return db.transaction(async (tx) => {
    const outcome = await outcomeOf(tx, recording(delivery))
    if (outcome === null) return null
    const unreadable = [{ raw, reason }]
    const answeredAt = eventTime(delivery)
    await quarantineObjects(tx, { connectionId, noun, source: 'event', answeredAt, unreadable })
    const id = usableId(raw)
    const dueAt = new Date(now.getTime() + FETCH_AGAIN_AFTER_MS)
    if (id !== null) await queueFetch(tx, { connectionId, noun, id }, { reason: 'unreadable', dueAt })
    return outcome
  })
}

function applying(delivery: ReceivedDelivery, noun: MirrorNoun, row: MirrorRow): Statement {
  const { connectionId, deliveryId, envelope, body, now } = delivery
  return {
    name: `receive-${noun}`,
    text: applyText(noun),
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
      toStorable(envelope.event.slice(0, ID_TEXT_MAX)),
      toStorable(objectIdOf(envelope)).slice(0, ID_TEXT_MAX),
      eventTime(delivery),
      now,
      envelope.test === true ? 'test' : 'recorded',
      storedBody(body),
    ],
  }
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

/** Returns the SQL of the fetches that follow from an event, with their due time. */
function followsText(noun: MirrorNoun): string {
  const due = `$6::timestamptz + ${FOLLOW_DELAY_MS} * interval '1 ms'`
  const link = `$${FIRST_COLUMN_PARAMETER + Object.keys(mirrorTables.payments.columns).indexOf('link_id')}`
  if (noun === 'payments')
    return `UNION ALL SELECT $1, 'links', ${link}, 'payment_of_link', ${due} FROM mirrored WHERE ${link} IS NOT NULL`
  // One row of the balance for all settlements of a connection: the balance has no id.
  return noun === 'settlements'
    ? `UNION ALL SELECT $1, 'settlements', $4, 'settlement_payments', ${due} FROM mirrored WHERE NOT (clashed OR close)
      UNION ALL SELECT $1, 'balance', '', 'settlement_event', ${due} FROM mirrored`
    : ''
}

const FIRST_COLUMN_PARAMETER = 11

/**
 * Returns the SQL condition under which a report applies (`decisions.md`): a final state never goes back, otherwise the
 * newer one wins; of two final states the first stays.
 */
function applyText(noun: MirrorNoun): string {
  const { table, columns } = mirrorTables[noun]
  const reported = Object.entries(columns).map(
    ([name, [type]], index) => [name, `$${FIRST_COLUMN_PARAMETER + index}::${type}`] as const,
  )
  const settlement = Object.fromEntries(reported).settlement_id ?? ''
  const written = [...reported, ...settledColumn(noun, { settlement, at: '$5' })]
  const names = written.map(([name]) => name)
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
      ${followsText(noun)}
      ) AS follow WHERE ${MAY_QUEUE_FETCH}
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = LEAST(excluded.due_at, object_fetch.due_at)
    )
    SELECT outcome, pg_notify('${LIVE_CHANNEL}', $10) FROM recorded`
}
