import { ArrowRight, CreditCard, Link, type LucideIcon, Search, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { chargeHref } from '@/components/charges/queries'
import { customersHref, newCustomerHref } from '@/components/customers/customers-href'
import { CardText } from '@/components/customers/face'
import { linksHref } from '@/components/links/links-href'
import { listHref } from '@/components/navigation/list-href'
import { paymentsHref } from '@/components/payments/face'
import { PageLink } from '@/components/navigation/page-link'
import type { ComboboxGroup } from '@/components/ui/combobox'
import type { FoundCustomer } from '@/lib/dashboard/schema/customer'
import { type Found, foundNouns } from '@/lib/dashboard/schema/search'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customers as copy } from '@/lib/messages/customers'
import { search } from '@/lib/messages/search'
import { CustomerOption, LinkOption, PaymentOption, SettlementOption } from './found-options'

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
export function foundGroups(found: Found, { isCharge, mayCharge }: How): ComboboxGroup[] {
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
