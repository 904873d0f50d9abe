import type { ConnectionContext } from '@/lib/dashboard/context'
import { linkMatches } from '@/lib/dashboard/links/link-matches'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/payment-matches'
import { shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { fetchMissingId } from '@/lib/dashboard/reads/fetch-missing-id'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { searchedText } from '@/lib/dashboard/reads/searched-text'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import type { Found, More } from '@/lib/dashboard/schema/search'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { shownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { noCustomers, palettePeople } from './palette-people'
import {
  COUNTED_MAX,
  type Counted,
  countedBy,
  createdSince,
  FOUND_MAX,
  idStart,
  isIdStart,
  NEWEST_MAX,
  NO_MORE,
  startOf,
} from './search-bounds'

const searchedNouns = ['links', 'payments', 'customers', 'settlements'] as const

export interface SearchFor {
  /**
   * Trimmed search text: an id, a phone, an e-mail, a title, a name, an amount, four digits, an authorization code, a
   * reference of a payment or a transfer.
   */
  text: string
  /** Nouns that the role may see. */
  nouns: Readonly<Record<(typeof searchedNouns)[number], boolean>>
  role: MemberRole
}

/** Searches a text in all mirrored objects of any date. Returns a few of each noun, newest first. */
export async function findAnything(ctx: ConnectionContext, search: SearchFor): Promise<Found> {
  const text = searchedText(search.text)
  const { nouns, role } = search
  await fetchMissingId(
    ctx,
    text,
    searchedNouns.filter((noun) => nouns[noun]),
  )
  const [people, links, payments, settlements] = await Promise.all([
    nouns.customers ? palettePeople(ctx, text, role) : noCustomers,
    nouns.links ? foundLinks(ctx, text) : noRows,
    nouns.payments ? foundPayments(ctx, text) : noRows,
    nouns.settlements ? foundSettlements(ctx, text) : noRows,
  ])
  const now = ctx.now()
  return {
    customers: people.found,
    near: { customers: people.near, links: links.near, payments: payments.near },
    newPhone: people.newPhone,
    links: links.rows.slice(0, FOUND_MAX).map((row) => shownLink(row, now)),
    payments: payments.rows.slice(0, FOUND_MAX).map((row) => shownPayment(row, role)),
    settlements: settlements.rows.slice(0, FOUND_MAX).map(shownSettlement),
    more: {
      customers: beyond(people.more, text),
      links: beyond(links.more, text),
      payments: beyond(payments.more, text),
      settlements: beyond(settlements.more, text),
    },
  }
}

const noRows = { rows: [], near: false, more: NO_MORE }
/** First rows of a noun, and one more than is shown. */
const firstRows = { orderBy: newestFirst, take: FOUND_MAX + 1 }

async function foundLinks(ctx: ConnectionContext, text: string) {
  const { mirrorLink } = ctx.prisma
  const { anyOf, near, ...matches } = await linkMatches(ctx, text, { newest: NEWEST_MAX })
  const inList = { connectionId: ctx.connectionId, ...createdSince(matches) }
  const rows = await mirrorLink.findMany({
    where: { ...inList, OR: [...anyOf, ...idStart(text)] },
    ...firstRows,
  })
  const count = () => mirrorLink.count({ where: { ...inList, OR: anyOf }, take: COUNTED_MAX })
  return { rows, near: onlyResemble(rows, near), more: await moreThan(rows, count, matches) }
}

async function foundPayments(ctx: ConnectionContext, text: string) {
  const { mirrorPayment } = ctx.prisma
  const { anyOf, near, ...matches } = await paymentMatches(ctx, text, { newest: NEWEST_MAX })
  const inList = { connectionId: ctx.connectionId, ...createdSince(matches) }
  const rows = await mirrorPayment.findMany({
    where: { ...inList, OR: [...anyOf, ...idStart(text), ...referenceStart(text)] },
    ...firstRows,
  })
  const count = () => mirrorPayment.count({ where: { ...inList, OR: anyOf }, take: COUNTED_MAX })
  return { rows, near: onlyResemble(rows, near), more: await moreThan(rows, count, matches) }
}

async function foundSettlements({ connectionId, prisma, account }: ConnectionContext, text: string) {
  const anyOf = settlementMatches(text, account.currency)
  const rows = await prisma.mirrorSettlement.findMany({
    where: { connectionId, OR: [...anyOf, ...idStart(text)] },
    ...firstRows,
  })
  const count = () => prisma.mirrorSettlement.count({ where: { connectionId, OR: anyOf }, take: COUNTED_MAX })
  return { rows, more: await moreThan(rows, count, { since: null, atLeast: 0 }) }
}

/** Counts all matches if the rows found are more than are shown. */
async function moreThan(
  rows: readonly unknown[],
  count: () => Promise<number>,
  matches: Parameters<typeof countedBy>[1],
): Promise<Counted> {
  return rows.length > FOUND_MAX ? countedBy(count, matches) : NO_MORE
}

/** Returns the number of further matches; null also if only the start of an id was found, which no list searches. */
function beyond({ count, isLowerBound }: Counted, q: string): More | null {
  return count > 0 ? { count, isLowerBound, q } : null
}

/** Returns the condition of settlements with this id, transfer reference or exact net amount, debts included. */
function settlementMatches(text: string, currency: string) {
  const bare = text.replace(/\s+/g, '')
  const written = [text, bare].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()])
  const amounts = typedAmounts(text, currency).flatMap((minor) => [minor, -minor])
  return [
    { id: text },
    { reference: { in: [...new Set(written)] } },
    ...(amounts.length > 0 ? [{ netMinor: { in: amounts }, currency }] : []),
  ]
}

function referenceStart(text: string) {
  return isIdStart(text) ? [{ processorReference: startOf(text) }] : []
}
