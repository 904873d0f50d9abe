import type { SettlementStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { CHUNK_ROWS } from '@/lib/dashboard/reads/file-rows'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { COUNTED, type MonthSums } from './month-sums'

/** One movement of a statement, in minor units. */
export interface Movement {
  kind: 'settlement' | 'transfer'
  id: string
  at: Date
  status: SettlementStatus
  payments: number
  gross: bigint
  fees: bigint
  net: bigint
  reference: string | null
  effect: bigint
  /** Balance after the movement. */
  balance: bigint
  debt: bigint
  unexplained: bigint
  undated: boolean
}

/** Decimals of currencies that are unknown here, as in `mirrorAmount`. */
const DECIMALS_OF_THE_UNKNOWN = 2

/** SQL of the debt that a settlement deducted, in minor units; `$3` is one major unit. */
export const DEBT = `CASE WHEN jsonb_typeof(snapshot -> 'debt_amount') = 'number'
  THEN trunc((snapshot ->> 'debt_amount')::numeric * $3::numeric) ELSE 0 END`

/** Returns the minor units of one major unit. */
export function minorPerMajor(currency: string): number {
  return 10 ** (isCurrency(currency) ? decimalsOf(currency) : DECIMALS_OF_THE_UNKNOWN)
}

/** Yields the movements of a month in their order, chunk by chunk, with the balance after each. */
export async function* movements(
  { db, connectionId, account: { currency } }: ConnectionContext,
  { start, end, opening }: MonthSums,
): AsyncGenerator<Movement[]> {
  let balance = opening
  let after: readonly [at: string, kind: string, id: string] = ['-infinity', '', '']
  for (;;) {
    const { rows } = await db.query<MovementRow>({
      name: 'statement-movements',
      text: `SELECT m.kind, m.id, m.at, m.at::text AS at_text, status, payment_count AS payments, gross_minor::text AS gross, fee_minor::text AS fees,
          net_minor::text AS net, reference, (${DEBT})::text AS debt, paid_at IS NULL AS undated
        FROM (
          SELECT kind, id, at FROM (
            SELECT 'settlement' AS kind, id, created_at AS at FROM dashboard.mirror_settlement
            WHERE ${COUNTED} AND created_at >= $4 AND created_at < $5
            UNION ALL
            SELECT 'transfer', id, paid_at FROM dashboard.mirror_settlement
            WHERE ${COUNTED} AND status = 'PAID' AND paid_at >= $4 AND paid_at < $5
            UNION ALL
            SELECT 'transfer', id, created_at FROM dashboard.mirror_settlement
            WHERE ${COUNTED} AND status = 'PAID' AND paid_at IS NULL AND created_at >= $4 AND created_at < $5
          ) AS both_kinds
          WHERE (at, kind, id COLLATE "C") > ($6::timestamptz, $7, $8)
          ORDER BY at, kind, id COLLATE "C" LIMIT ${CHUNK_ROWS}
        ) AS m JOIN dashboard.mirror_settlement s ON s.connection_id = $1 AND s.id = m.id
        ORDER BY m.at, m.kind, m.id COLLATE "C"`,
      values: [connectionId, currency, minorPerMajor(currency), start, end, ...after],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map((row) => {
      const movement = movementOf(row)
      balance += movement.effect
      return { ...movement, balance }
    })
    if (rows.length < CHUNK_ROWS) return
    after = [last.at_text, last.kind, last.id]
  }
}

function movementOf(row: MovementRow): Omit<Movement, 'balance'> {
  const { kind, id, at, status, payments, reference } = row
  const gross = BigInt(row.gross)
  const fees = BigInt(row.fees)
  const net = BigInt(row.net)
  const debt = BigInt(row.debt)
  const isSettlement = kind === 'settlement'
  return {
    kind,
    id,
    at,
    status,
    payments,
    gross,
    fees,
    net,
    reference,
    debt,
    effect: isSettlement ? gross - fees : -net,
    unexplained: isSettlement ? gross - fees - debt - net : 0n,
    undated: !isSettlement && row.undated,
  }
}

interface MovementRow {
  kind: 'settlement' | 'transfer'
  id: string
  at: Date
  /** Time with all its digits. */
  at_text: string
  status: SettlementStatus
  payments: number
  gross: string
  fees: string
  net: string
  reference: string | null
  debt: string
  undated: boolean
}
