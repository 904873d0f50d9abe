import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Handle } from '@/lib/platform/database'
import {
  appliedValue,
  FETCH_AGAIN_AFTER_MS,
  hasRoom,
  keepsSettlement,
  ORDER_UNCERTAINTY_MS,
  ROOM,
  serializeWrites,
  settledColumn,
} from './apply-rules'
import { type MirrorObjects, type MirrorRow, mirrorRow, mirrorTables } from './mirror-noun'

/**
 * Result of applying an API response to a row: the row was missing; it differed; it agreed; it is newer than the response.
 */
export type SnapshotOutcome = 'missing' | 'wrong' | 'same' | 'stale'

/** Outcome of one object, and the status that the mirror showed before; null for a new object. */
export interface SnapshotVerdict {
  outcome: SnapshotOutcome
  statusBefore: string | null
}

export interface Snapshot<Noun extends MirrorNoun> {
  object: MirrorObjects[Noun]
  /** Object to store (`parseObject`). */
  raw: unknown
}

export interface AnsweredSnapshots<Noun extends MirrorNoun> {
  connectionId: string
  noun: Noun
  snapshots: readonly Snapshot<Noun>[]
  /** `HostResponse.at`: time of the request, by the host's clock. */
  answeredAt: Date
  now: Date
}

/**
 * Writes the objects of an API response into the mirror, in one statement (decisions: event order on the receiving side):
 * the newer response wins, even over a final state. A final state also wins over a stored state that is not final.
 * Objects for which the mirror has no room have no verdict.
 */
export async function applySnapshots<Noun extends MirrorNoun>(
  db: Handle,
  { connectionId, noun, snapshots, answeredAt, now }: AnsweredSnapshots<Noun>,
): Promise<ReadonlyMap<string, SnapshotVerdict>> {
  // A list that shifted while it was read may contain one object twice; one statement may touch a row only once.
  const rows = new Map<string, MirrorRow>()
  for (const { object, raw } of snapshots) {
    const row = mirrorRow(noun, object, raw)
    rows.set(row.id, row)
  }
  if (rows.size === 0) return new Map()
  const [only] = rows.size === 1 ? [...rows.keys()] : []
  const statement = {
    name: `apply-${noun}`,
    text: applyText(noun),
    values: [
      connectionId,
      JSON.stringify(
        [...rows.values()].map(({ id, rank, snapshot, columns }) => ({ id, rank, snapshot, ...columns })),
      ),
      answeredAt,
      [...mirrorTables[noun].silentFields],
      changeMessage(connectionId, noun, only ?? null),
      new Date(now.getTime() + FETCH_AGAIN_AFTER_MS),
      ORDER_UNCERTAINTY_MS,
    ],
  }
  const { rows: verdicts } = await serializeWrites(db, { connectionId, noun, objects: rows.size }, (tx) =>
    tx.query<{ id: string; outcome: SnapshotOutcome; status_before: string | null }>(statement),
  )
  return new Map(
    verdicts.map(({ id, outcome, status_before }) => [id, { outcome, statusBefore: status_before }]),
  )
}

/**
 * Fetches the links of approvals that no event reported: their `paid_count` has changed, and they may be beyond the
 * listed window. The link of a new payment is correct if it was confirmed an hour after the payment's creation: a payer
 * may take half of that at the bank.
 */
const followLinks = `UNION SELECT $1, 'links', i.link_id, 'payment_of_link', $6 FROM verdict JOIN incoming i USING (id)
  WHERE i.status = 'APPROVED' AND (outcome = 'wrong' AND status_before <> i.status OR outcome = 'missing')
    AND EXISTS (SELECT FROM dashboard.mirror_link l WHERE l.connection_id = $1 AND l.id = i.link_id
      AND (outcome = 'wrong' OR l.confirmed_at < i.created_at + interval '1 hour'))`

function applyText(noun: MirrorNoun): string {
  const { table, columns } = mirrorTables[noun]
  const names = Object.keys(columns)
  const applies = 'excluded.seen_at >= m.seen_at OR excluded.rank > m.rank'
  const settled = settledColumn(noun, { settlement: 'i.settlement_id', at: '$3' })
  const written = [...names.map((name) => [name, `i.${name}`] as const), ...settled]
  const set = [...written.map(([name]) => name), 'rank', 'snapshot'].map(
    (name) =>
      `${name} = CASE WHEN ${applies} THEN ${appliedValue(noun, name, keepsSettlement.answer)} ELSE m.${name} END`,
  )
  return `WITH ${ROOM}, incoming AS (
      SELECT * FROM jsonb_to_recordset($2::jsonb) AS r(id text, rank smallint, snapshot jsonb,
        ${Object.entries(columns)
          .map(([name, [type]]) => `${name} ${type}`)
          .join(', ')})
      WHERE ${hasRoom(table, { id: 'r.id', snapshot: 'r.snapshot' })}
    ), before AS (
      SELECT id, rank, seen_at, status, snapshot FROM ${table}
      WHERE connection_id = $1 AND id IN (SELECT id FROM incoming) ORDER BY id FOR UPDATE
    ), written AS (
      INSERT INTO ${table} AS m (connection_id, id, rank, seen_at, confirmed_at, snapshot, ${written.map(([name]) => name).join(', ')})
      SELECT $1, i.id, i.rank, $3, $3, i.snapshot, ${written.map(([, value]) => value).join(', ')}
      FROM incoming i LEFT JOIN before b ON b.id = i.id ORDER BY i.id
      ON CONFLICT (connection_id, id) DO UPDATE SET ${set.join(', ')},
        seen_at = CASE WHEN ${applies} THEN GREATEST(excluded.seen_at, m.seen_at) ELSE m.seen_at END,
        confirmed_at = GREATEST(m.confirmed_at, excluded.confirmed_at),
        conflict_at = CASE WHEN ${applies} THEN NULL ELSE m.conflict_at END,
        missing_at = CASE WHEN ${applies} THEN NULL ELSE m.missing_at END
    ), verdict AS (
      SELECT i.id, CASE WHEN b.id IS NULL THEN 'missing'
          WHEN NOT ($3::timestamptz >= b.seen_at OR i.rank > b.rank) THEN 'stale'
          WHEN (b.snapshot - $4::text[]) IS DISTINCT FROM (i.snapshot - $4::text[]) THEN 'wrong'
          ELSE 'same' END AS outcome,
        b.status AS status_before,
        b.snapshot IS DISTINCT FROM i.snapshot AS changed,
        b.id IS NOT NULL AND b.snapshot IS DISTINCT FROM i.snapshot
          AND abs(extract(epoch FROM b.seen_at - $3::timestamptz)) * 1000 < $7 AS close
      FROM incoming i LEFT JOIN before b ON b.id = i.id
    ), again AS (
      INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, '${noun}', id, 'close_call', $6::timestamptz FROM verdict WHERE close
      ${noun === 'payments' ? followLinks : ''} ORDER BY 2, 3
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = excluded.due_at
    ), released AS (
      DELETE FROM dashboard.quarantined_object
      WHERE connection_id = $1 AND noun = '${noun}' AND object_id IN (SELECT id FROM incoming)
    ), notified AS MATERIALIZED (
      SELECT pg_notify('${LIVE_CHANNEL}', $5) WHERE EXISTS (SELECT FROM verdict WHERE changed)
    )
    SELECT id, outcome, status_before, (SELECT count(*) FROM notified) AS notified FROM verdict`
}
