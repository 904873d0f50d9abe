import type { ConnectionContext } from '@/lib/dashboard/context'
import { linkMatches } from '@/lib/dashboard/links/link-matches'
import { shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/payment-matches'
import { shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { askForId } from '@/lib/dashboard/reads/ask-for-id'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import { lastSegment, literally } from '@/lib/dashboard/reads/search-kind'
import type { Found, More } from '@/lib/dashboard/schema/search'

const searchedNouns = ['links', 'payments'] as const
/** Per noun: few enough that the next noun is in sight below; whoever wants more opens the list. */
const FOUND_MAX = 4
/** Nobody reads a larger number here, and counting it takes time. */
export const COUNTED_MAX = 1_000
/** From here on the start of an id is one person's paste, not chance. */
const ID_START_MIN = 6

export interface SearchFor {
  /** Trimmed; an id, an e-mail, a title, a name, an amount, four digits, an authorization code, a reference. */
  text: string
  /** Which nouns the asking role may see. */
  nouns: { links: boolean; payments: boolean }
}

/** Looks a text up in everything that the mirror holds, newest first, a few of each noun. Any date counts. */
export async function findAnything(ctx: ConnectionContext, search: SearchFor): Promise<Found> {
  const { connectionId } = ctx
  const text = lastSegment(search.text)
  const { nouns } = search
  await askForId(
    ctx,
    text,
    searchedNouns.filter((noun) => nouns[noun]),
  )
  const asLinks = linkMatches(text, ctx.account.currency)
  const asPayments = search.nouns.payments ? await paymentMatches(ctx, text) : []
  const page = { orderBy: newestFirst, take: FOUND_MAX + 1 }
  const [links, payments] = await Promise.all([
    search.nouns.links
      ? ctx.prisma.mirrorLink.findMany({
          where: { connectionId, OR: [...asLinks, ...idStart(text)] },
          ...page,
        })
      : [],
    search.nouns.payments
      ? ctx.prisma.mirrorPayment.findMany({
          where: { connectionId, OR: [...asPayments, ...idStart(text), ...referenceStart(text)] },
          ...page,
        })
      : [],
  ])
  const now = ctx.now()
  const [moreLinks, morePayments] = await Promise.all([
    links.length > FOUND_MAX
      ? ctx.prisma.mirrorLink.count({ where: { connectionId, OR: asLinks }, take: COUNTED_MAX })
      : 0,
    payments.length > FOUND_MAX
      ? ctx.prisma.mirrorPayment.count({ where: { connectionId, OR: asPayments }, take: COUNTED_MAX })
      : 0,
  ])
  return {
    links: links.slice(0, FOUND_MAX).map((row) => shownLink(row, now)),
    payments: payments.slice(0, FOUND_MAX).map(shownPayment),
    more: { links: beyond(moreLinks, text), payments: beyond(morePayments, text) },
  }
}

/** Null also where only the start of an id was found: no list looks for that. */
function beyond(count: number, q: string): More | null {
  return count > 0 ? { count, q } : null
}

function idStart(text: string) {
  return isIdStart(text) ? [{ id: { startsWith: literally(text) } }] : []
}

function referenceStart(text: string) {
  return isIdStart(text) ? [{ processorReference: { startsWith: literally(text) } }] : []
}

function isIdStart(text: string): boolean {
  return text.length >= ID_START_MIN && /^[a-z]{2,8}_[A-Za-z0-9]+$/.test(text)
}
