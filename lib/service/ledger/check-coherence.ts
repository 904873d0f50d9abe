import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import { type BankBooks, type BankOperation, testBankBooks } from './bank-books'
import {
  coherenceRules,
  type Discrepancy,
  fullScope,
  rowsCreatedSince,
  settlementRules,
} from './coherence-rules'
import { compareTransfers } from './compare-transfers'
import { type TransferBooks, testBankTransferBooks } from './transfer-books'

/** Maximum number of discrepancies per rule; a longer list adds no information. */
const BREAKS_MAX_PER_RULE = 100
const PAGE = 2_000
/** Time limit of a rule, which may read whole tables. */
const RULE_TIMEOUT_MS = 600_000

type ComparedPayment = {
  account_id: string
  id: string
  status: 'PENDING' | 'APPROVED' | 'FAILED' | 'VOIDED' | 'TIMEOUT'
  amount_minor: number
  currency: string
}

export interface CoherenceOptions {
  database: Database
  /**
   * Limits the comparison to rows created since then, besides unfinished and unsettled ones; else everything is
   * compared.
   */
  since?: Date | undefined
  /** Null if the processor's books cannot be read; default: the test bank's. */
  bank?: BankBooks | null
  /** Null if the bank's books of transfers cannot be read; default: the test bank's. */
  transfers?: TransferBooks | null
}

/**
 * Compares ledger, payments, links, settlements and the banks' books (reliability: Money). Safe to run while payments
 * are made: each rule reads one snapshot, and differences from the bank are checked twice. Returns the discrepancies;
 * an empty list means coherence.
 */
export async function checkCoherence({
  database,
  since,
  bank = testBankBooks(database),
  transfers = testBankTransferBooks(database),
}: CoherenceOptions): Promise<Discrepancy[]> {
  const db = database.as('checkout_system')
  const breaks: Discrepancy[] = []
  const scope = since ? rowsCreatedSince(since) : fullScope
  for (const { kind, sql, wholeOnly } of [...coherenceRules, ...settlementRules]) {
    if (since && wholeOnly) continue
    const { rows } = await db.transaction(async (tx) => {
      await tx.query({
        text: `SELECT set_config('statement_timeout', $1, true)`,
        values: [String(RULE_TIMEOUT_MS)],
      })
      return tx.query<Omit<Discrepancy, 'kind'>>({
        text: `SELECT account_id, object_id, expected, found FROM (${sql(scope)}) broken ORDER BY account_id, object_id LIMIT ${BREAKS_MAX_PER_RULE}`,
      })
    })
    breaks.push(...rows.map((row) => ({ kind, ...row })))
  }
  if (bank) breaks.push(...(await compareWithBank(database, bank, since)))
  if (transfers)
    breaks.push(...(await compareTransfers(database, transfers, { limit: BREAKS_MAX_PER_RULE, since })))
  return breaks
}

async function compareWithBank(
  database: Database,
  bank: BankBooks,
  since: Date | undefined,
): Promise<Discrepancy[]> {
  const first = since ? firstIdAt('pay', since) : ''
  const suspects = new Set<string>()
  for await (const payments of approvedPages(database, first)) {
    const operations = byReference(await bank.find(payments.map((payment) => payment.id)))
    for (const payment of payments) if (judge(payment, operations.get(payment.id))) suspects.add(payment.id)
  }
  for await (const operations of moneyPages(bank, first)) {
    const payments = await findPayments(
      database,
      operations.map((operation) => operation.reference),
    )
    for (const operation of operations)
      if (judge(payments.get(operation.reference), operation)) suspects.add(operation.reference)
  }
  // A charge that ran during the read looks different on either side, so a second read decides.
  const references = [...suspects].slice(0, BREAKS_MAX_PER_RULE)
  const payments = await findPayments(database, references)
  const operations = byReference(await bank.find(references))
  return references.flatMap((id) => judge(payments.get(id), operations.get(id)) ?? [])
}

/** Returns the discrepancy between a payment and its operation at the bank; PENDING payments may differ. */
function judge(
  payment: ComparedPayment | undefined,
  operation: BankOperation | undefined,
): Discrepancy | null {
  if (!payment) {
    if (!operation) return null
    const found = describe(operation.status, operation.amountMinor, operation.currency)
    const object_id = operation.reference
    return {
      kind: 'bank_operation_without_payment',
      account_id: null,
      object_id,
      expected: 'no operation',
      found,
    }
  }
  const where = { account_id: payment.account_id, object_id: payment.id }
  const found = operation ? describe(operation.status, operation.amountMinor, operation.currency) : 'nothing'
  if (payment.status === 'APPROVED') {
    const expected = describe('CAPTURED', payment.amount_minor, payment.currency)
    return found === expected ? null : { kind: 'approved_but_not_captured', ...where, expected, found }
  }
  if (payment.status === 'PENDING' || !operation) return null
  const expected = `no money: the payment is ${payment.status}`
  if (operation.status === 'CAPTURED') return { kind: 'captured_but_not_approved', ...where, expected, found }
  if (operation.status === 'AUTHORIZED') return { kind: 'left_authorized', ...where, expected, found }
  return null
}

function describe(status: string, amountMinor: number, currency: string): string {
  return `${status} ${amountMinor} ${currency}`
}

function byReference(operations: readonly BankOperation[]): Map<string, BankOperation> {
  return new Map(operations.map((operation) => [operation.reference, operation]))
}

const comparedColumns = 'account_id, id, status, amount_minor, currency'

async function* approvedPages(database: Database, first: string): AsyncGenerator<ComparedPayment[]> {
  let after = first
  for (;;) {
    const { rows } = await database.as('checkout_system').query<ComparedPayment>({
      text: `SELECT ${comparedColumns} FROM service.payment WHERE id > $1 AND status = 'APPROVED' ORDER BY id LIMIT $2`,
      values: [after, PAGE],
    })
    yield rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}

async function* moneyPages(bank: BankBooks, first: string): AsyncGenerator<BankOperation[]> {
  let after = first
  for (;;) {
    const operations = await bank.withMoney(after, PAGE)
    yield operations
    const last = operations.at(-1)
    if (operations.length < PAGE || !last) return
    after = last.reference
  }
}

async function findPayments(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, ComparedPayment>> {
  const { rows } = await database.as('checkout_system').query<ComparedPayment>({
    text: `SELECT ${comparedColumns} FROM service.payment WHERE id = ANY ($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
