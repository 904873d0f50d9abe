import * as z from 'zod'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type CustomerSearch, customerSearch } from '@/lib/dashboard/customers/customer-matches'
import { fetchCustomerByPhone } from '@/lib/dashboard/customers/known-customers'
import { bestFirst, foundCustomer } from '@/lib/dashboard/customers/shown-customer'
import { linkMatches } from '@/lib/dashboard/links/link-conditions'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/payment-filter'
import { shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { searchField } from '@/lib/dashboard/reads/list'
import { fetchMissingId } from '@/lib/dashboard/reads/read-object'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { literally, searchedText, typedAmounts } from '@/lib/dashboard/reads/search-text'
import { can, type MemberRole } from '@/lib/dashboard/role-permissions'
import { shownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { type FoundNoun, foundNouns } from './shape'

export const searchSchema = z.object({ q: searchField })

/** Matches per noun: few enough that the next noun is visible below; the list has the others. */
const FOUND_MAX = 4
/** Newest rows containing the text that are read; of customers with a part of a phone, those that are ranked. */
const NEWEST_MAX = 50
/** Length from which the start of an id is a deliberate search, not a coincidence. */
const ID_START_MIN = 6
/** Length of the longest id. */
const ID_LENGTH_MAX = 64

export interface SearchFor {
  /**
   * Trimmed search text: an id, a phone, an e-mail, a title, a name, an amount, four digits, an authorization code, a
   * reference of a payment or a transfer.
   */
  text: string
  /** Nouns that the role may see. */
  nouns: Readonly<Record<FoundNoun, boolean>>
  role: MemberRole
}

/** A few customers, links, payments and settlements that match a text. */
export type Found = Awaited<ReturnType<typeof findAnything>>

/** Searches a text in all mirrored objects of any date. Returns a few of each noun, newest first. */
export async function findAnything(ctx: ConnectionContext, search: SearchFor) {
  const text = searchedText(search.text)
  const { nouns, role } = search
  await fetchMissingId(
    ctx,
    text,
    foundNouns.filter((noun) => nouns[noun]),
  )
  const [people, links, payments, settlements] = await Promise.all([
    nouns.customers ? foundPeople(ctx, text, role) : { ...noRows, newPhone: null },
    nouns.links ? foundLinks(ctx, text) : noRows,
    nouns.payments ? foundPayments(ctx, text) : noRows,
    nouns.settlements ? foundSettlements(ctx, text) : noRows,
  ])
  const now = ctx.now()
  // No list searches the start of an id.
  const isMore = ({ rows }: { rows: readonly unknown[] }) => rows.length > FOUND_MAX && !isIdStart(text)
  return {
    /** Text by which the lists find the same rows. */
    text,
    /** The one with a searched phone comes first. */
    customers: people.rows.slice(0, FOUND_MAX),
    links: links.rows.slice(0, FOUND_MAX).map((row) => shownLink(row, now)),
    payments: payments.rows.slice(0, FOUND_MAX).map((row) => shownPayment(row, role)),
    settlements: settlements.rows.slice(0, FOUND_MAX).map(shownSettlement),
    /** True for nouns whose list has further matches. */
    more: {
      customers: isMore(people),
      links: isMore(links),
      payments: isMore(payments),
      settlements: isMore(settlements),
    },
    /** True for nouns of which no row contains the text, and those found resemble it. */
    near: { customers: people.near, links: links.near, payments: payments.near, settlements: false },
    /** Searched phone in international notation, if no customer has it and the role may create customers. */
    newPhone: people.newPhone,
  }
}

const noRows = { rows: [], near: false }
/** First rows of a noun, and one more than is shown. */
const firstRows = { orderBy: newestFirst, take: FOUND_MAX + 1 }

/**
 * Returns the customers who match a text, as `role` sees them: for a phone, first the customer who has it, then those
 * with one digit different, then those whose phone contains the digits. A complete phone that the mirror lacks is looked
 * up at the host.
 */
async function foundPeople(ctx: ConnectionContext, text: string, role: MemberRole) {
  const search = await customerSearch(ctx, text, { newest: NEWEST_MAX })
  const { phone } = search
  const owner = phone && (await fetchCustomerByPhone(ctx, phone))
  const { mirrorCustomer } = ctx.prisma
  const anyOf: CustomerSearch['anyOf'] = [...search.anyOf, ...idStart(text)]
  const where = { AND: [{ connectionId: ctx.connectionId }, createdSince(search), { OR: anyOf }] }
  const [rows, first] = await Promise.all([
    mirrorCustomer.findMany({ where, orderBy: newestFirst, take: phone ? NEWEST_MAX : firstRows.take }),
    owner ? mirrorCustomer.findFirst({ where: { AND: [where, { id: owner.id }] } }) : null,
  ])
  const all = first ? [first, ...rows.filter(({ id }) => id !== first.id)] : rows
  const isNew = phone?.isWhole && owner === null && can(role, 'customers.write')
  return {
    rows: bestFirst(all.map((row) => foundCustomer(ctx, row, { role, searched: phone }))),
    near: onlyResemble(all, search.near),
    newPhone: isNew ? (phone?.written ?? null) : null,
  }
}

async function foundLinks(ctx: ConnectionContext, text: string) {
  const { anyOf, near, since } = await linkMatches(ctx, text, { newest: NEWEST_MAX })
  const where = {
    connectionId: ctx.connectionId,
    ...createdSince({ since }),
    OR: [...anyOf, ...idStart(text)],
  }
  const rows = await ctx.prisma.mirrorLink.findMany({ where, ...firstRows })
  return { rows, near: onlyResemble(rows, near) }
}

async function foundPayments(ctx: ConnectionContext, text: string) {
  const { anyOf, near, since } = await paymentMatches(ctx, text, { newest: NEWEST_MAX })
  const byReference = isIdStart(text) ? [{ processorReference: startOf(text) }] : []
  const OR = [...anyOf, ...idStart(text), ...byReference]
  const where = { connectionId: ctx.connectionId, ...createdSince({ since }), OR }
  const rows = await ctx.prisma.mirrorPayment.findMany({ where, ...firstRows })
  return { rows, near: onlyResemble(rows, near) }
}

async function foundSettlements({ connectionId, prisma, account }: ConnectionContext, text: string) {
  const { currency } = account
  const bare = text.replace(/\s+/g, '')
  const written = [text, bare].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()])
  const amounts = typedAmounts(text, currency).flatMap((minor) => [minor, -minor])
  const OR = [
    { id: text },
    { reference: { in: [...new Set(written)] } },
    ...(amounts.length > 0 ? [{ netMinor: { in: amounts }, currency }] : []),
    ...idStart(text),
  ]
  return { rows: await prisma.mirrorSettlement.findMany({ where: { connectionId, OR }, ...firstRows }) }
}

function createdSince({ since }: { since: Date | null }) {
  return since ? { createdAt: { gte: since } } : {}
}

function idStart(text: string) {
  return isIdStart(text) ? [{ id: startOf(text) }] : []
}

/** Returns the condition of a column that begins with the text, as bounds that an index serves in any collation. */
function startOf(text: string) {
  return { startsWith: literally(text), gte: text, lte: `${text}${'z'.repeat(ID_LENGTH_MAX)}` }
}

function isIdStart(text: string): boolean {
  return text.length >= ID_START_MIN && /^[a-z]{2,8}_[A-Za-z0-9]+$/.test(text)
}
