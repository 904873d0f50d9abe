import type { Customer } from '@/lib/contract/customer'
import { brandLabel } from '@/lib/domain/card'
import { customerDetail } from '@/lib/messages/customer-detail'

/** Returns `Visa ••4242` from the values that the host reports; an empty text without a card. */
export function cardName(card: Pick<NonNullable<Customer['card']>, 'brand' | 'last4'> | null): string {
  if (card === null) return ''
  const { brand, last4 } = card
  return [brand ? brandLabel(brand) : customerDetail.card.unnamed, last4 && `••${last4}`]
    .filter(Boolean)
    .join(' ')
}
