import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { Environment } from '@/lib/platform/env'
import { BREAKS_MAX_PER_RULE, type Discrepancy } from './coherence-rules'

export const PAGE = 2_000

/** One entry of a bank's own books. `reference` is ours: the id of the payment, the refund or the settlement. */
export interface BookEntry {
  reference: string
  status: string
  amount_minor: number
  currency: string
  bank_reference: string
}

/** A payment, a refund or a settlement, as far as it is compared. */
export interface BookedRow {
  account_id: string
  id: string
  status: string
  amount_minor: number
  currency: string
  reference: string | null
}

/** Comparison of one table with the bank's own books. Only a row in the state `moved` has moved money. */
interface Comparison {
  prefix: 'pay' | 'ref' | 'set'
  rows: string
  moved: string
  entries: string
  holds: string
  judge(row: BookedRow | undefined, entry: BookEntry | undefined): Finding | null
}

export type Finding = Pick<Discrepancy, 'kind' | 'expected' | 'found'>

export const paymentsAtTestBank: Comparison = {
  prefix: 'pay',
  rows: 'SELECT account_id, id, status, amount_minor, currency, NULL AS reference FROM service.payment',
  moved: 'APPROVED',
  entries: `SELECT reference, status, amount_minor, currency, '' AS bank_reference FROM test_bank.operation`,
  holds: `status IN ('AUTHORIZED', 'CAPTURED')`,
  judge: judgePayment,
}

export const refundsAtTestBank: Comparison = {
  prefix: 'ref',
  rows: 'SELECT account_id, id, status, amount_minor, currency, processor_reference AS reference FROM service.refund',
  moved: 'SUCCEEDED',
  entries: `SELECT reference, status, amount_minor, currency, processor_reference AS bank_reference FROM test_bank.refund`,
  holds: `status = 'REFUNDED'`,
  judge: judgeRefund,
}

const settlements = {
  prefix: 'set',
  rows: 'SELECT account_id, id, status, net_minor AS amount_minor, currency, reference FROM service.settlement',
  moved: 'PAID',
  holds: `status <> 'REFUSED'`,
  judge: judgeSettlement,
} as const

export const settlementsAt: Readonly<Record<Environment['BANK'], Comparison>> = {
  test_bank: {
    ...settlements,
    entries: 'SELECT reference, status, amount_minor, currency, bank_reference FROM test_bank.transfer',
  },
  manual: {
    ...settlements,
    entries: `SELECT reference, status, amount_minor, currency, coalesce(bank_reference, '') AS bank_reference
      FROM manual_bank.payout`,
  },
}

/** Returns the discrepancies between our rows and the bank's entries, both ways, `since` an instant. */
export async function compareWithBank(
  database: Database,
  { prefix, rows, moved, entries, holds, judge }: Comparison,
  since: Date | undefined,
): Promise<Discrepancy[]> {
  const ours = database.as('checkout_system')
  const theirs = database.as('checkout_bank')
  const first = since ? firstIdAt(prefix, since) : ''
  const findRows = async (ids: readonly string[]) => {
    const found = await ours.query<BookedRow>({ text: `${rows} WHERE id = ANY ($1)`, values: [ids] })
    return new Map(found.rows.map((row) => [row.id, row]))
  }
  const findEntries = async (ids: readonly string[]) => {
    const text = `${entries} WHERE reference = ANY ($1)`
    const found = await theirs.query<BookEntry>({ text, values: [ids] })
    return new Map(found.rows.map((entry) => [entry.reference, entry]))
  }
  const suspects = new Set<string>()
  const movedRows = (after: string) => {
    const text = `${rows} WHERE id > $1 AND status = '${moved}' ORDER BY id LIMIT $2`
    return ours.query<BookedRow>({ text, values: [after, PAGE] })
  }
  for await (const page of pagesOf(movedRows, ({ id }) => id, first)) {
    const found = await findEntries(page.map(({ id }) => id))
    for (const row of page) if (judge(row, found.get(row.id))) suspects.add(row.id)
  }
  const heldEntries = (after: string) => {
    const text = `${entries} WHERE reference > $1 AND ${holds} ORDER BY reference LIMIT $2`
    return theirs.query<BookEntry>({ text, values: [after, PAGE] })
  }
  for await (const page of pagesOf(heldEntries, ({ reference }) => reference, first)) {
    const found = await findRows(page.map(({ reference }) => reference))
    for (const entry of page) if (judge(found.get(entry.reference), entry)) suspects.add(entry.reference)
  }
  // Money that moved during the read looks different on either side, so a second read decides.
  const ids = [...suspects].slice(0, BREAKS_MAX_PER_RULE)
  const [found, booked] = [await findRows(ids), await findEntries(ids)]
  return ids.flatMap((id) => {
    const row = found.get(id)
    const finding = judge(row, booked.get(id))
    return finding ? [{ ...finding, account_id: row?.account_id ?? null, object_id: id }] : []
  })
}

/** Yields pages of rows in the order of their keys, which begin after `first`. */
export async function* pagesOf<Row>(
  read: (after: string) => Promise<{ rows: Row[] }>,
  keyOf: (row: Row) => string,
  first: string,
): AsyncGenerator<Row[]> {
  for (let after: string | null = first; after !== null; ) {
    const { rows } = await read(after)
    yield rows
    const last = rows.at(-1)
    after = rows.length < PAGE || !last ? null : keyOf(last)
  }
}

/** Returns the discrepancy between a payment and its operation at the bank; PENDING payments may differ. */
export function judgePayment(
  payment: BookedRow | undefined,
  operation: BookEntry | undefined,
): Finding | null {
  const found = operation ? `${operation.status} ${operation.amount_minor} ${operation.currency}` : 'nothing'
  if (!payment)
    return operation ? { kind: 'bank_operation_without_payment', expected: 'no operation', found } : null
  if (payment.status === 'APPROVED') {
    const expected = `CAPTURED ${payment.amount_minor} ${payment.currency}`
    return found === expected ? null : { kind: 'approved_but_not_captured', expected, found }
  }
  if (payment.status === 'PENDING' || !operation) return null
  const expected = `no money: the payment is ${payment.status}`
  if (operation.status === 'CAPTURED') return { kind: 'captured_but_not_approved', expected, found }
  return operation.status === 'AUTHORIZED' ? { kind: 'left_authorized', expected, found } : null
}

/** Returns the discrepancy between a refund and the bank's; a PENDING refund may differ. */
export function judgeRefund(refund: BookedRow | undefined, entry: BookEntry | undefined): Finding | null {
  const moved = entry?.status === 'REFUNDED'
  const found = entry ? `${entry.status} ${entry.amount_minor} ${entry.currency}` : 'nothing'
  if (!refund) return moved ? { kind: 'bank_refund_without_refund', expected: 'no refund', found } : null
  if (refund.status === 'SUCCEEDED') {
    const expected = `REFUNDED ${refund.amount_minor} ${refund.currency}`
    return found === expected ? null : { kind: 'succeeded_but_not_refunded', expected, found }
  }
  if (refund.status === 'PENDING' || !moved) return null
  return { kind: 'refunded_but_failed', expected: `no money: the refund is ${refund.status}`, found }
}

/** Returns the discrepancy between a settlement and its transfer. The bank's response for a PENDING one may be on its way. */
function judgeSettlement(settlement: BookedRow | undefined, transfer: BookEntry | undefined): Finding | null {
  const moves = transfer && transfer.status !== 'REFUSED' ? transfer : undefined
  const found = transfer
    ? `${transfer.status} ${transfer.amount_minor} ${transfer.currency} as ${transfer.bank_reference}`
    : 'nothing'
  if (!settlement)
    return moves ? { kind: 'transfer_without_settlement', expected: 'no transfer', found } : null
  const { status, amount_minor, currency, reference } = settlement
  if (status === 'PAID') {
    const expected = `SENT ${amount_minor} ${currency} as ${reference}`
    return found === expected ? null : { kind: 'paid_but_not_transferred', expected, found }
  }
  if (!moves) return null
  if (status === 'DEBT')
    return { kind: 'transferred_but_owed', expected: 'no transfer: the settlement is a debt', found }
  const isSame = moves.amount_minor === amount_minor && moves.currency === currency
  return isSame
    ? null
    : { kind: 'transfer_of_another_amount', expected: `${amount_minor} ${currency}`, found }
}
