import type { ConnectionContext } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import {
  STATEMENT_LINES_MAX,
  type Statement,
  type StatementLine,
  type StatementMonth,
  type Statements,
} from '@/lib/dashboard/schema/statement'
import { addMonths, monthIn } from '@/lib/domain/calendar-months'
import {
  COUNTED,
  DEBT,
  LEFT_AT,
  type MonthSums,
  type Movement,
  minorPerMajor,
  monthSums,
  movements,
} from './month-sums'

/**
 * Returns the totals of every month and the statement of one, from mirrored settlements only; without a month, that of
 * the last complete month, or of the current one if it is the first.
 */
export async function readStatements(ctx: ConnectionContext, month?: string): Promise<Statements> {
  const { currency } = ctx.account
  const sums = await monthSums(ctx)
  const wanted = month ?? lastClosed(ctx, sums)
  const found = sums.find((candidate) => candidate.month === wanted)
  return {
    currency,
    months: sums.map((one) => shownMonth(one, currency)).reverse(),
    statement: found ? await readStatement(ctx, found) : null,
  }
}

function lastClosed({ account, now }: ConnectionContext, sums: readonly MonthSums[]): string {
  const current = monthIn(now().getTime(), account.timezone)
  const previous = addMonths(current, -1)
  return sums.some(({ month }) => month === previous) ? previous : current
}

async function readStatement(ctx: ConnectionContext, sums: MonthSums): Promise<Statement> {
  const { currency } = ctx.account
  const [lines, rest, unsettled] = await Promise.all([
    sums.made.count + sums.left.count > STATEMENT_LINES_MAX ? null : readLines(ctx, sums),
    readRest(ctx, sums),
    readUnsettled(ctx, sums),
  ])
  return {
    ...shownMonth(sums, currency),
    currency,
    closed: sums.end <= ctx.now(),
    lines,
    rest,
    unsettled,
  }
}

async function readLines(ctx: ConnectionContext, sums: MonthSums): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const chunk of movements(ctx, sums)) {
    lines.push(...chunk.map((movement) => shownLine(movement, ctx.account.currency)))
  }
  return lines
}

/** Returns the parts of the closing balance: closing = on its way + debt (negative) + unexplained. */
async function readRest(
  { db, connectionId, account: { currency } }: ConnectionContext,
  { end, closing }: MonthSums,
): Promise<Statement['rest']> {
  const { rows } = await db.query<{ count: number; waiting: string; debts: string; taken: string }>({
    name: 'statement-rest',
    text: `WITH made AS MATERIALIZED (
        SELECT status, net_minor, ${DEBT} AS taken_minor, ${LEFT_AT} AS left_at
        FROM dashboard.mirror_settlement WHERE ${COUNTED} AND created_at < $4
      )
      SELECT count(*) FILTER (WHERE is_waiting)::integer AS count,
        COALESCE(sum(net_minor) FILTER (WHERE is_waiting), 0)::text AS waiting,
        COALESCE(sum(net_minor) FILTER (WHERE status = 'DEBT'), 0)::text AS debts,
        COALESCE(sum(taken_minor), 0)::text AS taken
      FROM (SELECT status, net_minor, taken_minor, status = 'PENDING' OR (status = 'PAID' AND left_at >= $4) AS is_waiting FROM made) AS m`,
    values: [connectionId, currency, minorPerMajor(currency), end],
  })
  const { count = 0, waiting = '0', debts = '0', taken = '0' } = rows[0] ?? {}
  const debt = BigInt(debts) + BigInt(taken)
  return {
    on_its_way: { count, net: shownAmount(BigInt(waiting), currency) },
    debt: shownAmount(debt, currency),
    unexplained: shownAmount(closing - BigInt(waiting) - debt, currency),
  }
}

/** Returns approved payments of the month that are in no settlement, or in a later one. */
async function readUnsettled(
  { db, connectionId, account: { currency } }: ConnectionContext,
  { start, end }: MonthSums,
): Promise<Statement['unsettled']> {
  const { rows } = await db.query<{ count: number; gross: string }>({
    name: 'statement-unsettled',
    text: `SELECT count(*)::integer AS count, COALESCE(sum(amount_minor), 0)::text AS gross FROM (
        SELECT amount_minor FROM dashboard.mirror_payment
        WHERE connection_id = $1 AND settlement_id IS NULL AND created_at >= $3 AND created_at < $4
          AND status = 'APPROVED' AND currency = $2 AND missing_at IS NULL
        UNION ALL
        SELECT p.amount_minor FROM dashboard.mirror_settlement s
        JOIN dashboard.mirror_payment p ON p.connection_id = $1 AND p.settlement_id = s.id
          AND p.created_at >= $3 AND p.created_at < $4 AND p.status = 'APPROVED' AND p.missing_at IS NULL
        WHERE s.connection_id = $1 AND s.currency = $2 AND s.missing_at IS NULL
          -- A payment approved at the last moment may be in the settlement that begins with the next month.
          AND s.created_at >= $4 AND s.period_start <= $4
      ) AS waiting`,
    values: [connectionId, currency, start, end],
  })
  return { count: rows[0]?.count ?? 0, gross: shownAmount(BigInt(rows[0]?.gross ?? 0), currency) }
}

function shownMonth({ month, opening, made, left, closing }: MonthSums, currency: string): StatementMonth {
  return {
    month,
    opening: shownAmount(opening, currency),
    settlements: {
      count: made.count,
      gross: shownAmount(made.gross, currency),
      fees: shownAmount(made.fees, currency),
      refunds: shownAmount(made.refunds, currency),
      disputes: shownAmount(made.disputes, currency),
    },
    transfers: { count: left.count, net: shownAmount(left.net, currency) },
    closing: shownAmount(closing, currency),
  }
}

function shownLine(movement: Movement, currency: string): StatementLine {
  const { kind, id, at, status, payments, reference, undated } = movement
  const shown = (minor: bigint) => shownAmount(minor, currency)
  return {
    kind,
    settlement_id: id,
    at: at.toISOString(),
    status,
    payments,
    gross: shown(movement.gross),
    fees: shown(movement.fees),
    refunds: shown(movement.refunds),
    disputes: shown(movement.disputes),
    net: shown(movement.net),
    reference,
    effect: shown(movement.effect),
    balance: shown(movement.balance),
    debt: shown(movement.debt),
    unexplained: shown(movement.unexplained),
    undated,
  }
}
