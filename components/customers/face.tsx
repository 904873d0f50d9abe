import { CalendarX2, TriangleAlert } from 'lucide-react'
import { useRead } from '@/components/data/member'
import type { ListOf } from '@/components/detail/detail-screen'
import type { Recipient } from '@/components/links/share-parts'
import { FOCUS_PARAM, listHref } from '@/components/navigation/query-string'
import { useTexts } from '@/components/texts/texts-provider'
import { Badge } from '@/components/ui/badge'
import { BrandMark, hasBrandMark } from '@/components/ui/brand-mark'
import type { Customer } from '@/lib/contract/customer'
import type { PhoneMatch } from '@/lib/dashboard/customers/customer-matches'
import type { CustomerFilter } from '@/lib/dashboard/customers/list-customers'
import type { CardState } from '@/lib/dashboard/customers/shown-customer'
import { brandLabel } from '@/lib/domain/card'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

type Props = { card: Customer['card']; state: CardState; className?: string }

const warnings = {
  expiring: { tone: 'text-warning', Icon: TriangleAlert },
  expired: { tone: 'text-danger', Icon: CalendarX2 },
} as const

/** Renders brand, `••4242` and expiry; for a card that expires soon or has expired, the state is spelled out, with an icon and a color. */
export function CardText({ card, state, className }: Props) {
  const t = useTexts()
  if (card === null || state === 'none')
    return <span className={className}>{t('customer-states.card.none')}</span>
  const warned = state === 'expiring' || state === 'expired' ? state : null
  const { tone = '', Icon = null } = warned ? warnings[warned] : {}
  const hasMark = card.brand !== null && card.last4 !== null && hasBrandMark(card.brand)
  const name = hasMark ? `••${card.last4}` : cardName(card, t)
  const expiry = card.expiry ?? ''
  return (
    <span className={cn('tnum inline-flex items-center gap-x-1.5 whitespace-nowrap', className)}>
      {hasMark ? <BrandMark brand={card.brand} className="h-4 w-6" /> : null}
      {warned ? name : `${name} ${expiry}`}
      {warned && Icon ? (
        <span className={cn('inline-flex items-center gap-1 font-medium', tone)}>
          <Icon aria-hidden className="size-3.5 shrink-0" />
          {t(`customer-states.cardEnds.${warned}`, { expiry })}
        </span>
      ) : null}
    </span>
  )
}

/** Returns `Visa ••4242` from the values that the host reports; an empty text without a card. */
export function cardName(card: Pick<NonNullable<Customer['card']>, 'brand' | 'last4'> | null, t: Translate) {
  if (card === null) return ''
  const { brand, last4 } = card
  return [brand ? brandLabel(brand) : t('customer-states.unnamedCard'), last4 && `••${last4}`]
    .filter(Boolean)
    .join(' ')
}

/** Renders how closely a phone matches the search. Renders nothing for a customer found by another value. */
export function PhoneMatchNote({ match }: { match: PhoneMatch | null }) {
  const t = useTexts()
  if (match === null || match === 'part') return null
  return <Badge tone={match === 'exact' ? 'success' : 'warning'}>{t(`customer-states.match.${match}`)}</Badge>
}

/** Returns the contact of a customer for a message; undefined until it is known, and for a role that sees it masked. */
export function useRecipient(customerId: string | null | undefined): Recipient | undefined {
  const { data } = useRead('customers/detail', { id: customerId ?? '' }, { enabled: Boolean(customerId) })
  if (!data || data.customer.masked) return undefined
  return { phone: data.phone?.dialled ?? null, email: data.customer.email }
}

export const listOfCustomers: ListOf = {
  path: '/customers',
  title: 'customers.title',
  one: 'customers.one',
  loading: 'customer-detail.loading',
}

export function customersHref(filter: CustomerFilter): string {
  return listHref('/customers', filter)
}

/** Address of the chargeable customers with the focus in the search field. */
export const findToChargeHref = `${customersHref({ status: 'ACTIVE' })}&${FOCUS_PARAM}=search`

export function customerHref({ id }: { id: string }): string {
  return `/customers/${encodeURIComponent(id)}`
}

export function newCustomerHref(phone: string): string {
  return `/customers/new?phone=${encodeURIComponent(phone)}`
}
