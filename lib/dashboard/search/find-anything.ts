import { isCurrency } from '@/lib/contract/currencies'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type ShownLink, shownLink } from '@/lib/dashboard/links/shown-link'
import { paymentMatches } from '@/lib/dashboard/payments/list-payments'
import { type ShownPayment, shownPayment } from '@/lib/dashboard/payments/shown-payment'
import { newestFirst } from '@/lib/dashboard/reads/keyset'
import type { SearchKind } from '@/lib/dashboard/reads/page'
import { literally, searchKind } from '@/lib/dashboard/reads/search-kind'
import type { Prisma } from '@/lib/platform/prisma/client'

/** Per noun: what an eye takes in without reading; whoever wants more opens the list. */
const FOUND_MAX = 6
/** From here on the start of an id is one person's paste, not chance. */
const ID_START_MIN = 6

export interface SearchFor {
  /** Trimmed; an id, an e-mail, a title, a name, four digits, an authorization code. */
  text: string
  /** Minor units of the account's currency, where the text can be read as an amount. */
  amountMinor: number | null
  /** Which nouns the asking role may see. */
  nouns: { links: boolean; payments: boolean }
}

export interface Found {
  links: ShownLink[]
  payments: ShownPayment[]
}

/** Looks a text up in everything that the mirror holds, newest first, a few of each noun. Any date counts. */
export async function findAnything(ctx: ConnectionContext, search: SearchFor): Promise<Found> {
  const { connectionId } = ctx
  const text = lastSegment(search.text)
  const kind = searchKind(text)
  const amount = amountIs(search.amountMinor, ctx.account.currency)
  const page = { orderBy: newestFirst, take: FOUND_MAX }
  const [links, payments] = await Promise.all([
    search.nouns.links
      ? ctx.prisma.mirrorLink.findMany({
          where: { connectionId, OR: [...linkMatches(text, kind), ...amount] },
          ...page,
        })
      : [],
    search.nouns.payments
      ? ctx.prisma.mirrorPayment.findMany({
          where: { connectionId, OR: [...paymentMatches(text, kind), ...idStart(text), ...amount] },
          ...page,
        })
      : [],
  ])
  const now = ctx.now()
  return { links: links.map((row) => shownLink(row, now)), payments: payments.map(shownPayment) }
}

function linkMatches(text: string, kind: SearchKind): Prisma.MirrorLinkWhereInput[] {
  const byId = [{ id: text }, ...idStart(text)]
  return kind === 'id' ? byId : [{ title: { contains: literally(text), mode: 'insensitive' } }, ...byId]
}

function idStart(text: string) {
  const looksLikeId = text.length >= ID_START_MIN && /^[a-z]{2,8}_[A-Za-z0-9]+$/.test(text)
  return looksLikeId ? [{ id: { startsWith: literally(text) } }] : []
}

function amountIs(amountMinor: number | null, currency: string) {
  return amountMinor === null || !isCurrency(currency) ? [] : [{ amountMinor: BigInt(amountMinor), currency }]
}

/** Who pastes a payment page's address means the link it belongs to. */
function lastSegment(text: string): string {
  const path = /^https?:\/\/[^\s/]+\/(\S+)$/.exec(text)?.[1]
  return path?.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? text
}
