import type { ConnectionContext } from '@/lib/dashboard/context'
import { type Enough, type Matches, matchingAll } from '@/lib/dashboard/reads/search-mirror'
import {
  hasWord,
  literally,
  ofAmount,
  type SearchTerm,
  searchKind,
  searchTerms,
  type TypedCard,
  typedAmounts,
  typedCard,
} from '@/lib/dashboard/reads/search-text'
import { emailIdentity } from '@/lib/domain/email-address'
import { splitSearch } from '@/lib/domain/fold-text'
import type { Prisma } from '@/lib/platform/prisma/client'
import { emailForms } from '@/lib/platform/typed-url'
import { referencedLinks } from './referenced-links'

type Condition = Prisma.MirrorPaymentWhereInput

/**
 * Returns a search text as alternatives that each find a payment: the meaning by `searchKind`, and its other possible
 * meanings.
 */
export async function paymentMatches(
  ctx: ConnectionContext,
  text: string,
  { newest }: Enough = {},
): Promise<Matches<Condition>> {
  const { currency } = ctx.account
  const kind = searchKind(text)
  const isMasked = ctx.seesContacts === false
  const written: (word: string) => Condition = isMasked ? hasNameWord : hasWord
  const only = (...anyOf: Condition[]) => ({ anyOf, since: null, near: [] })
  const ofEmail = emailForms(emailIdentity(text)).map((form) => ({
    payerEmail: { equals: literally(form), mode: 'insensitive' as const },
  }))
  if (kind === 'email' && isMasked) return only(...ofEmail)
  const links = await referencedLinks(ctx, splitSearch(text))
  const ofLinks = (word: string): Condition[] => {
    const ids = links.get(word)
    return ids ? [{ linkId: { in: ids } }] : []
  }
  /**
   * Returns the condition that each term is in the payer's name, the e-mail, the title or a reference of its link, or is
   * the amount.
   */
  const holds = (terms: readonly SearchTerm[], enough: Enough = {}) =>
    matchingAll(
      ctx,
      'payments',
      terms.map(({ word, amounts }) => ({
        word,
        others: [...ofLinks(word), ...ofAmount(amounts, currency)],
      })),
      { written, ...enough },
    )
  // For masked contacts fewer rows match than contain the text: its newest rows, and when they begin, say nothing.
  const enough: Enough = isMasked ? {} : { newest }
  const asTyped = splitSearch(text).map((word) => ({ word, amounts: [] }))
  if (kind === 'email') {
    const { condition, ...rest } = await holds(asTyped, enough)
    // The text of a row contains an address as it was sent, an international domain in one of two forms.
    return { anyOf: [condition, ...(ofEmail.length > 1 ? ofEmail : [])], ...rest }
  }
  if (kind === 'id')
    return only(
      { id: text },
      { linkId: text },
      { customerId: text },
      { processorReference: text },
      ...ofLinks(splitSearch(text)[0] ?? text),
    )
  const card = typedCard(text)
  const beside = card && card.rest !== '' ? (await holds(searchTerms(card.rest, currency))).condition : {}
  const ofTypedCard = card ? [{ ...ofCard(card), ...beside }] : []
  if (card?.sure) return only(...ofTypedCard)
  const terms = kind === 'text' ? searchTerms(text, currency) : asTyped
  const { condition, since, ...rest } = await holds(terms, enough)
  // A number or six capitals may have several meanings: the other ones are searched too.
  const anyOf = [
    condition,
    { id: text },
    { processorReference: text },
    ...ofAmount(typedAmounts(text, currency), currency),
    ...ofTypedCard,
    ...(kind === 'last4' && !card
      ? [{ cardLast4: text }]
      : kind === 'amount'
        ? []
        : [{ authorizationCode: { in: [text, text.toUpperCase(), text.toLowerCase()] } }]),
  ]
  return { anyOf, since: isMasked ? null : since, ...rest }
}

/** Finds a term in the payer's name or the title, but not in the e-mail of the same folded text, which is masked. */
function hasNameWord(word: string): Condition {
  const contains = { contains: literally(word), mode: 'insensitive' as const }
  return {
    AND: [
      hasWord(word),
      { OR: [{ payerName: contains }, { linkTitle: contains }, { NOT: { payerEmail: contains } }] },
    ],
  }
}

function ofCard({ last4, brand }: TypedCard): Condition {
  return brand ? { cardLast4: last4, cardBrand: brand } : { cardLast4: last4 }
}
