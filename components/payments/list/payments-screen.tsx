'use client'

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { QueryFallback } from '@/components/data/query-fallback'
import { NewPill } from '@/components/list/new-pill'
import { Pager } from '@/components/list/pager'
import { queryString } from '@/components/list/query-string'
import { TotalsLine, totalsVerb } from '@/components/list/totals-line'
import { useStableRows } from '@/components/list/use-stable-rows'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { useRememberedList } from '@/components/payments/list-place'
import { paymentsHref } from '@/components/payments/payment-filter'
import { PaymentHead, PaymentRow } from '@/components/payments/payment-row'
import { paymentsQuery } from '@/components/payments/queries'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { Button } from '@/components/ui/button'
import { Table, TableBody } from '@/components/ui/table'
import { TabLink, TabRow } from '@/components/ui/tabs'
import { numberFormat } from '@/lib/contract/formatters'
import { paymentStatuses } from '@/lib/contract/states'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { PaymentFilter, ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { NoPayments } from './no-payments'
import { PaymentFilters } from './payment-filters'

type Props = {
  filter: PaymentFilter
  currency: string
  /** The title of the link that the list is narrowed to. */
  linkTitle: string | null
  mayExport: boolean
}

/** The payments list: status tabs with counts, filters, totals of what they leave, live rows. */
export function PaymentsScreen({ filter, currency, linkTitle, mayExport }: Props) {
  const { locale } = usePlace()
  const list = useQuery(paymentsQuery(useAccount(), filter))
  useRememberedList(filter)
  const number = numberFormat(locale)
  const count = (status: string) => {
    const known = list.data?.counts[status]
    return known === undefined ? null : number.format(known)
  }
  // Where the search and filters find nothing in any state, their one way out stands in the list's place.
  const isNowhere = list.data?.data.length === 0 && list.data.counts.ALL === 0
  return (
    <div className="flex flex-col gap-3">
      <TabRow label={payments.statusTabs}>
        <TabLink current={!filter.status} count={count('ALL')}>
          <PageLink marksPending href={paymentsHref(filter, { status: undefined })} scroll={false}>
            {payments.all}
          </PageLink>
        </TabLink>
        {paymentStatuses.map((status) => (
          <TabLink key={status} current={filter.status === status} count={count(status)}>
            <PageLink
              marksPending
              href={paymentsHref(filter, { status })}
              scroll={false}
              title={payments.meaning[status]}
            >
              {payments.status[status]}
            </PageLink>
          </TabLink>
        ))}
      </TabRow>
      <PaymentFilters
        filter={filter}
        currency={currency}
        linkTitle={linkTitle}
        anyDate={isAnyDate(list.data?.search)}
        clearsBelow={isNowhere && !filter.cursor}
        customerName={
          (filter.customer && list.data?.data.find((row) => row.payer.name !== '')?.payer.name) || null
        }
      />
      {list.data ? (
        <PaymentList
          page={list.data}
          filter={filter}
          currency={currency}
          linkTitle={linkTitle}
          mayExport={mayExport}
        />
      ) : (
        <QueryFallback query={list} label={payments.loading} />
      )}
    </div>
  )
}

type ListProps = Omit<Props, 'filter'> & TotalsProps

function PaymentList({ page, filter, currency, linkTitle, mayExport }: ListProps) {
  const { timeZone } = usePlace()
  const scope = JSON.stringify(filter)
  const { rows, waiting, fresh, reveal, inUse } = useStableRows(page.data, scope)
  return (
    <>
      <Totals page={page} filter={filter} mayExport={mayExport} />
      <span role="status" className="sr-only">
        {waiting > 0 ? payments.newPill(waiting) : fresh.size > 0 ? payments.arrived(fresh.size) : ''}
      </span>
      {waiting > 0 ? <NewPill label={payments.newPill(waiting)} onReveal={reveal} /> : null}
      {rows.length > 0 ? (
        <div {...inUse} data-slice>
          {/* Another question's rows are another table: one that answers both does not slide to its new place. */}
          <Table key={scope} label={payments.listLabel}>
            <PaymentHead timeZone={timeZone} />
            <TableBody>
              {rows.map((payment) => (
                <PaymentRow key={payment.id} payment={payment} fresh={fresh.has(payment.id)} />
              ))}
            </TableBody>
          </Table>
        </div>
      ) : (
        <NoPayments
          filter={filter}
          currency={currency}
          linkTitle={linkTitle}
          anyDate={isAnyDate(page.search)}
          inAllStates={page.counts.ALL ?? 0}
        />
      )}
      <Pager cursor={filter.cursor} page={page} hrefOf={(cursor) => paymentsHref(filter, { cursor })} />
    </>
  )
}

type TotalsProps = { page: ListPage<ShownPayment>; filter: PaymentFilter; mayExport: boolean }

/** How much the filtered set is, and the way to take exactly it along. */
function Totals({ page: { totals, search }, filter, mayExport }: TotalsProps) {
  const account = useAccount()
  const { locale } = usePlace()
  const count = numberFormat(locale).format(totals.count)
  const mayCollect = filter.status === undefined || filter.status === 'APPROVED'
  const searched = !search
    ? null
    : search.as === 'text' && filter.period
      ? payments.searchedInDays
      : payments.searchedAs[search.as]
  return (
    <TotalsLine
      count={totals.count > 0 ? payments.total(count) : null}
      sum={
        totals.count > 0 && mayCollect ? (
          <>
            <Amount amount={totals.amount} currency={totals.currency} className="font-medium text-text" />{' '}
            {payments.collected}
          </>
        ) : null
      }
      searched={searched}
      searchedShort={isAnyDate(search) ? payments.searchedAnyDate : null}
    >
      {mayExport && totals.count > 0 ? (
        <Button
          asChild
          size="sm"
          variant="quiet"
          icon={<Download aria-hidden className="size-4" />}
          className={totalsVerb}
        >
          <a
            href={accountPath(account, `/payments/export${queryString({ ...filter, cursor: undefined })}`)}
            download
            title={payments.exportRows(count)}
          >
            <span className="max-sm:sr-only">{payments.exportRows(count)}</span>
          </a>
        </Button>
      ) : null}
    </TotalsLine>
  )
}

/** Whether the search names one thing, which is looked for at any date. */
function isAnyDate(search: ListPage<unknown>['search'] | undefined): boolean {
  return search ? search.as !== 'text' : false
}
