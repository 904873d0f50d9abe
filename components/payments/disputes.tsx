'use client'

import { useRead } from '@/components/data/read'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { RowTime } from '@/components/time/date-time'
import type { Dispute } from '@/lib/contract/dispute'
import type { DisputeFilter } from '@/lib/dashboard/schema/dispute'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { laterDisputes } from '@/lib/dashboard/schema/tabs'
import { disputes } from '@/lib/messages/disputes'
import { filters } from '@/lib/messages/filters'
import { Deadline, DISPUTES_PATH, DisputeBadge, Payer, paymentHref, paymentRow } from './face'

/** Renders the disputed payments: those that need a response by their deadline, the others newest payment first. */
export function DisputesScreen({ filter }: { filter: DisputeFilter }) {
  const { timeZone } = useLocale()
  const query = useRead('payments/list/disputes', filter)
  return (
    <ListScreen
      path={DISPUTES_PATH}
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={laterDisputes}
      tabTitles={disputes.meaning}
      columns={disputeColumns(timeZone)}
      rowProps={paymentRow}
      filters={[]}
      messages={filter.status ? disputes : { ...disputes, order: filters.byDeadline }}
      sumLabel={null}
      emptyAction={null}
    />
  )
}

const { columns } = disputes

function disputeColumns(timeZone: string): readonly Column<ShownPayment>[] {
  return [
    {
      key: 'amount',
      label: columns.amount,
      width: 'w-32 min-w-27 @3xl:min-w-32',
      align: 'end',
      cell: (payment) => {
        const { amount, currency } = disputeOf(payment)
        return (
          <RowLink href={paymentHref(payment)} copies={payment.id}>
            <Amount amount={amount} currency={currency} className="text-lg @2xl:text-base" />
          </RowLink>
        )
      },
    },
    {
      key: 'status',
      label: columns.status,
      width: 'w-36 min-w-36',
      card: 'end',
      cell: (payment) => <DisputeBadge status={disputeOf(payment).status} href={paymentHref(payment)} />,
    },
    {
      key: 'payer',
      label: columns.payer,
      className: '@2xl:max-w-0 @2xl:w-[50%]',
      cell: ({ payer }) => <Payer {...payer} />,
    },
    {
      key: 'reason',
      label: columns.reason,
      card: 'line',
      className: '@2xl:max-w-0 @2xl:w-[50%] text-muted text-sm',
      cell: (payment) => {
        const reason = disputes.reason[disputeOf(payment).reason]
        return (
          <span title={reason} className="block truncate">
            {reason}
          </span>
        )
      },
    },
    {
      key: 'due',
      label: columns.due,
      width: 'w-32 min-w-32',
      cell: (payment) => {
        const { status, evidence_due_at: due } = disputeOf(payment)
        return status === 'NEEDS_RESPONSE' ? <Deadline iso={due} /> : null
      },
    },
    {
      key: 'opened',
      ...zonedLabel(columns.opened, columns.openedIn, timeZone),
      width: 'w-28 min-w-28 @3xl:w-32 @3xl:min-w-32',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (payment) => <RowTime iso={disputeOf(payment).created_at} href={paymentHref(payment)} />,
    },
  ]
}

/** Returns the dispute of a row; the list has disputed payments alone. */
function disputeOf({ id, dispute }: ShownPayment): Dispute {
  if (!dispute) throw new Error(`the payment ${id} has no dispute`)
  return dispute
}
