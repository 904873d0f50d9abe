import { z } from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { readQuery } from '@/lib/dashboard/reads/read-query'
import { shownAmount } from '@/lib/dashboard/reads/shown-amount'
import {
  type AuditedLink,
  type AuditOutcome,
  type AuditPage,
  auditFilterSchema,
} from '@/lib/dashboard/schema/audit'
import type { QuerySource } from '@/lib/dashboard/schema/list'
import { IMPORT_ACTION, IMPORT_ROW_ACTION, readImports } from './import-entry'

const PAGE_SIZE = 50
/** What removing a connection leaves in its entries, and in its own. */
const accountDetails = z.object({ account: z.string().optional(), name: z.string().optional() })

/** Reads a query of the audit list. Throws Refusal `invalid_parameters`. */
export function parseListAudit(source: QuerySource) {
  return readQuery(auditFilterSchema, source)
}

/**
 * Returns what was done through this connection, and in the team outside its present accounts, newest first. `names` tells the
 * team's members by id.
 */
export async function listAudit(
  ctx: ConnectionContext,
  { cursor }: { cursor?: string | undefined },
  names: ReadonlyMap<string, string>,
): Promise<AuditPage> {
  const { teamId, connectionId } = ctx
  const rows = await ctx.prisma.auditEntry.findMany({
    where: { teamId, OR: [{ connectionId }, { connectionId: null }], action: { not: IMPORT_ROW_ACTION } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE + 1,
    ...(cursor === undefined ? {} : { cursor: { teamId_id: { teamId, id: cursor } }, skip: 1 }),
  })
  const shown = rows.slice(0, PAGE_SIZE)
  const more = rows.length > PAGE_SIZE
  const [links, customers, imports] = await Promise.all([
    linksOf(ctx, shown),
    customersOf(ctx, shown),
    readImports(
      ctx,
      shown.map(importIdOf).filter((id) => id !== null),
    ),
  ])
  return {
    data: shown.map((row) => {
      const begun = imports.get(importIdOf(row) ?? '')
      return {
        id: row.id,
        user: row.userId === null ? null : { id: row.userId, name: names.get(row.userId) ?? '' },
        action: row.action,
        object_id: row.objectId,
        link: links.get(linkIdOf(row) ?? '') ?? null,
        customer: customers.get(customerIdOf(row) ?? '') ?? null,
        batch: begun ? { id: begun.id, name: begun.name, total: begun.total, done: begun.done } : null,
        account: accountOf(ctx, row),
        // A CHECK of the table holds the column to these words.
        outcome: begun?.outcome ?? (row.outcome as AuditOutcome),
        details: row.details,
        created_at: row.createdAt.toISOString(),
        finished_at: row.finishedAt?.toISOString() ?? null,
      }
    }),
    has_more: more,
    next_cursor: more ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** Every link that one of the entries is about, by its id; one that the mirror does not have is left out. */
async function linksOf(
  { connectionId, prisma }: ConnectionContext,
  rows: readonly Parameters<typeof linkIdOf>[0][],
): Promise<ReadonlyMap<string, AuditedLink>> {
  const ids = rows.map(linkIdOf).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const links = await prisma.mirrorLink.findMany({
    where: { connectionId, id: { in: ids } },
    select: { id: true, title: true, amountMinor: true, currency: true },
  })
  return new Map(
    links.map(({ id, title, amountMinor, currency }) => [
      id,
      { id, title, amount: shownAmount(amountMinor, currency), currency },
    ]),
  )
}

/** Returns every customer of the entries by id; one that the mirror lacks is left out. */
async function customersOf(
  { connectionId, prisma }: ConnectionContext,
  rows: readonly Parameters<typeof customerIdOf>[0][],
): Promise<ReadonlyMap<string, { id: string; name: string }>> {
  const ids = rows.map(customerIdOf).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const customers = await prisma.mirrorCustomer.findMany({
    where: { connectionId, id: { in: ids } },
    select: { id: true, name: true },
  })
  return new Map(customers.map((customer) => [customer.id, customer]))
}

type Act = { action: string; objectId: string | null; details: unknown }

function customerIdOf({ action, objectId, details }: Act): string | null {
  if (action.startsWith('charges.')) return chargeDetails.safeParse(details).data?.customer_id ?? null
  return action.startsWith('customers.') ? objectId : null
}

const chargeDetails = z.looseObject({ customer_id: z.string() })

function linkIdOf({ action, objectId }: { action: string; objectId: string | null }): string | null {
  return action.startsWith('links.') && action !== IMPORT_ACTION ? objectId : null
}

function importIdOf({ action, objectId }: { action: string; objectId: string | null }): string | null {
  return action === IMPORT_ACTION ? objectId : null
}

/** The account that an act on a connection was about; or the removed one that an entry was taken over from. */
function accountOf(
  { connectionId, account }: ConnectionContext,
  { action, objectId, details }: { action: string; objectId: string | null; details: unknown },
): string | null {
  const told = accountDetails.safeParse(details).data
  if (told?.account) return told.account
  if (!action.startsWith('connection.')) return null
  const isOwn = objectId === connectionId || action === 'connection.retire_secret'
  return told?.name ?? (isOwn ? account.name : null)
}
