import * as z from 'zod'
import { toStorable } from '@/lib/dashboard/client/bounded-json'
import type { HostResponse } from '@/lib/dashboard/client/contract-client'
import { ContractMismatch, HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { notifyChange } from '@/lib/dashboard/live/live-message'
import type { Queryable } from '@/lib/platform/database'
import { raw, sql } from '@/lib/platform/sql'
import { ORDER_UNCERTAINTY_MS, serializeWrites } from './apply-rules'
import { type MirrorObjects, mirrorTables } from './mirror-noun'
import { usableId } from './parse-object'
import type { MirrorNoun } from './shape'
import { type WriteOutcome, writeObjects } from './write-objects'

/** Writes one returned object into the mirror, or into quarantine if Postgres cannot store it. @returns the answer */
export async function applyAnswer<Noun extends MirrorNoun, Answer extends HostResponse<MirrorObjects[Noun]>>(
  ctx: Pick<ConnectionContext, 'connectionId' | 'db' | 'now'>,
  noun: Noun,
  answer: Answer,
): Promise<Answer> {
  await writeObjects(ctx, noun, { raws: [answer.raw], at: answer.at, source: 'fetch' })
  return answer
}

/** Result of a fetch: `gone` when the host's 404 changed the mirror, `unknown` when it changed nothing. */
export type FetchOutcome = WriteOutcome | 'gone' | 'unknown'

/** The host's object is in quarantine, because the dashboard cannot read it. */
export class ObjectQuarantined extends ContractMismatch {}

/**
 * Fetches one object from the host and writes it into the mirror, with the settlement of a settlement's payments. An
 * object that the host lacks is marked missing. Throws ObjectQuarantined for an unreadable object, and the client's errors for everything else.
 */
export async function fetchObject(
  ctx: ConnectionContext,
  noun: MirrorNoun,
  id: string,
  signal?: AbortSignal,
): Promise<FetchOutcome> {
  const { connectionId, db } = ctx
  const { endpoint } = mirrorTables[noun]
  const schema = z.looseObject({ id: z.literal(id), payments: z.array(z.unknown()).catch([]) })
  try {
    const { data, raw, at, requestId } = await ctx.client.callAs(endpoint, schema, {
      id,
      ...(signal && { signal }),
    })
    const { written, quarantined } = await writeObjects(ctx, noun, { raws: [raw], at, source: 'fetch' })
    if (quarantined > 0) throw new ObjectQuarantined(200, endpoint, requestId)
    // An unreadable payment does not prevent the others from getting their settlement.
    const paymentIds = data.payments.flatMap((payment) => usableId(payment) ?? [])
    if (noun === 'settlements') await assignSettlement(ctx, { id, paymentIds, at })
    return written[0]?.outcome ?? 'same'
  } catch (error) {
    // An id that fits into no path was issued by no host.
    if (error instanceof RangeError) return 'unknown'
    if (!(error instanceof HostRefused) || error.status !== 404) throw error
    return (await markMissing(db, { connectionId, noun, id, answeredAt: error.at })) ? 'gone' : 'unknown'
  }
}

/**
 * Marks a mirrored object as missing after the host's 404 (decisions: test event). An object that no answer of the host ever
 * contained leaves the mirror at a second, later 404, and its events show as tests. Changes nothing when a newer report of the
 * object exists. Each later 404 renews the mark; a quarantined object is released at its second one as well.
 * @returns whether the object was marked or removed
 */
export async function markMissing(
  db: Queryable,
  {
    connectionId,
    noun,
    id,
    answeredAt,
  }: { connectionId: string; noun: MirrorNoun; id: string; answeredAt: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ changed: boolean }>(sql`
    WITH removed AS (
      DELETE FROM ${raw(mirrorTables[noun].table)}
      WHERE connection_id = ${connectionId} AND id = ${id} AND seen_at <= ${answeredAt}
        AND confirmed_at IS NULL AND missing_at < ${answeredAt} RETURNING id
    ), marked AS (
      UPDATE ${raw(mirrorTables[noun].table)} SET missing_at = ${answeredAt}
      WHERE connection_id = ${connectionId} AND id = ${id} AND seen_at <= ${answeredAt} AND missing_at IS NULL
      RETURNING id
    ), again AS (
      UPDATE ${raw(mirrorTables[noun].table)} SET missing_at = ${answeredAt}
      WHERE connection_id = ${connectionId} AND id = ${id} AND seen_at <= ${answeredAt} AND confirmed_at IS NOT NULL
        AND missing_at < ${answeredAt}
    ), released AS (
      DELETE FROM dashboard.quarantined_object
      WHERE connection_id = ${connectionId} AND noun = '${raw(noun)}' AND object_id = ${id}
        AND last_at <= ${answeredAt} AND missing_at < ${answeredAt}
    ), missed AS (
      UPDATE dashboard.quarantined_object SET missing_at = ${answeredAt}
      WHERE connection_id = ${connectionId} AND noun = '${raw(noun)}' AND object_id = ${id}
        AND last_at <= ${answeredAt} AND missing_at IS NULL
    ), tests AS (
      UPDATE dashboard.received_event SET outcome = 'test'
      WHERE connection_id = ${connectionId} AND object_id = (SELECT id FROM removed) RETURNING 1
    )
    SELECT true AS changed, (SELECT count(*) FROM tests) AS tests, ${notifyChange(connectionId, noun, id)}
    FROM (SELECT id FROM removed UNION ALL SELECT id FROM marked) AS changes`)
  return rows.length > 0
}

/**
 * Writes the settlement of its payments into the mirror: a payment raises no event when it is settled. Payments that the
 * mirror lacks contain their settlement when they arrive. A clearly later response of a payment wins over the detail. A
 * payment that has the settlement already is not written.
 */
export async function assignSettlement(
  { connectionId, db }: Pick<ConnectionContext, 'connectionId' | 'db'>,
  { id, paymentIds, at }: { id: string; paymentIds: readonly string[]; at: Date },
): Promise<void> {
  if (paymentIds.length === 0) return
  const settlementId = toStorable(id)
  // Rows are locked in the same order as by every other writer, because a removal does not serialize with them.
  const statement = sql`
    WITH differing AS MATERIALIZED (
      SELECT id FROM dashboard.mirror_payment
      WHERE connection_id = ${connectionId} AND id = ANY(${paymentIds.map(toStorable)})
        AND settlement_id IS DISTINCT FROM ${settlementId} AND (confirmed_at IS NULL
          OR confirmed_at <= ${at}::timestamptz + ${ORDER_UNCERTAINTY_MS} * interval '1 ms')
      ORDER BY id FOR UPDATE
    ), assigned AS (
      UPDATE dashboard.mirror_payment m
      SET settlement_id = ${settlementId}, settled_at = GREATEST(m.settled_at, ${at}::timestamptz),
        snapshot = jsonb_set(snapshot, '{settlement_id}', to_jsonb(${settlementId}::text))
      FROM differing WHERE m.connection_id = ${connectionId} AND m.id = differing.id
      RETURNING 1
    )
    SELECT ${notifyChange(connectionId, 'payments', null)} WHERE EXISTS (SELECT FROM assigned)`
  await serializeWrites(db, { connectionId, noun: 'payments', objects: paymentIds.length }, (tx) =>
    tx.query(statement),
  )
}
