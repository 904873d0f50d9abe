import type { SettlementStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { CHUNK_ROWS, type FileColumn, minorText } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { addMonths, monthIn, monthsBetween, startOfMonth } from '@/lib/domain/calendar-months'
import { decimalsOf, isCurrency } from '@/lib/domain/currencies'
import { statements as copy } from '@/lib/messages/statements'

/** Sums of one calendar month in minor units of the account's currency. */
export interface MonthSums {
  month: string
  /** Half-open bounds of the month in the account's zone. */
  start: Date
  end: Date
  /** Money settled but not yet at the bank when the month begins. */
  opening: bigint
  made: { count: number; gross: bigint; fees: bigint; refunds: bigint; disputes: bigint }
  left: { count: number; net: bigint }
  closing: bigint
}

/** Settlements that count: in the account's currency, and not missing at the host. */
export const COUNTED = 'connection_id = $1 AND currency = $2 AND missing_at IS NULL'
/** Time at which a transfer left. If a host reports no date, the settlement's is used. */
export const LEFT_AT = 'COALESCE(paid_at, created_at)'

/** Returns every month from the account's first settlement to now, oldest first; empty without settlements. */
export async function monthSums(ctx: ConnectionContext): Promise<MonthSums[]> {
  const { db, connectionId, account, now } = ctx
  const { timezone, currency } = account
  const values = [connectionId, currency, minorPerMajor(currency)]
  const { rows: known } = await db.query<{ first: Date | null; first_left: Date | null }>({
    name: 'statement-first',
    text: `SELECT
        (SELECT min(created_at) FROM dashboard.mirror_settlement WHERE ${COUNTED}) AS first,
        (SELECT min(paid_at) FROM dashboard.mirror_settlement WHERE ${COUNTED} AND status = 'PAID') AS first_left`,
    values: [connectionId, currency],
  })
  const { first = null, first_left: firstLeft = null } = known[0] ?? {}
  if (first === null) return []
  const begin = Math.min(first.getTime(), firstLeft?.getTime() ?? Number.POSITIVE_INFINITY)
  const months = monthsBetween(monthIn(begin, timezone), monthIn(now().getTime(), timezone))
  const starts = months.map((month) => new Date(startOfMonth(month, timezone)))
  const { rows } = await db.query<SumRow>({
    name: 'statement-sums',
    text: `SELECT 'made' AS kind, width_bucket(created_at, $4::timestamptz[]) AS bucket, count(*)::integer AS count,
        sum(gross_minor)::text AS first, sum(fee_minor)::text AS second, sum(${REFUNDS})::text AS third, sum(${DISPUTES})::text AS fourth
      FROM dashboard.mirror_settlement WHERE ${COUNTED} GROUP BY 2
      UNION ALL
      SELECT 'left', width_bucket(${LEFT_AT}, $4::timestamptz[]), count(*)::integer, sum(net_minor)::text, '0', '0', '0'
      FROM dashboard.mirror_settlement WHERE ${COUNTED} AND status = 'PAID' GROUP BY 2`,
    values: [...values, starts],
  })
  const sums = new Map(rows.map((row) => [`${row.kind} ${row.bucket}`, row]))
  let balance = 0n
  return months.map((month, index) => {
    const made = sums.get(`made ${index + 1}`)
    const left = sums.get(`left ${index + 1}`)
    const gross = BigInt(made?.first ?? 0)
    const fees = BigInt(made?.second ?? 0)
    const refunds = BigInt(made?.third ?? 0)
    const disputes = BigInt(made?.fourth ?? 0)
    const net = BigInt(left?.first ?? 0)
    const opening = balance
    balance += gross - fees - refunds - disputes - net
    return {
      month,
      start: starts[index] ?? new Date(startOfMonth(month, timezone)),
      end: starts[index + 1] ?? new Date(startOfMonth(addMonths(month, 1), timezone)),
      opening,
      made: { count: made?.count ?? 0, gross, fees, refunds, disputes },
      left: { count: left?.count ?? 0, net },
      closing: balance,
    }
  })
}

interface SumRow {
  kind: 'made' | 'left'
  /** Position of the month, from 1. */
  bucket: number
  count: number
  first: string
  second: string
  third: string
  fourth: string
}

/** One movement of a statement, in minor units. */
export interface Movement {
  kind: 'settlement' | 'transfer'
  id: string
  at: Date
  status: SettlementStatus
  payments: number
  gross: bigint
  fees: bigint
  refunds: bigint
  disputes: bigint
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

/** Returns the SQL of an optional amount of a settlement, in minor units; `$3` is one major unit. */
const minorSql = (field: string) => `CASE WHEN jsonb_typeof(snapshot -> '${field}') = 'number'
  THEN trunc((snapshot ->> '${field}')::numeric * $3::numeric) ELSE 0 END`

/** Debt that a settlement deducted. */
export const DEBT = minorSql('debt_amount')
/** Refunds that a settlement took off. */
const REFUNDS = minorSql('refund_amount')
/** Disputes that a settlement took off, less those that were won. */
const DISPUTES = minorSql('dispute_amount')

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
          net_minor::text AS net, reference, (${DEBT})::text AS debt, (${REFUNDS})::text AS refunds, (${DISPUTES})::text AS disputes,
          paid_at IS NULL AS undated
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
  const refunds = BigInt(row.refunds)
  const disputes = BigInt(row.disputes)
  const isSettlement = kind === 'settlement'
  return {
    kind,
    id,
    at,
    status,
    payments,
    gross,
    fees,
    refunds,
    disputes,
    net,
    reference,
    debt,
    effect: isSettlement ? gross - fees - refunds - disputes : -net,
    unexplained: isSettlement ? gross - fees - refunds - disputes - debt - net : 0n,
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
  refunds: string
  disputes: string
  undated: boolean
}

/** Opening, a movement, or closing of a statement. */
export type StatementRow = Pick<Movement, 'balance' | 'at'> & Partial<Movement> & { label: string }

/** Returns the sums of a month. Throws Refusal `resource_not_found` for a month without a statement. */
export async function sumsOfMonth(ctx: ConnectionContext, month: string): Promise<MonthSums> {
  const sums = (await monthSums(ctx)).find((candidate) => candidate.month === month)
  if (!sums) throw new Refusal('resource_not_found')
  return sums
}

/** Yields the statement of a month: opening, every movement, closing. Throws as `sumsOfMonth`. */
export async function* statementRows(
  ctx: ConnectionContext,
  month: string,
  at: Date,
): AsyncGenerator<StatementRow[]> {
  const sums = await sumsOfMonth(ctx, month)
  yield [{ label: copy.opening, at: sums.start, balance: sums.opening }]
  for await (const chunk of movements(ctx, sums)) {
    yield chunk.map((movement) => ({ ...movement, label: copy.kinds[movement.kind] }))
  }
  const closed = sums.end <= ctx.now()
  const label = closed ? copy.closing : copy.closingSoFar
  yield [{ label, at: closed ? sums.end : at, balance: sums.closing }]
}

/** Returns the columns of a file of a statement. */
export function statementColumns({
  timezone,
  currency,
}: ConnectionContext['account']): readonly FileColumn<StatementRow>[] {
  const names = copy.exported
  const minor = (amount: bigint | undefined) => (amount === undefined ? '' : minorText(amount, currency))
  const ofSettlement = (row: StatementRow, amount: bigint | undefined) =>
    row.kind === 'settlement' ? minor(amount) : ''
  return [
    [names.date(timezone), ({ at, undated }) => (undated ? '' : { local: at.toISOString() })],
    [names.dateUtc, ({ at, undated }) => (undated ? '' : { utc: at.toISOString() })],
    [names.movement, ({ label }) => label],
    [names.settlement, ({ id }) => id ?? ''],
    [names.reference, ({ kind, reference }) => (kind === 'transfer' ? (reference ?? '') : '')],
    [names.payments, (row) => (row.kind === 'settlement' ? String(row.payments ?? '') : '')],
    [names.gross, (row) => ofSettlement(row, row.gross)],
    [names.fees, (row) => ofSettlement(row, row.fees)],
    [names.refunds, (row) => ofSettlement(row, row.refunds)],
    [names.disputes, (row) => ofSettlement(row, row.disputes)],
    [names.debt, (row) => ofSettlement(row, row.debt)],
    [names.net, ({ net }) => minor(net)],
    [names.effect, ({ effect }) => minor(effect)],
    [names.balance, ({ balance }) => minor(balance)],
    [names.unexplained, (row) => ofSettlement(row, row.unexplained)],
    [names.currency, () => currency],
    [names.note, ({ undated }) => (undated ? copy.undated : '')],
  ]
}
