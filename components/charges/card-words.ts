import { brandLabel } from '@/lib/contract/card'
import type { ChargeCard } from '@/lib/dashboard/schema/charge'

/** Returns a saved card in words, `Visa ••4242`; empty without one. */
export function cardWords(card: ChargeCard | null): string {
  if (card === null) return ''
  return [card.brand ? brandLabel(card.brand) : '', card.last4 ? `••${card.last4}` : '']
    .filter(Boolean)
    .join(' ')
}
