import {
  ArrowLeftRight,
  ArrowRight,
  CreditCard,
  Landmark,
  Link,
  Link2,
  type LucideIcon,
  Search,
  UserPlus,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { chargeHref } from '@/components/charges/face'
import {
  CardText,
  customerHref,
  customersHref,
  newCustomerHref,
  PhoneMatchNote,
} from '@/components/customers/face'
import { LinkBadge, linkHref, linksHref } from '@/components/links/face'
import { Amount } from '@/components/money/amount'
import { listHref } from '@/components/navigation/query-string'
import { PaymentBadge, paymentsHref, whatFor } from '@/components/payments/face'
import { SettlementBadge, settlementHref } from '@/components/settlements/face'
import type { Times } from '@/components/time/times'
import { Badge } from '@/components/ui/badge'
import type { FoundCustomer } from '@/lib/dashboard/customers/shown-customer'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { Found } from '@/lib/dashboard/search/find-anything'
import { type FoundNoun, foundNouns } from '@/lib/dashboard/search/shape'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

/** An option of the palette: a link, or a button that calls `to`. */
export type PaletteOption = {
  key: string
  to: string | (() => void)
  Icon: LucideIcon
  title: string
  lead?: string | null
  /** Content at the end: an amount, a card or a shortcut. */
  end?: ReactNode
  badge?: ReactNode
}

export type PaletteGroup = { key: string; label: string; options: readonly PaletteOption[] }

const listHrefs = {
  customers: customersHref,
  links: linksHref,
  payments: paymentsHref,
  settlements: (filter: { q: string }) => listHref('/balance', filter),
} as const

type How = {
  /** True if the search is for a customer to charge. Nothing else is listed then. */
  isCharge: boolean
  mayCharge: boolean
  t: Translate
  times: Times
}

export function foundGroups(found: Found, how: How): PaletteGroup[] {
  const { t } = how
  const { customers, newPhone, links, payments, settlements, more, near, text } = found
  const rows: Record<FoundNoun, PaletteOption[]> = {
    customers: customers.flatMap((customer) => customerOptions(customer, how, customers.length === 1)),
    links: links.map(linkOption),
    payments: payments.map((payment) => paymentOption(payment, how)),
    settlements: settlements.map((settlement) => settlementOption(settlement, how)),
  }
  if (newPhone) {
    const title = t('customer-states.createWith', { phone: newPhone })
    rows.customers.push({ key: 'new-phone', to: newCustomerHref(newPhone), Icon: UserPlus, title })
  }
  // A typed id leads to its object, not to the customer of it.
  const isNamed = (noun: FoundNoun) => Number(found[noun].some(({ id }) => id === text))
  return foundNouns
    .filter((noun) => rows[noun].length > 0 && (!how.isCharge || noun === 'customers'))
    .toSorted((one, other) => isNamed(other) - isNamed(one))
    .map((noun) => {
      const to = listHrefs[noun]({ q: text })
      const all = { key: `all-${noun}`, to, Icon: Search, title: t(`search.seeAll.${noun}`), end: arrow }
      const label = t(`search.${noun}`)
      return {
        key: noun,
        label: near[noun] ? `${label} · ${t('common.nearMatches')}` : label,
        options: more[noun] ? [...rows[noun], all] : rows[noun],
      }
    })
}

const arrow = <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />

/** Returns a customer; one found by phone, or the only one of a name, with the options that charge them. */
function customerOptions(customer: FoundCustomer, how: How, isOnly: boolean): PaletteOption[] {
  const { t } = how
  const { id, name, phone_shown: phone, email, card, card_state: state, status, match } = customer
  const isActive = status === 'ACTIVE'
  const end = <CardText card={card} state={state} className="text-sm" />
  const own = {
    key: id,
    to: customerHref(customer),
    Icon: UserRound,
    title: name,
    lead: [phone, email].filter(Boolean).join(' · '),
    end,
    badge: (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {match === 'exact' || match === 'near' ? <PhoneMatchNote match={match} /> : null}
        {isActive ? null : <Badge tone="muted">{t('customer-states.status.ARCHIVED')}</Badge>}
      </span>
    ),
  }
  const isOffered = isActive && (how.isCharge || (how.mayCharge && (isOnly || match === 'exact')))
  if (!isOffered) return [own]
  const charge = {
    key: `charge-${id}`,
    to: chargeHref(id),
    Icon: CreditCard,
    title: t('charge-names.title', { name }),
    end,
  }
  const title = t('charge-names.linkTo', { name })
  const link = { key: `link-${id}`, to: chargeHref(id, 'link'), Icon: Link, title }
  return [...(how.isCharge ? [] : [own]), charge, ...(card === null ? [] : [link])]
}

function paymentOption(payment: ShownPayment, { t, times }: How): PaletteOption {
  const { id, amount, currency, status, created_at: made } = payment
  const { name, email } = payment.payer
  return {
    key: id,
    to: `/payments/${encodeURIComponent(id)}`,
    Icon: ArrowLeftRight,
    title: name || email || t('payment-rows.noPayer'),
    lead: [whatFor(payment, t), name ? email : ''].filter(Boolean).join(' · '),
    end: (
      <>
        <Amount
          amount={amount}
          currency={currency}
          className={cn('font-medium', status !== 'APPROVED' && 'text-muted')}
        />
        <time dateTime={made} className="tnum whitespace-nowrap text-muted text-xs max-[22.4375rem]:hidden">
          {times.relativeTime(made) ?? times.shortTime(made)}
        </time>
      </>
    ),
    badge: <PaymentBadge plain payment={payment} />,
  }
}

function linkOption({ id, title, amount, currency, shown_status }: ShownLink): PaletteOption {
  const end = <Amount amount={amount} currency={currency} className="font-medium" />
  const badge = <LinkBadge plain status={shown_status} />
  return { key: id, to: linkHref(id), Icon: Link2, title, end, badge }
}

function settlementOption(settlement: ShownSettlement, { t, times }: How): PaletteOption {
  return {
    key: settlement.id,
    to: settlementHref(settlement),
    Icon: Landmark,
    title: t('settlement-states.oneOf', { days: times.coveredDays(settlement) }),
    lead: settlement.reference,
    end: <Amount amount={settlement.net_amount} currency={settlement.currency} className="font-medium" />,
    badge: <SettlementBadge plain status={settlement.status} />,
  }
}
