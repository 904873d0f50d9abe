import type { ConnectionContext } from '@/lib/dashboard/context'
import { linkMatches } from '@/lib/dashboard/links/link-matches'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/payment-matches'
import { shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { fetchMissingId } from '@/lib/dashboard/reads/fetch-missing-id'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { lastSegment } from '@/lib/dashboard/reads/search-kind'
import { onlyResemble } from '@/lib/dashboard/reads/search-mirror'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import type { Found, More } from '@/lib/dashboard/schema/search'
import type { MemberRole } from '@/lib/dashboard/schema/team'
import { shownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { noCustomers, palettePeople } from './palette-people'
import {
  COUNTED_MAX,
  type Counted,
  createdSince,
  FOUND_MAX,
  idStart,
  isIdStart,
  startOf,
} from './search-bounds'

const NO_MATCHES = { anyOf: [], since: null, near: [] }
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
  const { connectionId } = ctx
  const text = lastSegment(search.text)
  const { nouns, role } = search
  await fetchMissingId(
    ctx,
    text,
    searchedNouns.filter((noun) => nouns[noun]),
  )
  const [asLinks, asPayments] = await Promise.all([
    nouns.links ? linkMatches(ctx, text) : NO_MATCHES,
    nouns.payments ? paymentMatches(ctx, text) : NO_MATCHES,
  ])
  const page = { orderBy: newestFirst, take: FOUND_MAX + 1 }
  const asSettlements = settlementMatches(text, ctx.account.currency)
  const [people, links, payments, settlements] = await Promise.all([
    nouns.customers ? palettePeople(ctx, text, role) : noCustomers,
    nouns.links
      ? ctx.prisma.mirrorLink.findMany({
          where: { connectionId, ...createdSince(asLinks), OR: [...asLinks.anyOf, ...idStart(text)] },
          ...page,
        })
      : [],
    nouns.payments
      ? ctx.prisma.mirrorPayment.findMany({
          where: {
            connectionId,
            ...createdSince(asPayments),
            OR: [...asPayments.anyOf, ...idStart(text), ...referenceStart(text)],
          },
          ...page,
        })
      : [],
    nouns.settlements
      ? ctx.prisma.mirrorSettlement.findMany({
          where: { connectionId, OR: [...asSettlements, ...idStart(text)] },
          ...page,
        })
      : [],
  ])
  const now = ctx.now()
  const [moreLinks, morePayments, moreSettlements] = await Promise.all([
    links.length > FOUND_MAX
      ? ctx.prisma.mirrorLink.count({
          where: { connectionId, ...createdSince(asLinks), OR: asLinks.anyOf },
          take: COUNTED_MAX,
        })
      : 0,
    payments.length > FOUND_MAX
      ? ctx.prisma.mirrorPayment.count({
          where: { connectionId, ...createdSince(asPayments), OR: asPayments.anyOf },
          take: COUNTED_MAX,
        })
      : 0,
    settlements.length > FOUND_MAX
      ? ctx.prisma.mirrorSettlement.count({ where: { connectionId, OR: asSettlements }, take: COUNTED_MAX })
      : 0,
  ])
  return {
    customers: people.found,
    near: {
      customers: people.near,
      links: onlyResemble(links, asLinks.near),
      payments: onlyResemble(payments, asPayments.near),
    },
    newPhone: people.newPhone,
    links: links.slice(0, FOUND_MAX).map((row) => shownLink(row, now)),
    payments: payments.slice(0, FOUND_MAX).map((row) => shownPayment(row, role)),
    settlements: settlements.slice(0, FOUND_MAX).map(shownSettlement),
    more: {
      customers: beyond(people.more, text),
      links: beyond({ count: moreLinks, isLowerBound: asLinks.since !== null }, text),
      payments: beyond({ count: morePayments, isLowerBound: asPayments.since !== null }, text),
      settlements: beyond({ count: moreSettlements, isLowerBound: false }, text),
    },
  }
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
