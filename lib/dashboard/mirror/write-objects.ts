import type { ConnectionContext } from '@/lib/dashboard/context'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
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
import { type MirrorObjects, type MirrorRow, mirrorTables } from './mirror-noun'
import {
  dataProblem,
  parseObject,
  type QuarantineSource,
  quarantineObjects,
  type UnreadableObject,
} from './parse-object'
import type { MirrorNoun } from './shape'

/** Age of a settlement up to which its payments may have been read without it, as in an import. */
const SETTLED_DAYS = 9

/**
 * Result of applying an API response to a row: the row was missing; it differed; it agreed; it is newer than the response.
 */
export type WriteOutcome = 'missing' | 'wrong' | 'same' | 'stale'

interface WriteVerdict {
  outcome: WriteOutcome
  /** Status that the mirror showed before; null for a new object. */
  statusBefore: string | null
}

export interface WrittenObject<Noun extends MirrorNoun = MirrorNoun> extends WriteVerdict {
  object: MirrorObjects[Noun]
}

/** Objects as received, and the time of the request by the host's clock. */
type Answered = { raws: readonly unknown[]; at: Date; source: QuarantineSource }

interface WrittenObjects<Noun extends MirrorNoun> {
  written: WrittenObject<Noun>[]
  quarantined: number
  /** Number of objects for which the mirror has no room. */
  refused: number
}

type Readable<Noun extends MirrorNoun> = { raw: unknown; object: MirrorObjects[Noun]; row: MirrorRow }

type Scope = Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>

/**
 * Parses the objects of a response one by one, writes the readable ones into the mirror, in one statement if all are
 * readable, and quarantines the others with their reasons.
 */
export async function writeObjects<Noun extends MirrorNoun>(
  scope: Scope,
  noun: Noun,
  { raws, at, source }: Answered,
): Promise<WrittenObjects<Noun>> {
  const { connectionId, db } = scope
  const unreadable: UnreadableObject[] = []
  // A list that shifted while it was read may contain one object twice; one statement may touch a row only once.
  const readable = new Map<string, Readable<Noun>>()
  for (const raw of raws) {
    const parsed = parseObject(noun, raw)
    if (parsed.reason === null) readable.set(parsed.row.id, { raw, object: parsed.object, row: parsed.row })
    else unreadable.push({ raw, reason: parsed.reason })
  }
  const written: WrittenObject<Noun>[] = []
  let refused = 0
  const apply = async (some: readonly Readable<Noun>[]): Promise<void> => {
    try {
      const applied = await applyRows(
        scope,
        noun,
        some.map(({ row }) => row),
        at,
      )
      for (const { object, row } of some) {
        const verdict = applied.get(row.id)
        if (verdict) written.push({ object, ...verdict })
        else refused += 1
      }
    } catch (error) {
      const reason = dataProblem(error)
      const [first] = some
      if (reason === null || !first) throw error
      if (some.length === 1) unreadable.push({ raw: first.raw, reason })
      else for (const one of some) await apply([one])
    }
  }
  await apply([...readable.values()])
  await quarantineObjects(db, { connectionId, noun, source, answeredAt: at, unreadable })
  return { written, quarantined: unreadable.length, refused }
}

/**
 * Writes the rows of an API response into the mirror, in one statement (decisions: event order on the receiving side):
 * the newer response wins, even over a final state. A final state also wins over a stored state that is not final.
 * Objects for which the mirror has no room have no verdict.
 */
async function applyRows(
  { connectionId, db, now }: Scope,
  noun: MirrorNoun,
  rows: readonly MirrorRow[],
  answeredAt: Date,
): Promise<ReadonlyMap<string, WriteVerdict>> {
  if (rows.length === 0) return new Map()
  const [only] = rows.length === 1 ? rows : []
  const statement = {
    name: `apply-${noun}`,
    text: applyText(noun),
    values: [
      connectionId,
      JSON.stringify(rows.map(({ id, rank, snapshot, columns }) => ({ id, rank, snapshot, ...columns }))),
      answeredAt,
      [...mirrorTables[noun].silentFields],
      changeMessage(connectionId, noun, only?.id ?? null),
      new Date(now().getTime() + FETCH_AGAIN_AFTER_MS),
      ORDER_UNCERTAINTY_MS,
    ],
  }
  const { rows: verdicts } = await serializeWrites(db, { connectionId, noun, objects: rows.length }, (tx) =>
    tx.query<WriteVerdict & { id: string }>(statement),
  )
  return new Map(verdicts.map(({ id, outcome, statusBefore }) => [id, { outcome, statusBefore }]))
}

/** SQL of the fetches that follow from a response, because no event does. */
const follows: Readonly<Partial<Record<MirrorNoun, string>>> = {
  // Links of approvals: their `paid_count` has changed, and they may be beyond the listed window. The link of a new payment
  // is correct if it was confirmed an hour after the payment's creation: a payer may take half of that at the bank.
  payments: `UNION SELECT $1, 'links', i.link_id, 'payment_of_link', $6 FROM verdict JOIN incoming i USING (id)
    WHERE i.status = 'APPROVED' AND (outcome = 'wrong' AND "statusBefore" <> i.status OR outcome = 'missing')
      AND EXISTS (SELECT FROM dashboard.mirror_link l WHERE l.connection_id = $1 AND l.id = i.link_id
        AND (outcome = 'wrong' OR l.confirmed_at < i.created_at + interval '1 hour'))`,
  // Details of recent settlements: only a detail contains the payments. Those of older ones contain their settlement.
  settlements: `UNION SELECT $1, 'settlements', id, 'settlement_payments', $6 FROM verdict JOIN incoming i USING (id)
    WHERE outcome IN ('missing', 'wrong') AND i.created_at > $3::timestamptz - interval '${SETTLED_DAYS} days'`,
}

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
        b.status AS "statusBefore",
        b.snapshot IS DISTINCT FROM i.snapshot AS changed,
        b.id IS NOT NULL AND b.snapshot IS DISTINCT FROM i.snapshot
          AND abs(extract(epoch FROM b.seen_at - $3::timestamptz)) * 1000 < $7 AS close
      FROM incoming i LEFT JOIN before b ON b.id = i.id
    ), again AS (
      INSERT INTO dashboard.object_fetch (connection_id, noun, object_id, reason, due_at)
      SELECT $1, '${noun}', id, 'close_call', $6::timestamptz FROM verdict WHERE close
      ${follows[noun] ?? ''} ORDER BY 2, 3
      ON CONFLICT (connection_id, noun, object_id) DO UPDATE SET due_at = excluded.due_at
    ), released AS (
      DELETE FROM dashboard.quarantined_object
      WHERE connection_id = $1 AND noun = '${noun}' AND object_id IN (SELECT id FROM incoming)
    ), notified AS MATERIALIZED (
      SELECT pg_notify('${LIVE_CHANNEL}', $5) WHERE EXISTS (SELECT FROM verdict WHERE changed)
    )
    SELECT id, outcome, "statusBefore", (SELECT count(*) FROM notified) AS notified FROM verdict`
}
