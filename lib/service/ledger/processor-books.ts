import { firstIdAt } from '@/lib/contract/ids'
import type { Database } from '@/lib/platform/database'
import type { ProcessorBooks, ProcessorEntry } from '@/lib/service/processor/books'
import {
  type BookEntry,
  type BookedRow,
  type Finding,
  judgePayment,
  judgeRefund,
  PAGE,
  pagesOf,
} from './bank-books'
import { BREAKS_MAX_PER_RULE, type Discrepancy } from './coherence-rules'

/** Longer than our clock and the processor's differ, and than a payment takes from its row to its intent. */
const MARGIN_MS = 3_600_000

/** Comparison of one table with the processor's own books. Only a row in the state `moved` has moved money. */
interface Side {
  prefix: 'pay' | 'ref'
  table: 'payment' | 'refund'
  moved: string
  entries(books: ProcessorBooks, since: Date): AsyncIterable<ProcessorEntry>
  judge(row: BookedRow | undefined, entry: BookEntry | undefined): Finding | null
  /** Returns the discrepancy of a second entry that holds or moved money under a reference. */
  judgeRepetition(entry: BookEntry): Finding
}

const sides: readonly Side[] = [
  {
    prefix: 'pay',
    table: 'payment',
    moved: 'APPROVED',
    entries: (books, since) => books.capturedSince(since),
    judge: judgePayment,
    judgeRepetition: ({ status, amount_minor, currency }) => ({
      kind: 'captured_but_not_approved',
      expected: 'one intent',
      found: `a second intent, ${status} ${amount_minor} ${currency}`,
    }),
  },
  {
    prefix: 'ref',
    table: 'refund',
    moved: 'SUCCEEDED',
    entries: (books, since) => books.refundsSince(since),
    judge: judgeRefund,
    judgeRepetition: ({ amount_minor, currency }) => ({
      kind: 'refunded_twice',
      expected: 'one refund',
      found: `a second refund, ${amount_minor} ${currency}`,
    }),
  },
]

/** Compares a processor's intents and refunds with ours, both ways. Throws if it does not answer. */
export async function compareWithProcessor(
  database: Database,
  books: ProcessorBooks,
  since: Date,
): Promise<Discrepancy[]> {
  const found: Discrepancy[] = []
  for (const side of sides) found.push(...(await compareSide(database, books, since, side)))
  return found
}

async function compareSide(
  database: Database,
  books: ProcessorBooks,
  since: Date,
  side: Side,
): Promise<Discrepancy[]> {
  const earlier = (margins: number) => new Date(since.getTime() - margins * MARGIN_MS)
  const rows = await readRows(database, side, firstIdAt(side.prefix, earlier(2)))
  const breaks = new Map<string, Discrepancy>()
  const report = (reference: string, finding: Finding | null, row: BookedRow | undefined) => {
    if (finding && !breaks.has(reference))
      breaks.set(reference, { ...finding, account_id: row?.account_id ?? null, object_id: reference })
  }
  const seen = new Set<string>()
  const unknown = new Map<string, BookEntry>()
  for await (const { amountMinor, ...theirs } of side.entries(books, earlier(1))) {
    const entry: BookEntry = { ...theirs, amount_minor: amountMinor, bank_reference: '' }
    const row = rows.get(entry.reference)
    if (!row) unknown.set(entry.reference, entry)
    else if (seen.has(entry.reference)) report(entry.reference, side.judgeRepetition(entry), row)
    else report(entry.reference, side.judge(row, entry), row)
    seen.add(entry.reference)
  }
  const first = firstIdAt(side.prefix, since)
  for (const row of rows.values())
    if (row.id >= first && row.status === side.moved && !seen.has(row.id))
      report(row.id, side.judge(row, undefined), row)
  for (const reference of await listOrphans(database, side, [...unknown.keys()]))
    report(reference, side.judge(undefined, unknown.get(reference)), undefined)
  return [...breaks.values()].slice(0, BREAKS_MAX_PER_RULE)
}

/** Reads the rows whose ids are at least `first`. */
async function readRows(database: Database, { table }: Side, first: string): Promise<Map<string, BookedRow>> {
  const db = database.as('checkout_system')
  const read = (after: string) =>
    db.query<BookedRow>({
      text: `SELECT account_id, id, status, amount_minor, currency, NULL AS reference FROM service.${table}
        WHERE id > $1 ORDER BY id LIMIT $2`,
      values: [after, PAGE],
    })
  const found = new Map<string, BookedRow>()
  for await (const page of pagesOf(read, ({ id }) => id, first))
    for (const row of page) found.set(row.id, row)
  return found
}

/** Returns the references that have no row of ours, even now: one may have been committed since the first read. */
async function listOrphans(
  database: Database,
  { table }: Side,
  references: readonly string[],
): Promise<string[]> {
  const { rows } = await database.as('checkout_system').query<{ id: string }>({
    text: `SELECT id FROM service.${table} WHERE id = ANY ($1)`,
    values: [references],
  })
  const known = new Set(rows.map(({ id }) => id))
  return references.filter((reference) => !known.has(reference)).sort()
}
