import type { Cursor } from '@/lib/contract/cursor'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { isCurrency } from '@/lib/domain/currencies'
import { dateFormat } from '@/lib/domain/formatters'
import type { Reader } from '@/lib/domain/languages'
import { toDecimalString } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { afterCursor, newestFirst } from './keyset'
import { type DayFilter, periodBounds } from './period'

/** Rows of one read: enough to be quick, few enough that a slow reader uses little memory. */
export const CHUNK_ROWS = 500
/** Code points of a text that a thread draws: no text of a host fills its memory, a file or a page. */
export const CELL_MAX = { xlsx: 500, pdf: 200 } as const

/** A cell: text, an amount in major units, or an instant (ISO 8601) that is shown in the account's zone or in UTC. */
export type FileCell = string | { amount: number; currency: string } | { local: string } | { utc: string }

/** One column of a file: its heading, and the cell of a row. */
export type FileColumn<Row> = readonly [name: string, cell: (row: Row) => FileCell]

/** Texts and formats of a file: those of the member who starts it. */
export type FileTexts = Reader & { t: Translate }

type After = Partial<ReturnType<typeof afterCursor>>

/** Yields all rows of a list, newest first, chunk by chunk. `read` returns the rows of one Prisma query. */
export async function* newestRows<Row extends Pick<Cursor, 'id' | 'createdAt'>>(
  read: (page: { after: After; orderBy: typeof newestFirst; take: number }) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let after: After = {}
  for (;;) {
    const rows = await read({ after, orderBy: newestFirst, take: CHUNK_ROWS })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < CHUNK_ROWS) return
    after = afterCursor(last)
  }
}

/** Returns major units, debts included, with all of the currency's decimals and a point, for spreadsheets and programs. */
export function majorText(major: number, currency: string): string {
  return isCurrency(currency) ? toDecimalString(mirrorAmount(major, currency), currency) : String(major)
}

/** Returns the format of instants in a zone, such as `2026-11-20 20:43:05`: sortable, and a date in every spreadsheet. */
export function fileTime(timeZone: string): (iso: string) => string {
  const format = dateFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (iso) => format.format(new Date(iso))
}

/**
 * Returns the filters of a list for an audit entry: its days as instants, because "today" means another day later, and no
 * search text, because it may be a phone or e-mail and entries are kept forever.
 */
export function auditedFilters(
  { account, now }: ConnectionContext,
  query: DayFilter & { q?: string | undefined; cursor?: string | undefined },
): Readonly<Record<string, unknown>> {
  const { cursor: _, period: __, from: ___, to: ____, ...filters } = query
  const { after, before } = periodBounds(query, account.timezone, now().getTime())
  return {
    ...filters,
    ...(query.q === undefined ? {} : { q: '•••' }),
    ...(after ? { created_after: after } : {}),
    ...(before ? { created_before: before } : {}),
  }
}
