import { CardText } from '@/components/customers/card-text'
import { customerHref } from '@/components/customers/customers-href'
import { PhoneMatchNote } from '@/components/customers/phone-match-note'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { RowTime } from '@/components/time/row-time'
import type { ListedCustomer } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'
import { cn } from '@/lib/ui/cn'

const { columns } = customers

/** Returns the columns of customers: name, phone, e-mail, card, collected so far in `currency`, last payment. */
export function customerColumns(timeZone: string, currency: string): readonly Column<ListedCustomer>[] {
  return [
    {
      key: 'name',
      label: columns.name,
      className: '@2xl:w-[40%] @2xl:max-w-0',
      cell: (customer) => (
        <RowLink href={customerHref(customer)} copies={customer.id}>
          <bdi title={customer.name} className="block truncate">
            {customer.name}
          </bdi>
        </RowLink>
      ),
    },
    {
      key: 'phone',
      label: columns.phone,
      width: 'w-40 min-w-40',
      // Cards show it after the name and the amount.
      className: '@max-2xl:order-2',
      cell: ({ phone_shown: phone, match }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          {phone === null ? (
            <span className="text-muted">{customers.noPhone}</span>
          ) : (
            <span dir="auto" className="tnum whitespace-nowrap">
              {phone}
            </span>
          )}
          <PhoneMatchNote match={match} />
        </span>
      ),
    },
    {
      key: 'email',
      label: columns.email,
      from: '4xl',
      className: 'text-muted text-sm @2xl:w-[35%] @2xl:max-w-0 @max-2xl:order-4',
      cell: ({ email }) => (
        <bdi title={email ?? undefined} className="block truncate">
          {email ?? ''}
        </bdi>
      ),
    },
    {
      key: 'card',
      label: columns.card,
      width: 'w-44 min-w-44',
      card: 'end',
      // The column is beside the e-mail, which is truncated first.
      className: 'text-sm @max-2xl:order-5',
      cell: ({ card, card_state: state }) => <CardText card={card} state={state} />,
    },
    {
      key: 'collected',
      label: columns.collected,
      width: 'w-32 min-w-27 @3xl:min-w-32',
      align: 'end',
      card: 'end',
      className: '@max-2xl:order-1',
      cell: ({ collected }) => (
        <Amount amount={collected} currency={currency} className={cn(collected === 0 && 'text-muted')} />
      ),
    },
    {
      key: 'last',
      ...zonedLabel(columns.lastPayment, columns.lastPaymentIn, timeZone),
      width: 'w-24 min-w-24 @3xl:w-28 @3xl:min-w-28',
      align: 'end',
      from: '3xl',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap @max-2xl:order-3',
      cell: (customer) =>
        customer.last_payment_at === null ? (
          customers.neverPaid
        ) : (
          <RowTime iso={customer.last_payment_at} href={customerHref(customer)} />
        ),
    },
  ]
}

/** Returns the attributes of a customer's row. */
export function customerRow(customer: ListedCustomer) {
  return { 'data-customer': customer.id }
}
