import type { SettlementStatus } from '@/lib/contract/states'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { decimalsInMirror } from '@/lib/dashboard/mirror/mirror-amount'
import { CHUNK_ROWS, type FileColumn } from '@/lib/dashboard/reads/file-rows'
import { Refusal } from '@/lib/dashboard/refusal'
import { addMonths, monthIn, startOfMonth } from '@/lib/domain/calendar-months'
import type { Translate } from '@/lib/messages/translator'

/** Totals of a calendar month of the account's zone, in major units of its currency. */
export type StatementMonth = {
  /** Month, such as `2026-11`. */
  month: string
  opening: number
  /** Number of created settlements, and what they settled. */
  settlements: number
  gross: number
  fees: number
  refunds: number
  disputes: number
  /** Number of transfers that left, and their sum. */
  transfers: number
  net: number
  /** Closing balance = settlements on their way (`waiting`, `waiting_net`) + debt (negative) + unexplained. */
  closing: number
  waiting: number
  waiting_net: number
  debt: number
  unexplained: number
}

/** One movement: a created settlement, or a transfer that left. Amounts in major units; null for a transfer. */
export type StatementLine = {
  kind: 'settlement' | 'transfer'
  settlement_id: string
  /** Creation time of the settlement, or time of its transfer (ISO 8601). */
  at: string
  status: SettlementStatus
  payments: number | null
  gross: number | null
  fees: number | null
  /** Amounts that the settlement took off; 0 if the host reports none. */
  refunds: number | null
  disputes: number | null
  debt: number | null
  /** Part of gross − fees − refunds − disputes that neither debt nor net explains. */
  unexplained: number | null
  net: number
  /** Reference of a transfer. */
  reference: string | null
  /** Change of the balance: gross − fees − refunds − disputes of a settlement, −net of a transfer. */
  effect: number
  /** Balance after the movement. */
  balance: number
  /** True if the host reports the transfer without its date; `at` is then the settlement's. */
  undated: boolean
}

/** Returns the SQL of an optional amount of a settlement, in minor units. */
const minorSql = (field: string) => `CASE WHEN jsonb_typeof(snapshot -> '${field}') = 'number'
  THEN trunc((snapshot ->> '${field}')::numeric * $3::numeric) ELSE 0 END`

/**
 * Movements of an account's balance in minor units: each settlement in its currency that the host has, and each transfer
 * that left, by the settlement's date if the host reports none. `$3` is one major unit, `$4` the account's zone.
 */
const MOVEMENTS = `settled AS (
    SELECT id, status, reference, created_at, paid_at, payment_count, gross_minor, fee_minor, net_minor,
      ${minorSql('refund_amount')} AS refunds, ${minorSql('dispute_amount')} AS disputes, ${minorSql('debt_amount')} AS debt
    FROM dashboard.mirror_settlement WHERE connection_id = $1 AND currency = $2 AND missing_at IS NULL
  ), moves AS (
    SELECT kind, at, to_char(at AT TIME ZONE $4, 'YYYY-MM') AS month, id, status, reference, payments, gross, fees, refunds,
      disputes, debt, net, effect, effect - debt - net AS unexplained, undated
    FROM (
      SELECT 'settlement' AS kind, created_at AS at, id, status, NULL AS reference, payment_count AS payments,
        gross_minor AS gross, fee_minor AS fees, refunds, disputes, debt, net_minor AS net,
        gross_minor - fee_minor - refunds - disputes AS effect, false AS undated FROM settled
      UNION ALL
      SELECT 'transfer', COALESCE(paid_at, created_at), id, status, reference, NULL, NULL, NULL, NULL, NULL, NULL, net_minor,
        -net_minor, paid_at IS NULL FROM settled WHERE status = 'PAID'
    ) AS both_kinds
  )`

/** Returns the SQL of minor units as a number of major units. */
const major = (minor: string) => `(COALESCE(${minor}, 0) / $3::numeric)::float8`

function valuesOf({ connectionId, account: { currency, timezone } }: ConnectionContext) {
  return [connectionId, currency, 10 ** decimalsInMirror(currency), timezone]
}

/** Returns every month from the account's first movement to now, oldest first; empty without settlements. */
export async function statementMonths(ctx: ConnectionContext): Promise<StatementMonth[]> {
  const waits = `CASE WHEN kind = 'transfer' THEN -1 WHEN status <> 'DEBT' THEN 1 ELSE 0 END`
  const debts = `debt + CASE status WHEN 'DEBT' THEN net ELSE 0 END`
  const { rows } = await ctx.db.query<StatementMonth>({
    name: 'statement-months',
    text: `WITH ${MOVEMENTS}, months AS (
        SELECT to_char(day, 'YYYY-MM') AS month FROM generate_series(
          (SELECT to_date(min(month), 'YYYY-MM')::timestamp FROM moves), $5::timestamptz AT TIME ZONE $4, interval '1 month'
        ) AS day
      ), sums AS (
        SELECT month, count(*) FILTER (WHERE kind = 'settlement')::integer AS settlements,
          count(*) FILTER (WHERE kind = 'transfer')::integer AS transfers,
          sum(gross) AS gross, sum(fees) AS fees, sum(refunds) AS refunds, sum(disputes) AS disputes,
          sum(net) FILTER (WHERE kind = 'transfer') AS net, COALESCE(sum(effect), 0) AS effect,
          sum(sum(effect)) OVER so_far AS closing, sum(sum(${debts})) OVER so_far AS debt,
          sum(sum(${waits})) OVER so_far AS waiting, sum(sum(net * ${waits})) OVER so_far AS waiting_net
        FROM months LEFT JOIN moves USING (month) GROUP BY month WINDOW so_far AS (ORDER BY month)
      )
      SELECT month, settlements, transfers, ${major('gross')} AS gross, ${major('fees')} AS fees,
        ${major('refunds')} AS refunds, ${major('disputes')} AS disputes, ${major('net')} AS net,
        ${major('closing - effect')} AS opening, ${major('closing')} AS closing, ${major('debt')} AS debt,
        waiting::integer AS waiting, ${major('waiting_net')} AS waiting_net,
        ${major('closing - waiting_net - debt')} AS unexplained
      FROM sums ORDER BY month`,
    values: [...valuesOf(ctx), ctx.now()],
  })
  return rows
}

/** Returns the totals of a month. Throws Refusal `resource_not_found` for a month without a statement. */
export async function statementMonth(ctx: ConnectionContext, month: string): Promise<StatementMonth> {
  const found = (await statementMonths(ctx)).find((candidate) => candidate.month === month)
  if (!found) throw new Refusal('resource_not_found')
  return found
}

/** Yields the movements of a month in their order, chunk by chunk, with the balance after each. */
export async function* movements(ctx: ConnectionContext, month: string): AsyncGenerator<StatementLine[]> {
  const settled = ['gross', 'fees', 'refunds', 'disputes', 'debt', 'unexplained']
  for (let after = 0; ; ) {
    const { rows } = await ctx.db.query<Omit<StatementLine, 'at'> & { at: Date; position: number }>({
      name: 'statement-movements',
      text: `WITH ${MOVEMENTS}, placed AS (
          SELECT kind, at, month, id, status, reference, payments, gross, fees, refunds, disputes, debt, net, effect,
            unexplained, undated, (row_number() OVER so_far)::integer AS position, sum(effect) OVER so_far AS balance
          FROM moves WINDOW so_far AS (ORDER BY at, kind, id COLLATE "C")
        )
        SELECT position, kind, id AS settlement_id, at, status, reference, payments, undated,
          ${settled.map((amount) => `(${amount} / $3::numeric)::float8 AS ${amount}`).join(', ')},
          ${major('net')} AS net, ${major('effect')} AS effect, ${major('balance')} AS balance
        FROM placed WHERE month = $5 AND position > $6 ORDER BY position LIMIT ${CHUNK_ROWS}`,
      values: [...valuesOf(ctx), month, after],
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ position: _, at, ...line }) => ({ ...line, at: at.toISOString() }))
    after = last.position
  }
}

type Label = `statements.${'opening' | 'closing' | 'closingSoFar' | `kinds.${StatementLine['kind']}`}`

/** Opening, a movement, or closing of a statement. */
export type StatementRow = Pick<StatementLine, 'balance' | 'at'> & Partial<StatementLine> & { label: Label }

/** Yields the statement of a month: opening, every movement, closing. Throws as `statementMonth`. */
export async function* statementRows(
  ctx: ConnectionContext,
  month: string,
  at: Date,
): AsyncGenerator<StatementRow[]> {
  const { timezone } = ctx.account
  const { opening, closing } = await statementMonth(ctx, month)
  yield [{ label: 'statements.opening', at: startOfMonth(month, timezone), balance: opening }]
  for await (const chunk of movements(ctx, month))
    yield chunk.map((line) => ({ ...line, label: `statements.kinds.${line.kind}` }))
  const isClosed = month < monthIn(ctx.now().getTime(), timezone)
  yield [
    isClosed
      ? { label: 'statements.closing', at: startOfMonth(addMonths(month, 1), timezone), balance: closing }
      : { label: 'statements.closingSoFar', at: at.toISOString(), balance: closing },
  ]
}

const amounts = [
  ...(['gross', 'fees', 'refunds', 'disputes', 'debt'] as const),
  ...(['net', 'effect', 'balance', 'unexplained'] as const),
]

export function statementColumns(
  { timezone, currency }: ConnectionContext['account'],
  t: Translate,
): readonly FileColumn<StatementRow>[] {
  const column = (name: (typeof amounts)[number]): FileColumn<StatementRow> => [
    t(`statements.exported.${name}`),
    ({ [name]: amount }) => (amount == null ? '' : { amount, currency }),
  ]
  return [
    [t('statements.exported.date', { zone: timezone }), ({ at, undated }) => (undated ? '' : { local: at })],
    [t('statements.exported.dateUtc'), ({ at, undated }) => (undated ? '' : { utc: at })],
    [t('statements.exported.movement'), ({ label }) => t(label)],
    [t('statements.exported.settlement'), ({ settlement_id: id }) => id ?? ''],
    [t('statements.exported.reference'), ({ reference }) => reference ?? ''],
    [t('statements.exported.payments'), ({ payments }) => String(payments ?? '')],
    ...amounts.map(column),
    [t('statements.exported.currency'), () => currency],
    [t('statements.exported.note'), ({ undated }) => (undated ? t('statements.undated') : '')],
  ]
}

export function statementDocumentColumns(
  { currency }: ConnectionContext['account'],
  t: Translate,
): readonly FileColumn<StatementRow>[] {
  return [
    [t('statements.columns.date'), ({ at, undated }) => (undated ? '' : { local: at })],
    [t('statements.columns.movement'), (row) => movementText(row, t)],
    [
      t('statements.columns.effect'),
      ({ effect: amount }) => (amount === undefined ? '' : { amount, currency }),
    ],
    [t('statements.columns.balance'), ({ balance: amount }) => ({ amount, currency })],
  ]
}

function movementText({ label, settlement_id: id, reference, undated }: StatementRow, t: Translate) {
  const name = reference ? t('statements.transferOf', { reference }) : `${t(label)} ${id ?? ''}`.trim()
  return undated ? `${name}. ${t('statements.undated')}` : name
}
