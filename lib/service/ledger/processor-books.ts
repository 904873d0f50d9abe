import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { CapturedIntent, ProcessorBooks } from '@/lib/service/processor/books'
import { type BookEntry, type BookedRow, type Finding, judgePayment, PAGE, pagesOf } from './bank-books'
import { BREAKS_MAX_PER_RULE, type Discrepancy } from './coherence-rules'

/** Longer than our clock and the processor's differ, and than a payment takes from its row to its intent. */
const MARGIN_MS = 3_600_000

/**
 * Compares the intents that a processor captured since an instant with our payments, in both directions. Our rows are read
 * first: a payment that was final then has its final state at the processor, and any other is left to the next comparison.
 * An intent without a payment moved money that our database has lost, as after a restore. Returns the discrepancies. Throws
 * if the processor does not answer.
 */
export async function compareWithProcessor(
  database: Database,
  books: ProcessorBooks,
  since: Date,
): Promise<Discrepancy[]> {
  const earlier = (margins: number) => new Date(since.getTime() - margins * MARGIN_MS)
  const payments = await readPayments(database, firstIdAt('pay', earlier(2)))
  const breaks = new Map<string, Discrepancy>()
  const report = (reference: string, finding: Finding | null, row: BookedRow | undefined) => {
    if (finding && !breaks.has(reference))
      breaks.set(reference, { ...finding, account_id: row?.account_id ?? null, object_id: reference })
  }
  const seen = new Set<string>()
  const unknown = new Map<string, BookEntry>()
  for await (const intent of books.capturedSince(earlier(1))) {
    const entry = entryOf(intent)
    const row = payments.get(entry.reference)
    if (!row) unknown.set(entry.reference, entry)
    else if (seen.has(entry.reference)) report(entry.reference, judgeRepetition(entry), row)
    else report(entry.reference, judgePayment(row, entry), row)
    seen.add(entry.reference)
  }
  const first = firstIdAt('pay', since)
  for (const row of payments.values())
    if (row.id >= first && row.status === 'APPROVED' && !seen.has(row.id))
      report(row.id, judgePayment(row, undefined), row)
  for (const reference of await listOrphans(database, [...unknown.keys()]))
    report(reference, judgePayment(undefined, unknown.get(reference)), undefined)
  return [...breaks.values()].slice(0, BREAKS_MAX_PER_RULE)
}

/** Reads the payments whose ids are at least `first`. */
async function readPayments(database: Database, first: string): Promise<Map<string, BookedRow>> {
  const db = database.as('checkout_system')
  const read = (after: string) =>
    db.query<BookedRow>({
      text: `SELECT account_id, id, status, amount_minor, currency, NULL AS reference FROM service.payment
        WHERE id > $1 ORDER BY id LIMIT $2`,
      values: [after, PAGE],
    })
  const found = new Map<string, BookedRow>()
  for await (const page of pagesOf(read, ({ id }) => id, first))
    for (const row of page) found.set(row.id, row)
  return found
}

/** Returns the references that have no payment, even now: one may have been committed since the first read. */
async function listOrphans(database: Database, references: readonly string[]): Promise<string[]> {
  const { rows } = await database.as('checkout_system').query<{ id: string }>({
    text: 'SELECT id FROM service.payment WHERE id = ANY ($1)',
    values: [references],
  })
  const payments = new Set(rows.map(({ id }) => id))
  return references.filter((reference) => !payments.has(reference)).sort()
}

function entryOf({ reference, amountMinor, currency, status }: CapturedIntent): BookEntry {
  return { reference, status, amount_minor: amountMinor, currency, bank_reference: '' }
}

/** Returns the discrepancy of a second intent that holds or took money under a reference. */
function judgeRepetition({ status, amount_minor, currency }: BookEntry): Finding {
  const found = `a second intent, ${status} ${amount_minor} ${currency}`
  return { kind: 'captured_but_not_approved', expected: 'one intent', found }
}
