import { z } from 'zod'
import { asSystem, type ConnectionContext, type Dashboard } from '@/lib/dashboard/context'
import { shownAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { type FileColumn, newestRows } from '@/lib/dashboard/reads/file-rows'
import {
  byCreation,
  countsOf,
  countWithTimeout,
  createdWithin,
  listTotals,
  readCursor,
  readPage,
  upToCursor,
} from '@/lib/dashboard/reads/keyset'
import { dayFields, idField, listFilter } from '@/lib/dashboard/reads/list'
import { periodBounds } from '@/lib/dashboard/reads/period'
import { literally, searchedText } from '@/lib/dashboard/reads/search-text'
import { Refusal } from '@/lib/dashboard/refusal'
import { isStorable } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'
import type { Queryable } from '@/lib/platform/database'
import type { Prisma } from '@/lib/platform/prisma/client'
import { sql } from '@/lib/platform/sql'
import { type AuditOutcome, auditGroups, auditOutcomes } from './shape'

// Object.keys loses the key type.
const groupNames = Object.keys(auditGroups) as (keyof typeof auditGroups)[]

/** Current or former member of a team. */
type AuditPerson = { name: string; email: string }

/** Filters of the audit log in its URL. */
export const auditFilterSchema = listFilter('audit_entry', auditOutcomes, {
  member: idField.optional(),
  group: z.enum(groupNames).optional(),
  ...dayFields,
})

export type AuditFilter = z.output<typeof auditFilterSchema>

/** Details that the removal of a connection adds to its entries, and to its own. */
const accountDetails = z.object({ account: z.string().optional(), name: z.string().optional() })

/** One action, or an attempt, through this dashboard. */
export type AuditEntry = Awaited<ReturnType<typeof shownEntries>>[number]

/** Returns one page of the actions in this connection, and in the team outside its current accounts, newest first. */
export async function listAudit(ctx: ConnectionContext, query: AuditFilter, people: AuditPeople) {
  const listed = auditConditions(ctx, query, people)
  const [{ shown, ...page }, totals] = await Promise.all([
    readPage('audit_entry', { cursor: query.cursor, listed, order: byCreation }, (args) =>
      ctx.prisma.auditEntry.findMany(args),
    ),
    countWithTimeout(() => auditTotals(ctx, query, people)),
  ])
  const search = query.q === undefined ? null : { as: 'text' as const }
  return { data: await shownEntries(ctx, shown, people), ...page, totals, search }
}

/** Returns the number of entries of each outcome under the other filters. */
async function auditTotals(ctx: ConnectionContext, query: AuditFilter, people: AuditPeople) {
  const cursor = readCursor('audit_entry', query.cursor)
  const { auditEntry } = ctx.counting
  const inAnyStatus = { AND: auditConditions(ctx, { ...query, status: undefined }, people) }
  const [rows, newer] = await Promise.all([
    auditEntry.groupBy({ by: ['outcome'], where: inAnyStatus, _count: { _all: true } }),
    cursor
      ? auditEntry.count({ where: { AND: [...auditConditions(ctx, query, people), upToCursor(cursor)] } })
      : 0,
  ])
  const groups = rows.map(({ outcome, _count }) => ({ status: outcome, _count }))
  return listTotals(ctx, query, { counts: countsOf(auditOutcomes, groups), newer })
}

/** Returns one entry. Throws Refusal `resource_not_found`. */
export async function getAudit(ctx: ConnectionContext, id: string, people: AuditPeople): Promise<AuditEntry> {
  const row = isStorable(id)
    ? await ctx.prisma.auditEntry.findFirst({ where: { AND: [...auditConditions(ctx, {}, people), { id }] } })
    : null
  const [entry] = row ? await shownEntries(ctx, [row], people) : []
  if (!entry) throw new Refusal('resource_not_found')
  return entry
}

function auditConditions(
  { teamId, connectionId, account, now }: ConnectionContext,
  query: AuditFilter,
  people: AuditPeople,
): Prisma.AuditEntryWhereInput[] {
  const { status, q, member, group } = query
  return [
    { teamId, OR: [{ connectionId }, { connectionId: null }], action: { not: IMPORT_ROW_ACTION } },
    createdWithin(periodBounds(query, account.timezone, now().getTime())),
    ...(status ? [{ outcome: status }] : []),
    ...(member ? [{ userId: member }] : []),
    ...(group ? [{ OR: auditGroups[group].map((part) => ({ action: partOf(part) })) }] : []),
    ...(q === undefined ? [] : [{ OR: searched(searchedText(q), people) }]),
  ]
}

/** Returns the condition of a part of a group: `exports.` begins a name, `.export` ends one. */
function partOf(part: string) {
  return part.startsWith('.') ? { endsWith: part } : { startsWith: part }
}

/**
 * Returns the conditions by which an entry matches a text: its member by name or e-mail, its object or its own id, its IP
 * address.
 */
function searched(text: string, people: AuditPeople): Prisma.AuditEntryWhereInput[] {
  const wanted = text.toLocaleLowerCase()
  const fits = ({ name, email }: AuditPerson) => `${name}\n${email}`.toLocaleLowerCase().includes(wanted)
  const userIds = [...people].filter(([, person]) => fits(person)).map(([id]) => id)
  return [
    { userId: { in: userIds } },
    { objectId: text },
    { id: text },
    { address: { startsWith: literally(text) } },
  ]
}

type AuditRow = Awaited<ReturnType<ConnectionContext['prisma']['auditEntry']['findMany']>>[number]

async function shownEntries(
  { connectionId, account, prisma, db }: ConnectionContext,
  rows: readonly AuditRow[],
  people: AuditPeople,
) {
  const idsBy = (idOf: (row: AuditRow) => string | null) => rows.map(idOf).filter((id) => id !== null)
  const [links, customers, imports] = await Promise.all([
    prisma.mirrorLink.findMany({
      where: { connectionId, id: { in: idsBy(linkIdOf) } },
      select: { id: true, title: true, amountMinor: true, currency: true },
    }),
    prisma.mirrorCustomer.findMany({
      where: { connectionId, id: { in: idsBy(customerIdOf) } },
      select: { id: true, name: true },
    }),
    readImports(db, connectionId, idsBy(importIdOf)),
  ])
  return rows.map((row) => {
    const link = withId(links, linkIdOf(row))
    const begun = withId(imports, importIdOf(row))
    return {
      id: row.id,
      user:
        row.userId === null
          ? null
          : { id: row.userId, ...(people.get(row.userId) ?? { name: '', email: '' }) },
      action: row.action,
      object_id: row.objectId,
      /** Link, customer or link import of the action, as they are now; null for anything else. */
      link: link && {
        id: link.id,
        title: link.title,
        amount: shownAmount(link.amountMinor, link.currency),
        currency: link.currency,
      },
      customer: withId(customers, customerIdOf(row)),
      /** With the number of links created so far. */
      linkImport: begun && { id: begun.id, name: begun.name, total: begun.total, done: begun.done },
      /** Name of the action's account if it is not the connection's own, otherwise null. */
      account: accountOf({ connectionId, account }, row),
      // A CHECK of the table limits the column to these values.
      outcome: begun?.outcome ?? (row.outcome as AuditOutcome),
      details: row.details,
      address: row.address,
      created_at: row.createdAt.toISOString(),
      finished_at: row.finishedAt?.toISOString() ?? null,
    }
  })
}

function withId<Found extends { id: string }>(found: readonly Found[], id: string | null): Found | null {
  return found.find((one) => one.id === id) ?? null
}

type Act = { action: string; objectId: string | null; details: unknown }

function customerIdOf({ action, objectId, details }: Act): string | null {
  if (action.startsWith('charges.')) return chargeDetails.safeParse(details).data?.customer_id ?? null
  return action.startsWith('customers.') ? objectId : null
}

const chargeDetails = z.looseObject({ customer_id: z.string() })

function linkIdOf({ action, objectId }: Act): string | null {
  return action.startsWith('links.') && action !== IMPORT_ACTION ? objectId : null
}

function importIdOf({ action, objectId }: Act): string | null {
  return action === IMPORT_ACTION ? objectId : null
}

/** Returns the account of an action on a connection, or the removed account of an earlier entry. */
function accountOf(
  { connectionId, account }: Pick<ConnectionContext, 'connectionId' | 'account'>,
  { action, objectId, details }: Act,
): string | null {
  const parsed = accountDetails.safeParse(details).data
  if (parsed?.account) return parsed.account
  if (!action.startsWith('connection.')) return null
  const isOwn = objectId === connectionId || action === 'connection.retire_secret'
  return parsed?.name ?? (isOwn ? account.name : null)
}

/** Action of a member's link import: one entry, whose object is the import. */
export const IMPORT_ACTION = 'links.import'
/**
 * Action of one row of an import, whose entry prevents a second link. The lists omit it: its import's entry has the
 * result.
 */
export const IMPORT_ROW_ACTION = 'links.import_row'

/** Returns some imports with their overall results: in progress, nothing created, or links created. */
async function readImports(db: Queryable, connectionId: string, ids: readonly string[]) {
  const { rows } = await db.query<{
    id: string
    name: string
    total: number
    done: number
    outcome: AuditOutcome
  }>(sql`
    SELECT id, name, total, done,
      CASE WHEN state IN ('QUEUED', 'RUNNING') THEN 'intent' WHEN done > 0 THEN 'done' ELSE 'failed' END AS outcome
    FROM dashboard.link_batch b CROSS JOIN LATERAL (SELECT count(*)::integer AS done FROM dashboard.link_batch_row r
      WHERE r.connection_id = b.connection_id AND r.batch_id = b.id AND r.state = 'DONE') AS made
    WHERE connection_id = ${connectionId} AND id = ANY (${ids})`)
  return rows
}

export async function* auditRows(
  ctx: ConnectionContext,
  query: AuditFilter,
  people: AuditPeople,
): AsyncGenerator<AuditEntry[]> {
  const where = auditConditions(ctx, query, people)
  const chunks = newestRows(({ after, ...page }) =>
    ctx.prisma.auditEntry.findMany({ ...page, where: { AND: [...where, after] } }),
  )
  for await (const rows of chunks) yield await shownEntries(ctx, rows, people)
}

export function auditColumns(timezone: string, t: Translate): readonly FileColumn<AuditEntry>[] {
  return [
    [t('audit.exported.when', { zone: timezone }), ({ created_at }) => ({ local: created_at })],
    [t('audit.exported.whenUtc'), ({ created_at }) => ({ utc: created_at })],
    [t('audit.exported.who'), ({ user }) => (user ? user.name || t('audit.gone') : t('audit.nobody'))],
    [t('audit.exported.email'), ({ user }) => user?.email ?? ''],
    [
      t('audit.exported.what'),
      ({ action, outcome }) =>
        t.first(`audit.${outcome === 'done' ? 'actions' : 'acts'}.${action}`) ?? action,
    ],
    [t('audit.exported.action'), ({ action }) => action],
    [t('audit.exported.object'), ({ object_id }) => object_id ?? ''],
    [t('audit.exported.outcome'), ({ outcome }) => t(`audit.status.${outcome}`)],
    [t('audit.exported.address'), ({ address }) => address ?? ''],
    [t('audit.exported.details'), ({ details }) => JSON.stringify(details)],
    [t('audit.exported.id'), ({ id }) => id],
  ]
}

/** Current and former members of a team, by id. */
export type AuditPeople = ReadonlyMap<string, AuditPerson>

/** Returns the members of a team and every user who ever acted in it, by name. */
export async function auditPeople({ database }: Pick<Dashboard, 'database'>, teamId: string) {
  const { rows } = await asSystem({ database }).query<{
    id: string
    name: string
    email: string
  }>(sql`
    WITH RECURSIVE acting AS (
      (SELECT user_id FROM dashboard.audit_entry WHERE team_id = ${teamId} AND user_id IS NOT NULL
        ORDER BY user_id LIMIT 1)
      UNION ALL
      SELECT (SELECT user_id FROM dashboard.audit_entry
        WHERE team_id = ${teamId} AND user_id > acting.user_id ORDER BY user_id LIMIT 1)
      FROM acting WHERE acting.user_id IS NOT NULL
    )
    SELECT id, name, email FROM dashboard."user"
    WHERE id IN (SELECT user_id FROM acting)
      OR id IN (SELECT user_id FROM dashboard.membership WHERE team_id = ${teamId})
    ORDER BY name, id`)
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}
