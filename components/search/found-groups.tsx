import { ArrowRight, CreditCard, Link, Search, UserPlus } from 'lucide-react'
import { chargeHref } from '@/components/charges/charge-href'
import { CardText } from '@/components/customers/card-text'
import { customersHref, newCustomerHref } from '@/components/customers/customers-href'
import { linksHref } from '@/components/links/links-href'
import { listHref } from '@/components/list/list-href'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/navigation/page-link'
import type { ComboboxGroup } from '@/components/ui/combobox'
import type { FoundCustomer } from '@/lib/dashboard/schema/customer'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { Found, More } from '@/lib/dashboard/schema/search'
import type { SettlementFilter } from '@/lib/dashboard/schema/settlement'
import { foldText } from '@/lib/domain/fold-text'
import { numberFormat } from '@/lib/domain/formatters'
import { splitSearch } from '@/lib/domain/split-search'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { customers as copy } from '@/lib/messages/customers'
import { search } from '@/lib/messages/search'
import { CustomerOption, LinkOption, PaymentOption, SettlementOption } from './found-options'

/** Maximum to which the server counts. */
const COUNTED_MAX = 1_000

const listHrefs = {
  customers: customersHref,
  links: linksHref,
  payments: paymentsHref,
  settlements: (filter: SettlementFilter) => listHref('/balance', filter),
} as const

type How = {
  locale: string
  /** True if the search is for a customer to charge. Nothing else is listed then. */
  isCharge: boolean
  mayCharge: boolean
}

/** Returns the results as groups: customers first, then the noun whose name matches, each with a link to all of its results. */
export function foundGroups(
  found: Found,
  text: string,
  { locale, isCharge, mayCharge }: How,
): ComboboxGroup[] {
  const { customers, newPhone, links, payments, settlements, more, near } = found
  const labelOf = (noun: keyof Found['near']) =>
    near[noun] ? `${search[noun]} · ${common.nearMatches}` : search[noun]
  const seeAll = (noun: keyof typeof listHrefs, { count, isLowerBound, q }: More) => {
    const href = listHrefs[noun]({ q })
    const counted = numberFormat(locale)
    const most = Math.min(count, COUNTED_MAX - 1)
    const number = `${counted.format(most)}${isLowerBound || most < count ? '+' : ''}`
    return listOption(`all-${noun}`, href, search.seeAll(search[noun], number))
  }
  const groups = [
    {
      key: 'payments',
      label: labelOf('payments'),
      options: [
        ...payments.map((payment) => ({ key: payment.id, element: <PaymentOption payment={payment} /> })),
        ...(more.payments ? [seeAll('payments', more.payments)] : []),
      ],
    },
    {
      key: 'links',
      label: labelOf('links'),
      options: [
        ...links.map((link) => ({ key: link.id, element: <LinkOption link={link} /> })),
        ...(more.links ? [seeAll('links', more.links)] : []),
      ],
    },
  ]
  const settled = {
    key: 'settlements',
    label: search.settlements,
    options: [
      ...settlements.map((settlement) => ({
        key: settlement.id,
        element: <SettlementOption settlement={settlement} />,
      })),
      ...(more.settlements ? [seeAll('settlements', more.settlements)] : []),
    ],
  }
  const people = {
    key: 'customers',
    label: labelOf('customers'),
    options: [
      ...(isCharge
        ? customers.flatMap((customer) =>
            customer.status === 'ACTIVE'
              ? chargeOptions(customer)
              : [{ key: customer.id, element: <CustomerOption customer={customer} /> }],
          )
        : customers.flatMap((customer) => [
            { key: customer.id, element: <CustomerOption customer={customer} /> },
            // A customer found by phone, or the only one of a name, has a charge option.
            ...(mayCharge &&
            customer.status === 'ACTIVE' &&
            (customer.match === 'exact' || customers.length === 1)
              ? chargeOptions(customer)
              : []),
          ])),
      ...(more.customers ? [seeAll('customers', more.customers)] : []),
      ...(newPhone ? [newCustomerOption(newPhone)] : []),
    ],
  }
  const things = isAboutLinks(found, text) ? groups.reverse() : groups
  return [people, ...(isCharge ? [] : [...things, settled])].filter(({ options }) => options.length > 0)
}

type Named = {
  links: readonly Pick<ShownLink, 'id' | 'title'>[]
  payments: readonly Pick<ShownPayment, 'id' | 'payer'>[]
}

/** Returns whether the titles of links match and payments were found only by these links. */
export function isAboutLinks({ links, payments }: Named, text: string): boolean {
  const terms = splitSearch(text)
  const isCalled = (...names: string[]) => {
    const folded = foldText(names.join('\n'))
    return terms.every((term) => folded.includes(term))
  }
  const named = ({ id, title }: Named['links'][number]) =>
    id === text || text.includes(`/${id}`) || isCalled(title)
  const own = ({ id, payer }: Named['payments'][number]) => isCalled(id, payer.name, payer.email)
  return links.some(named) && !payments.some(own)
}

/** Returns options for the lists with the same search, for a search without a response. */
export function further(text: string): ComboboxGroup[] {
  const options = [
    listOption('all-payments', paymentsHref({ q: text }), search.allPayments(text)),
    listOption('all-links', linksHref({ q: text }), search.allLinks(text)),
    listOption('all-customers', customersHref({ q: text }), search.allCustomers(text)),
  ]
  return [{ key: 'further', label: search.more, options }]
}

/** Returns the charge options of a customer: the form, and with a saved card also the form for a link. */
function chargeOptions(customer: FoundCustomer) {
  const charge = {
    key: `charge-${customer.id}`,
    element: (
      <PageLink href={chargeHref(customer.id)}>
        <CreditCard aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {charges.title(customer.name)}
        </span>
        <CardText card={customer.card} state={customer.card_state} className="text-sm" />
      </PageLink>
    ),
  }
  const link = {
    key: `link-${customer.id}`,
    element: (
      <PageLink href={chargeHref(customer.id, 'link')}>
        <Link aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.9} />
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {charges.linkTo(customer.name)}
        </span>
      </PageLink>
    ),
  }
  return customer.card === null ? [charge] : [charge, link]
}

/** Returns the option that creates a customer with an unknown phone. */
function newCustomerOption(phone: string) {
  return {
    key: 'new-customer-phone',
    element: (
      <PageLink href={newCustomerHref(phone)}>
        <UserPlus aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{copy.createWith(phone)}</span>
      </PageLink>
    ),
  }
}

function listOption(key: string, href: string, label: string) {
  return {
    key,
    element: (
      <PageLink href={href}>
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <span dir="auto" title={label} className="min-w-0 flex-1 truncate">
          {label}
        </span>
        <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
      </PageLink>
    ),
  }
}
