import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { Discrepancy } from './coherence-rules'
import type { BookedTransfer, TransferBooks } from './transfer-books'

const PAGE = 2_000

interface ComparedSettlement {
  account_id: string
  id: string
  status: 'PENDING' | 'PAID' | 'DEBT'
  net_minor: number
  currency: string
  reference: string | null
}

/**
 * Compares settlements paid here with transfers sent at the bank, in both directions; returns at most `limit`
 * discrepancies, only of settlements created since an instant if one is given. Differences are checked twice, because
 * transfers continue meanwhile.
 */
export async function compareTransfers(
  database: Database,
  books: TransferBooks,
  { limit, since }: { limit: number; since: Date | undefined },
): Promise<Discrepancy[]> {
  const first = since ? firstIdAt('set', since) : ''
  const suspects = new Set<string>()
  for await (const settlements of paidPages(database, first)) {
    const transfers = byReference(await books.find(settlements.map(({ id }) => id)))
    for (const settlement of settlements)
      if (judge(settlement, transfers.get(settlement.id))) suspects.add(settlement.id)
  }
  for await (const transfers of moneyPages(books, first)) {
    const settlements = await findSettlements(
      database,
      transfers.map(({ reference }) => reference),
    )
    for (const transfer of transfers)
      if (judge(settlements.get(transfer.reference), transfer)) suspects.add(transfer.reference)
  }
  const references = [...suspects].slice(0, limit)
  const settlements = await findSettlements(database, references)
  const transfers = byReference(await books.find(references))
  return references.flatMap((id) => judge(settlements.get(id), transfers.get(id)) ?? [])
}

/**
 * Returns the discrepancy between a settlement and its transfer at the bank. The bank's response for a PENDING one may
 * be on its way.
 */
function judge(
  settlement: ComparedSettlement | undefined,
  transfer: BookedTransfer | undefined,
): Discrepancy | null {
  const moves = transfer && transfer.status !== 'REFUSED' ? transfer : undefined
  const found = transfer ? describe(transfer) : 'nothing'
  if (!settlement) {
    if (!moves) return null
    const object_id = moves.reference
    const expected = 'no transfer'
    return { kind: 'transfer_without_settlement', account_id: null, object_id, expected, found }
  }
  const { account_id, id: object_id, status, net_minor, currency, reference } = settlement
  const where = { account_id, object_id }
  if (status === 'PAID') {
    const expected = `SENT ${net_minor} ${currency} as ${reference}`
    return found === expected ? null : { kind: 'paid_but_not_transferred', ...where, expected, found }
  }
  if (!moves) return null
  if (status === 'DEBT') {
    return {
      kind: 'transferred_but_owed',
      ...where,
      expected: 'no transfer: the settlement is a debt',
      found,
    }
  }
  const expected = `${net_minor} ${currency}`
  const same = moves.amountMinor === net_minor && moves.currency === currency
  return same ? null : { kind: 'transfer_of_another_amount', ...where, expected, found }
}

function describe({ status, amountMinor, currency, bankReference }: BookedTransfer): string {
  return `${status} ${amountMinor} ${currency} as ${bankReference}`
}

function byReference(transfers: readonly BookedTransfer[]): Map<string, BookedTransfer> {
  return new Map(transfers.map((transfer) => [transfer.reference, transfer]))
}

const columns = 'account_id, id, status, net_minor, currency, reference'

async function* paidPages(database: Database, first: string): AsyncGenerator<ComparedSettlement[]> {
  let after = first
  for (;;) {
    const { rows } = await database.as('checkout_system').query<ComparedSettlement>({
      text: `SELECT ${columns} FROM service.settlement WHERE id > $1 AND status = 'PAID' ORDER BY id LIMIT $2`,
      values: [after, PAGE],
    })
    yield rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}

async function* moneyPages(books: TransferBooks, first: string): AsyncGenerator<BookedTransfer[]> {
  let after = first
  for (;;) {
    const transfers = await books.withMoney(after, PAGE)
    yield transfers
    const last = transfers.at(-1)
    if (transfers.length < PAGE || !last) return
    after = last.reference
  }
}

async function findSettlements(
  database: Database,
  ids: readonly string[],
): Promise<Map<string, ComparedSettlement>> {
  const { rows } = await database.as('checkout_system').query<ComparedSettlement>({
    text: `SELECT ${columns} FROM service.settlement WHERE id = ANY ($1)`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}
