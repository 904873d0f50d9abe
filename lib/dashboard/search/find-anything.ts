import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ShownLink, shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/list-payments'
import { type ShownPayment, shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import type { SearchKind } from '@/lib/dashboard/reads/page'
import { literally, searchKind, textHas } from '@/lib/dashboard/reads/search-kind'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import type { Prisma } from '@/lib/platform/prisma/client'

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

/** How many the noun's list has for the same search, at most `COUNTED_MAX`, and the text that it is asked. */
export interface More {
  count: number
  q: string
}

export interface Found {
  links: ShownLink[]
  payments: ShownPayment[]
  /** Null where all that was found is here, or no list shows the rest. */
  more: { links: More | null; payments: More | null }
}

/** Looks a text up in everything that the mirror holds, newest first, a few of each noun. Any date counts. */
export async function findAnything(ctx: ConnectionContext, search: SearchFor): Promise<Found> {
  const { connectionId } = ctx
  const text = lastSegment(search.text)
  const kind = searchKind(text)
  const { currency } = ctx.account
  const amounts = typedAmounts(text, currency)
  const page = { orderBy: newestFirst, take: FOUND_MAX + 1 }
  const [links, payments] = await Promise.all([
    search.nouns.links
      ? ctx.prisma.mirrorLink.findMany({
          where: {
            connectionId,
            OR: [...linkMatches(text), { amountMinor: { in: amounts }, currency }],
          },
          ...page,
        })
      : [],
    search.nouns.payments
      ? ctx.prisma.mirrorPayment.findMany({
          where: {
            connectionId,
            OR: [...paymentMatches(text, kind, currency), ...idStart(text), ...referenceStart(text)],
          },
          ...page,
        })
      : [],
  ])
  const now = ctx.now()
  const [moreLinks, morePayments] = await Promise.all([
    links.length > FOUND_MAX ? linksBeyond(ctx, text) : null,
    payments.length > FOUND_MAX ? paymentsBeyond(ctx, text, kind) : null,
  ])
  return {
    links: links.slice(0, FOUND_MAX).map((row) => shownLink(row, now)),
    payments: payments.slice(0, FOUND_MAX).map(shownPayment),
    more: { links: moreLinks, payments: morePayments },
  }
}

async function linksBeyond(ctx: ConnectionContext, text: string): Promise<More | null> {
  const where = { connectionId: ctx.connectionId, ...textHas(text) }
  const count = await ctx.prisma.mirrorLink.count({ where, take: COUNTED_MAX })
  return count > 0 ? { count, q: text } : null
}

async function paymentsBeyond(ctx: ConnectionContext, text: string, kind: SearchKind): Promise<More | null> {
  const where = { connectionId: ctx.connectionId, OR: paymentMatches(text, kind, ctx.account.currency) }
  const count = await ctx.prisma.mirrorPayment.count({ where, take: COUNTED_MAX })
  return count > 0 ? { count, q: text } : null
}

/** A reference may be written like an id, so that both are looked for. */
function linkMatches(text: string): Prisma.MirrorLinkWhereInput[] {
  return [textHas(text), { id: text }, ...idStart(text)]
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

/** Who pastes a payment page's address means the link it belongs to. */
function lastSegment(text: string): string {
  const path = /^https?:\/\/[^\s/]+\/(\S+)$/.exec(text)?.[1]
  return path?.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? text
}
