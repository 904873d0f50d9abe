import type { Settlement } from '@/lib/contract/settlement'
import type { SettlementStatus } from '@/lib/contract/states'
import { toMajor } from '@/lib/domain/money'

/** A row of service.settlement with its bank account's name (`settlementColumns` selects both). Amounts in minor units. */
export interface SettlementRow {
  account_id: string
  id: string
  status: SettlementStatus
  currency: string
  gross_minor: number
  fee_minor: number
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
  created_at: Date
}

/** Steps of a transfer (docs: settlements, states). */
export type TransferStep = 'WAITING' | 'SENDING' | 'ORDERED' | 'REFUSED'

/** Reason of an unsent transfer; the bank's own reasons are passed on unchanged. */
export type TransferProblem = string

/** The SELECT or RETURNING list of a SettlementRow, for a `service.settlement s`. */
export const settlementColumns = `s.account_id, s.id, s.status, s.currency, s.gross_minor, s.fee_minor, s.debt_minor,
  s.net_minor, s.payment_count, s.period_start, s.period_end, s.reference, s.paid_at, s.transfer_step, s.problem, s.created_at,
  (SELECT jsonb_build_object('bank_name', b.bank_name, 'last4', b.last4) FROM service.bank_account b
    WHERE b.account_id = s.account_id AND b.id = s.bank_account_id) AS bank_account`

/**
 * Returns the settlement in the form of lists and events (Resources: settlement); the detail response adds `payments`.
 */
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
  }
}
