import { SHOWN_ADJUSTMENTS_MAX } from '@/lib/contract/limits'
import type { List } from '@/lib/contract/list'
import type {
  AdjustmentType,
  ListSettlements,
  Settlement,
  SettlementPayment,
} from '@/lib/contract/settlement'
import type { SettlementStatus } from '@/lib/contract/states'
import { toMajor } from '@/lib/domain/money'
import type { Queryable, Result } from '@/lib/platform/database'
import type { ServiceContext } from '@/lib/service/context'
import { keysetList, listOf, rowOf } from '@/lib/service/lists/keyset-query'

/** A row of service.settlement with its bank account's name (`settlementColumns` selects both). Amounts in minor units. */
export interface SettlementRow {
  account_id: string
  id: string
  status: SettlementStatus
  currency: string
  gross_minor: number
  fee_minor: number
  refund_minor: number
  dispute_minor: number
  debt_minor: number
  net_minor: number
  payment_count: number
  period_start: Date
  period_end: Date
  bank_account: { bank_name: string; last4: string } | null
  reference: string | null
  paid_at: Date | null
  transfer_step: TransferStep | null
  problem: TransferProblem | null
  /** The oldest refunds and disputes that it took off or gave back, oldest first; null without any. */
  adjustments: AdjustmentJson[] | null
  created_at: Date
}

/** An adjustment as JSON, whose instant is a text. The amount is signed as it changes the net. */
interface AdjustmentJson {
  type: AdjustmentType
  id: string
  payment_id: string
  amount_minor: number
  created_at: string
}

/** Steps of a transfer (docs: settlements, states). */
export type TransferStep = 'WAITING' | 'SENDING' | 'ORDERED' | 'REFUSED'

/** Reason of an unsent transfer; the bank's own reasons are passed on unchanged. */
export type TransferProblem = string

/** Adjustments of a `service.settlement s`. They never change, even if a refund is reversed. */
const oldestAdjustments = `(SELECT json_agg(oldest ORDER BY oldest.created_at, oldest.id, oldest.type) FROM (
    SELECT 'refund' AS type, r.id, r.payment_id, r.fee_minor - r.amount_minor AS amount_minor, r.created_at
    FROM service.refund r WHERE r.account_id = s.account_id AND r.settlement_id = s.id
    UNION ALL
    SELECT 'refund_reversal', r.id, r.payment_id, r.amount_minor - r.fee_minor, r.finished_at
    FROM service.refund r WHERE r.account_id = s.account_id AND r.reversal_settlement_id = s.id
    UNION ALL
    SELECT CASE m.kind WHEN 'won' THEN 'dispute_won' ELSE 'dispute' END, d.id, d.payment_id, -m.amount_minor, m.created_at
    FROM service.dispute_movement m JOIN service.dispute d ON d.account_id = m.account_id AND d.id = m.dispute_id
    WHERE m.account_id = s.account_id AND m.settlement_id = s.id
    ORDER BY created_at, id, type LIMIT ${SHOWN_ADJUSTMENTS_MAX}) AS oldest) AS adjustments`

/** The SELECT or RETURNING list of a SettlementRow, for a `service.settlement s` of an earlier statement. */
export const settlementColumns = `s.account_id, s.id, s.status, s.currency, s.gross_minor, s.fee_minor, s.refund_minor,
  s.dispute_minor, s.debt_minor, s.net_minor, s.payment_count, s.period_start, s.period_end, s.reference, s.paid_at, s.transfer_step, s.problem, s.created_at,
  (SELECT jsonb_build_object('bank_name', b.bank_name, 'last4', b.last4) FROM service.bank_account b
    WHERE b.account_id = s.account_id AND b.id = s.bank_account_id) AS bank_account, ${oldestAdjustments}`

/** Returns the settlement in the form of lists and events; the detail response adds `payments`. */
export function renderSettlement(row: SettlementRow): Settlement {
  const major = (amountMinor: number) => toMajor(amountMinor, row.currency)
  return {
    id: row.id,
    object: 'settlement',
    status: row.status,
    currency: row.currency,
    gross_amount: major(row.gross_minor),
    fee_amount: major(row.fee_minor),
    net_amount: major(row.net_minor),
    payment_count: row.payment_count,
    period_start: row.period_start.toISOString(),
    period_end: row.period_end.toISOString(),
    bank_account: row.bank_account && {
      bank_name: row.bank_account.bank_name,
      account_last4: row.bank_account.last4,
    },
    reference: row.reference,
    paid_at: row.paid_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    debt_amount: major(row.debt_minor),
    // A settlement without refunds and disputes has exactly the fields of the contract and of earlier versions.
    ...(row.refund_minor !== 0 ? { refund_amount: major(row.refund_minor) } : {}),
    ...(row.dispute_minor !== 0 ? { dispute_amount: major(row.dispute_minor) } : {}),
    ...(row.adjustments
      ? {
          adjustments: row.adjustments.map(({ type, id, payment_id, amount_minor, created_at }) => ({
            type,
            id,
            payment_id,
            amount: major(amount_minor),
            created_at: new Date(created_at).toISOString(),
          })),
        }
      : {}),
  }
}

/** Returns settlements by their ids, oldest first, of every account that the role of `db` reads. */
export async function findSettlements(db: Queryable, ids: readonly string[]): Promise<SettlementRow[]> {
  const { rows } = await db.query<SettlementRow>({
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.id = ANY ($1) ORDER BY s.created_at, s.id`,
    values: [ids],
  })
  return rows
}

const list = keysetList('settlement', 's', settlementColumns)

/** Returns a page of the account's settlements (contract: GET /settlements), by a parsed query. */
export function listSettlements(
  ctx: ServiceContext,
  { status, ...page }: ListSettlements,
): Promise<List<Settlement>> {
  return listOf(ctx, list, { ...page, equals: { status } }, renderSettlement)
}

interface SettledPaymentRow {
  id: string
  amount_minor: number
  payer_name: string
  created_at: Date
}

/** A settlement without its payments, and the payments in pages, newest first. */
export interface SettlementDetail {
  settlement: Settlement
  payments: AsyncGenerator<SettlementPayment[], void>
}

/** Payments per read: about 130 KB of a response. */
const PAGE_ROWS = 1_000

/** Returns a settlement with its payments in pages: payments never leave it. Throws `resource_not_found`. */
export async function getSettlement(ctx: ServiceContext, settlementId: string): Promise<SettlementDetail> {
  const row = await rowOf<SettlementRow>(ctx, list, settlementId)
  return { settlement: renderSettlement(row), payments: paymentsOf(ctx, row) }
}

async function* paymentsOf(
  ctx: ServiceContext,
  { id: settlementId, currency }: SettlementRow,
): AsyncGenerator<SettlementPayment[], void> {
  let after: { created_at: Date | 'infinity'; id: string } | undefined = { created_at: 'infinity', id: '' }
  while (after) {
    const { rows }: Result<SettledPaymentRow> = await ctx.db.query({
      name: 'get-settlement-payments',
      text: `SELECT id, amount_minor, payer_name, created_at FROM service.payment
        WHERE account_id = $1 AND settlement_id = $2 AND (created_at, id) < ($3::timestamptz, $4)
        ORDER BY created_at DESC, id DESC LIMIT ${PAGE_ROWS}`,
      values: [ctx.accountId, settlementId, after.created_at, after.id],
    })
    yield rows.map(({ id, amount_minor, payer_name, created_at }) => ({
      id,
      amount: toMajor(amount_minor, currency),
      payer_name,
      created_at: created_at.toISOString(),
    }))
    after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
  }
}
