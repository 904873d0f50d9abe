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
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { chargeHref } from '@/components/charges/face'
import {
  CardText,
  customerHref,
  customersHref,
  newCustomerHref,
  PhoneMatchNote,
} from '@/components/customers/face'
import { LinkBadge, linksHref } from '@/components/links/face'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { listHref } from '@/components/navigation/query-string'
import { PaymentBadge, paymentsHref, whatFor } from '@/components/payments/face'
import { coveredDays, SettlementBadge, settlementHref } from '@/components/settlements/face'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Badge } from '@/components/ui/badge'
import type { FoundCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { type Found, foundNouns } from '@/lib/dashboard/schema/search'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customers as copy, customers } from '@/lib/messages/customers'
import { payments } from '@/lib/messages/payments'
import { search } from '@/lib/messages/search'
import { cn } from '@/lib/ui/cn'

/** Options of the palette. Each is a link or a button, which gets the role of an option. */
export type PaletteGroup = {
  key: string
  label: string
  options: readonly { key: string; element: ReactElement }[]
}

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
}

/** Returns the results as one group for each noun, each with a link to all of its results. */
export function foundGroups(found: Found, { isCharge, mayCharge }: How): PaletteGroup[] {
  const { customers, newPhone, links, payments, settlements, more, near, text } = found
  const rows = {
    customers: [
      ...customers.flatMap((customer) => customerOptions(customer, { isCharge, mayCharge }, customers)),
      ...(newPhone
        ? [option('new-phone', newCustomerHref(newPhone), UserPlus, copy.createWith(newPhone))]
        : []),
    ],
    links: links.map((link) => ({ key: link.id, element: <LinkOption link={link} /> })),
    payments: payments.map((payment) => ({ key: payment.id, element: <PaymentOption payment={payment} /> })),
    settlements: settlements.map((settlement) => ({
      key: settlement.id,
      element: <SettlementOption settlement={settlement} />,
    })),
  }
  return foundNouns
    .filter((noun) => rows[noun].length > 0 && (!isCharge || noun === 'customers'))
    .map((noun) => ({
      key: noun,
      label: near[noun] ? `${search[noun]} · ${common.nearMatches}` : search[noun],
      options: [...rows[noun], ...(more[noun] ? [seeAll(noun, text)] : [])],
    }))
}

/** Returns a customer found by phone, or the only one of a name, with the options that charge them. */
function customerOptions(
  customer: FoundCustomer,
  { isCharge, mayCharge }: How,
  all: readonly FoundCustomer[],
) {
  const isActive = customer.status === 'ACTIVE'
  const own = { key: customer.id, element: <CustomerOption customer={customer} /> }
  if (isCharge) return isActive ? chargeOptions(customer) : [own]
  const isOne = customer.match === 'exact' || all.length === 1
  return [own, ...(mayCharge && isActive && isOne ? chargeOptions(customer) : [])]
}

/** Returns the charge options of a customer: the form, and with a saved card also the form for a link. */
function chargeOptions({ id, name, card, card_state: state }: FoundCustomer) {
  const text = <CardText card={card} state={state} className="text-sm" />
  const charge = option(`charge-${id}`, chargeHref(id), CreditCard, charges.title(name), text)
  const link = option(`link-${id}`, chargeHref(id, 'link'), Link, charges.linkTo(name))
  return card === null ? [charge] : [charge, link]
}

function seeAll(noun: keyof typeof listHrefs, q: string) {
  const arrow = <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
  return option(`all-${noun}`, listHrefs[noun]({ q }), Search, search.seeAll(search[noun]), arrow)
}

function option(key: string, href: string, Icon: LucideIcon, label: string, after?: ReactNode) {
  return {
    key,
    element: (
      <PageLink href={href}>
        <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
        <span dir="auto" title={label} className="min-w-0 flex-1 truncate">
          {label}
        </span>
        {after}
      </PageLink>
    ),
  }
}

type AnchorProps = Omit<ComponentProps<typeof PageLink>, 'href' | 'title'>

/** Renders a found payment: payer, title, amount, status. */
function PaymentOption({ payment, ...rest }: AnchorProps & { payment: ShownPayment }) {
  const { timeZone, now } = useLocale()
  const { name, email } = payment.payer
  const { created_at: made } = payment
  return (
    <FoundOption
      href={`/payments/${encodeURIComponent(payment.id)}`}
      Icon={ArrowLeftRight}
      title={name || email || payments.noPayer}
      lead={[whatFor(payment), name ? email : ''].filter(Boolean).join(' · ')}
      badge={<PaymentBadge plain payment={payment} />}
      {...rest}
    >
      <Amount
        amount={payment.amount}
        currency={payment.currency}
        className={cn('font-medium', payment.status !== 'APPROVED' && 'text-muted')}
      />
      <time dateTime={made} className="tnum whitespace-nowrap text-muted text-xs max-[22.4375rem]:hidden">
        {relativeTime(made, now) ?? shortTime(made, timeZone, now)}
      </time>
    </FoundOption>
  )
}

/** Renders a found link: title, amount, status. */
function LinkOption({ link, ...rest }: AnchorProps & { link: ShownLink }) {
  return (
    <FoundOption
      href={`/links/${encodeURIComponent(link.id)}`}
      Icon={Link2}
      title={link.title}
      badge={<LinkBadge plain status={link.shown_status} />}
      {...rest}
    >
      <Amount amount={link.amount} currency={link.currency} className="font-medium" />
    </FoundOption>
  )
}

/** Renders a found settlement: period, transfer reference, net, status. */
function SettlementOption({ settlement, ...rest }: AnchorProps & { settlement: ShownSettlement }) {
  const { timeZone, now } = useLocale()
  return (
    <FoundOption
      href={settlementHref(settlement)}
      Icon={Landmark}
      title={search.settlementOf(coveredDays(settlement, timeZone, now))}
      lead={settlement.reference ?? ''}
      badge={<SettlementBadge plain status={settlement.status} />}
      {...rest}
    >
      <Amount amount={settlement.net_amount} currency={settlement.currency} className="font-medium" />
    </FoundOption>
  )
}

/** Renders a found customer: name, phone with its match, card. */
function CustomerOption({ customer, ...rest }: AnchorProps & { customer: FoundCustomer }) {
  const { name, phone_shown: phone, email, card, card_state: state, status, match } = customer
  return (
    <FoundOption
      href={customerHref(customer)}
      Icon={UserRound}
      title={name}
      lead={[phone, email].filter(Boolean).join(' · ')}
      badge={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          {match === 'exact' || match === 'near' ? <PhoneMatchNote match={match} /> : null}
          {status === 'ARCHIVED' ? <Badge tone="muted">{customers.status.ARCHIVED}</Badge> : null}
        </span>
      }
      {...rest}
    >
      <CardText card={card} state={state} className="text-sm" />
    </FoundOption>
  )
}

type OptionProps = AnchorProps & {
  href: string
  Icon: LucideIcon
  title: string
  lead?: string
  badge: ReactNode
  children: ReactNode
}

/** Renders an option. On a phone its title has its own line; elsewhere badges have equal widths, which aligns the amounts. */
function FoundOption({ href, Icon, title, lead, badge, children, ...rest }: OptionProps) {
  return (
    <PageLink href={href} {...rest}>
      <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
      <span className="flex min-w-0 flex-1 flex-col gap-x-3 sm:flex-row sm:items-center">
        <span className="min-w-0 sm:flex-1">
          <span dir="auto" title={title} className="block truncate">
            {title}
          </span>
          {lead ? (
            <span dir="auto" title={lead} className="block truncate text-muted text-xs">
              {lead}
            </span>
          ) : null}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 sm:shrink-0 sm:flex-nowrap">
          <span className="flex items-baseline gap-2 sm:flex-col sm:items-end sm:gap-0">{children}</span>
          <span className="flex max-sm:ml-auto sm:w-31">{badge}</span>
        </span>
      </span>
    </PageLink>
  )
}
