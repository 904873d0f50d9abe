import { brandLabel } from '@/lib/contract/card'
import { readCardChoice } from '@/lib/contract/card-choice'
import { formatMajor } from '@/lib/contract/money'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { isLowerEnd } from './amount-range'
import { periodWords } from './period-words'

/** How amounts are narrowed, as a person writes numbers; null where they are not. */
export function amountWords({ min, max }: PaymentFilter, currency: string, locale: string): string | null {
  const shown = (text: string) => formatMajor(Number(text), currency, locale)
  if (isLowerEnd(min))
    return max ? payments.amountSpan(shown(min), shown(max)) : payments.amountOver(shown(min))
  return max ? payments.amountUnder(shown(max)) : null
}

/** Which cards: `Visa`, `••4242` or `Visa ••4242`; null for any. */
export function cardWords({ card }: PaymentFilter): string | null {
  if (card === undefined) return null
  const { brand, last4 } = readCardChoice(card)
  return payments.cards(brand && brandLabel(brand), last4)
}

/** What the filters' values are told with, where the address holds a key. */
export type Told = {
  currency: string
  locale: string
  timeZone: string
  /** In milliseconds. */
  now: number
  linkTitle: string | null
  /** The search goes over all dates: those of the filter count for nothing. */
  anyDate: boolean
}

/** The filters that stand beside the status and the search, each in the words of its pill. */
export function standingWords(filter: PaymentFilter, told: Told): string[] {
  const { link, customer, unpaid } = filter
  const amount = amountWords(filter, told.currency, told.locale)
  return [
    unpaid ? payments.unpaidFilter : null,
    told.anyDate ? null : periodWords(filter, told.timeZone, told.now),
    amount && `${payments.amountFilter} ${amount}`,
    cardWords(filter),
    link ? `“${told.linkTitle ?? link}”` : null,
    customer ? `${payments.customerFilter} ${customer}` : null,
  ].filter((words) => words !== null)
}
