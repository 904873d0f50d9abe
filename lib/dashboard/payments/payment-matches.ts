import { searchWords } from '@/lib/contract/search-words'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { hasWord, literally, searchKind } from '@/lib/dashboard/reads/search-kind'
import { ofAmount, searchTerms } from '@/lib/dashboard/reads/search-terms'
import { typedAmounts } from '@/lib/dashboard/reads/typed-amounts'
import { type TypedCard, typedCard } from '@/lib/dashboard/reads/typed-card'
import type { Prisma } from '@/lib/platform/prisma/client'
import { referencedLinks } from './referenced-links'

type Condition = Prisma.MirrorPaymentWhereInput

/** A search text as alternatives that each find a payment: what `searchKind` takes it for, and what else it could be. */
export async function paymentMatches(ctx: ConnectionContext, text: string): Promise<Condition[]> {
  const { currency } = ctx.account
  const kind = searchKind(text)
  const links = await referencedLinks(ctx, searchWords(text))
  const isMasked = ctx.seesContacts === false
  const written = isMasked ? hasNameWord : hasWord
  /** In the payer's name, the e-mail, the title or a reference of its link. */
  const holds = (word: string): Condition[] => {
    const ids = links.get(word)
    return ids ? [written(word), { linkId: { in: ids } }] : [written(word)]
  }
  const holdsAll = (words: readonly string[]): Condition => ({
    AND: words.map((word) => ({ OR: holds(word) })),
  })
  if (kind === 'email' && isMasked) return [{ payerEmail: { equals: text, mode: 'insensitive' } }]
  if (kind === 'email') return [holdsAll(searchWords(text))]
  if (kind === 'id') {
    const ids = links.get(searchWords(text)[0] ?? text)
    return [
      { id: text },
      { linkId: text },
      { customerId: text },
      { processorReference: text },
      ...(ids ? [{ linkId: { in: ids } }] : []),
    ]
  }
  /** Every word as one of those, or as what was paid. */
  const holdsOrPaid = (typed: string): Condition => ({
    AND: searchTerms(typed, currency).map(({ word, amounts }) => ({
      OR: [...holds(word), ...ofAmount(amounts, currency)],
    })),
  })
  const card = typedCard(text)
  const ofTypedCard = card ? [{ ...ofCard(card), ...(card.rest === '' ? {} : holdsOrPaid(card.rest)) }] : []
  if (card?.sure) return ofTypedCard
  // A number or six capitals may be one of several things: what else they could be is searched with them.
  return [
    kind === 'text' ? holdsOrPaid(text) : holdsAll(searchWords(text)),
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
}

/** Finds a word in the payer's name or the title, not in the e-mail that the folded text holds beside them: masked, it is no thing to find. */
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
