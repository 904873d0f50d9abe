'use client'

import { Archive, ExternalLink, Plus, UserPlus, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { useCan, useMember, useRead } from '@/components/data/member'
import { useTotals } from '@/components/data/use-totals'
import { QrCode } from '@/components/links/qr'
import { LinkAddress, ShareWays } from '@/components/links/share-parts'
import { type Column, RowLink } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { Amount } from '@/components/money/amount'
import { ButtonLink } from '@/components/navigation/link-looks'
import { PageHeader } from '@/components/page/page-header'
import { useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { customerStatuses } from '@/lib/contract/states'
import type { CustomerFilter, ListedCustomer } from '@/lib/dashboard/customers/list-customers'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { CardText, customerHref, newCustomerHref, PhoneMatchNote } from './face'

/** Renders the customers list. A search for an unknown phone offers the form of a new customer. */
export function CustomersScreen({ filter }: { filter: CustomerFilter }) {
  const { currency, name, signUpUrl } = useMember().account
  const mayCreate = useCan('customers.write')
  const mayExport = useCan('customers.export')
  const t = useTexts()
  const query = useRead('customers/list', filter)
  const totals = useTotals(query.data, 'customers/totals', filter)
  const newPhone = mayCreate ? query.data?.newPhone : null
  const newCustomer = mayCreate ? (
    <ButtonLink variant="primary" Icon={Plus} href="/customers/new">
      {t('customers.create')}
    </ButtonLink>
  ) : null
  return (
    <>
      <PageHeader
        title={t('customers.title')}
        action={
          <div className="flex flex-wrap gap-2 empty:hidden">
            {signUpUrl ? <SignUpButton url={signUpUrl} merchantName={name} /> : null}
            {/* The plus in the bar replaces this button on phones. */}
            {newCustomer ? <span className="contents max-md:hidden">{newCustomer}</span> : null}
          </div>
        }
      />
      <div className="flex flex-col gap-3">
        <ListScreen
          path="/customers"
          views="customers"
          filter={filter}
          query={query}
          totals={totals}
          statuses={customerStatuses}
          tabTitle={(status) => t.first(`customers.meaning.${status}`)}
          columns={customerColumns(t, currency)}
          rowProps={customerRow}
          filters={customerFilters(t)}
          messages={useListMessages('customers')}
          exportPath={mayExport ? '/exports/customers/export' : null}
          emptyAction={newCustomer ?? undefined}
          hasTitleButton
        />
        {newPhone ? (
          <ButtonLink
            Icon={UserPlus}
            className="h-auto min-h-9 max-w-full self-center whitespace-normal py-1.5"
            href={newCustomerHref(newPhone)}
          >
            {t('customer-states.createWith', { phone: newPhone })}
          </ButtonLink>
        ) : null}
      </div>
    </>
  )
}

function customerColumns(t: Translate, currency: string): readonly Column<ListedCustomer>[] {
  return [
    {
      key: 'name',
      label: t('customers.columns.name'),
      className: '@2xl:w-[40%] @2xl:max-w-0',
      cell: (customer) => (
        <span className="flex items-baseline gap-2">
          <RowLink href={customerHref(customer)} copies={customer.id} className="min-w-0">
            <bdi title={customer.name} className="block truncate">
              {customer.name}
            </bdi>
          </RowLink>
          {customer.status === 'ARCHIVED' ? (
            <Badge tone="muted" Icon={Archive} className="shrink-0">
              {t('customer-states.status.ARCHIVED')}
            </Badge>
          ) : null}
        </span>
      ),
    },
    {
      key: 'phone',
      label: t('customers.columns.phone'),
      width: 'w-40 min-w-40',
      // Cards show it after the name and the amount.
      className: '@max-2xl:order-2',
      cell: ({ phone_shown: phone, match }) => (
        <span className="flex flex-wrap items-baseline gap-x-2">
          {phone === null ? (
            <span className="sr-only">{t('customers.noPhone')}</span>
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
      label: t('customers.columns.email'),
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
      label: t('customers.columns.card'),
      width: 'w-52 min-w-52',
      card: 'end',
      // The column is beside the e-mail, which is truncated first.
      className: 'text-sm @max-2xl:order-5',
      cell: ({ card, card_state: state }) => (
        <CardText card={card} state={state} className={cn(state === 'none' && 'sr-only')} />
      ),
    },
    {
      key: 'collected',
      label: t('customers.columns.collected'),
      width: 'w-32 min-w-27 @3xl:min-w-32',
      align: 'end',
      card: 'end',
      className: '@max-2xl:order-1',
      cell: ({ collected }) => (
        <Amount amount={collected} currency={currency} className={cn(collected === 0 && 'sr-only')} />
      ),
    },
    {
      key: 'last',
      label: t('customers.columns.lastPayment'),
      labelIn: (zone) => t('customers.columns.lastPaymentIn', { zone }),
      width: 'w-24 min-w-24 @3xl:w-28 @3xl:min-w-28',
      align: 'end',
      from: '3xl',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap @max-2xl:order-3',
      cell: (customer) =>
        customer.last_payment_at === null ? (
          <span className="sr-only">{t('customers.neverPaid')}</span>
        ) : (
          <RowTime iso={customer.last_payment_at} href={customerHref(customer)} />
        ),
    },
  ]
}

function customerRow(customer: ListedCustomer) {
  return { 'data-customer': customer.id }
}

function customerFilters(t: Translate): readonly FilterEntry<CustomerFilter>[] {
  return [
    choiceFilter('card', t('customers.cardFilter'), {
      none: t('customers.cardFilters.none'),
      saved: t('customers.cardFilters.saved'),
      expiring: t('customers.cardFilters.expiring'),
      expired: t('customers.cardFilters.expired'),
    }),
    { ...dateFilter(t), name: t('customers.createdFilter') },
  ]
}

/** Records nothing, because the sign-up page is no link. */
const done = () => {}

function SignUpButton({ url, merchantName }: { url: string; merchantName: string }) {
  const t = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" Icon={UserRoundPlus} onClick={() => setOpen(true)}>
        {t('customers.signUp.button')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('customers.signUp.title')}
        description={t('customers.signUp.lead')}
        className="sm:w-[34rem]"
      >
        <div className="flex flex-col gap-5">
          <LinkAddress url={url} onCopied={done} />
          <ShareWays
            text={{ line: t('customers.signUp.message', { merchant: merchantName }), url }}
            onOpened={done}
          />
          <div className="overflow-hidden rounded-lg md:[&>section]:flex-row md:[&>section]:border-l-0">
            <QrCode
              url={url}
              title={merchantName}
              onSaved={done}
              copy={{
                label: t('customers.signUp.qrLabel'),
                hint: t('customers.signUp.qrHint'),
                file: t('customers.signUp.qrFile'),
              }}
            />
          </div>
          <Button asChild Icon={ExternalLink} className="self-start">
            <a href={url} target="_blank" rel="noreferrer">
              {t('customers.signUp.open')}
            </a>
          </Button>
        </div>
      </Dialog>
    </>
  )
}
