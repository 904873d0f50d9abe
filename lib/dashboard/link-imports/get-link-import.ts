import Papa from 'papaparse'
import { z } from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { inertCell } from '@/lib/domain/inert-cell'
import { isStorable } from '@/lib/domain/text'
import { raw, sql } from '@/lib/platform/sql'
import type { LinkImport } from './shape'

/** Listed imports; older ones are found by their URLs, and their links in the list. */
const LISTED_MAX = 10
const BYTE_ORDER_MARK = '\uFEFF'
const CSV_FIELDS = ['row', 'title', 'amount', 'state', 'link_id', 'url', 'problem']

/** Displayed part of a row's body, which was validated by the contract before it was stored. */
const bodySchema = z.object({ title: z.string(), amount: z.number() })

type ProgressRow = Omit<LinkImport, 'created_at'> & { created_at: Date }

/** Returns the SQL of imports with their progress, newest first; `which` is SQL of their ids. */
const progressOf = (connectionId: string, which: ReturnType<typeof sql>) => sql`
  SELECT b.id, b.name, b.state, b.total, b.problem, b.created_at,
    count(r) FILTER (WHERE r.state = 'DONE')::integer AS done, count(r) FILTER (WHERE r.state = 'FAILED')::integer AS failed
  FROM dashboard.link_batch b
  LEFT JOIN dashboard.link_batch_row r ON r.connection_id = b.connection_id AND r.batch_id = b.id
  WHERE b.connection_id = ${connectionId} AND b.id IN (${which})
  GROUP BY b.connection_id, b.id ORDER BY b.created_at DESC`

export type LinkImportDetail = Awaited<ReturnType<typeof getLinkImport>>

/** Returns one import with all of its rows, in their order. Throws Refusal `resource_not_found`. */
export async function getLinkImport(ctx: ConnectionContext, id: string) {
  if (!isStorable(id)) throw new Refusal('resource_not_found')
  const { connectionId } = ctx
  const [{ rows: found }, rows] = await Promise.all([
    ctx.db.query<ProgressRow>(progressOf(connectionId, sql`${id}`)),
    ctx.prisma.linkImportRow.findMany({
      where: { connectionId, importId: id },
      orderBy: { position: 'asc' },
    }),
  ])
  const [linkImport] = found
  if (!linkImport) throw new Refusal('resource_not_found')
  return {
    linkImport: shownProgress(linkImport),
    rows: rows.map(({ position, body, state, linkId, url, problem }) => ({
      position,
      ...bodySchema.parse(body),
      // A CHECK of the table limits the column to these values.
      state: state as 'WAITING' | 'DONE' | 'FAILED',
      link_id: linkId,
      url,
      problem,
    })),
  }
}

export async function listLinkImports({ db, connectionId }: ConnectionContext): Promise<LinkImport[]> {
  const newest = sql`
    SELECT id FROM dashboard.link_batch WHERE connection_id = ${connectionId}
    ORDER BY created_at DESC LIMIT ${raw(LISTED_MAX)}`
  const { rows } = await db.query<ProgressRow>(progressOf(connectionId, newest))
  return rows.map(shownProgress)
}

function shownProgress(row: ProgressRow): LinkImport {
  return { ...row, created_at: row.created_at.toISOString() }
}

/** Returns the result of each row as CSV; no cell is ever a formula. Throws Refusal `resource_not_found`. */
export async function linkImportCsv(ctx: ConnectionContext, id: string): Promise<string> {
  const { rows } = await getLinkImport(ctx, id)
  const data = rows.map(({ position, title, amount, state, link_id, url, problem }) =>
    [position, title, amount, state, link_id, url, problem].map((cell) => inertCell(String(cell ?? ''))),
  )
  return BYTE_ORDER_MARK + Papa.unparse({ fields: CSV_FIELDS, data }, { newline: '\r\n' })
}
