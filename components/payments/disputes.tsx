'use client'

import { useRead } from '@/components/data/member'
import { type Column, RowLink } from '@/components/list/columns'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { Amount } from '@/components/money/amount'
import { useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import type { Dispute } from '@/lib/contract/dispute'
import type { DisputeFilter } from '@/lib/dashboard/payments/list-disputes'
import { laterDisputes } from '@/lib/dashboard/payments/shape'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { Translate } from '@/lib/messages/translator'
import { Deadline, DISPUTES_PATH, DisputeBadge, Payer, paymentHref, paymentRow } from './face'

/** Renders the disputed payments: those that need a response by their deadline, the others newest payment first. */
export function DisputesScreen({ filter }: { filter: DisputeFilter }) {
  const t = useTexts()
  const messages = useListMessages('disputes')
  const query = useRead('payments/list/disputes', filter)
  return (
    <ListScreen
      path={DISPUTES_PATH}
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={laterDisputes}
      tabTitle={(status) => t.first(`dispute-states.meaning.${status}`)}
      columns={disputeColumns(t)}
      rowProps={paymentRow}
      filters={[]}
      messages={{
        ...messages,
        status: (status) => t.first(`dispute-states.status.${status}`) ?? status,
        ...(filter.status ? {} : { order: t('filters.byDeadline') }),
      }}
    />
  )
}

function disputeColumns(t: Translate): readonly Column<ShownPayment>[] {
  return [
    {
      key: 'amount',
      label: t('disputes.columns.amount'),
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
      label: t('disputes.columns.status'),
      width: 'w-36 min-w-36',
      card: 'end',
      cell: (payment) => <DisputeBadge status={disputeOf(payment).status} href={paymentHref(payment)} />,
    },
    {
      key: 'payer',
      label: t('disputes.columns.payer'),
      className: '@2xl:max-w-0 @2xl:w-[50%]',
      cell: ({ payer }) => <Payer {...payer} />,
    },
    {
      key: 'reason',
      label: t('disputes.columns.reason'),
      card: 'line',
      className: '@2xl:max-w-0 @2xl:w-[50%] text-muted text-sm',
      cell: (payment) => {
        const reason = t(`dispute-detail.reason.${disputeOf(payment).reason}`)
        return (
          <span title={reason} className="block truncate">
            {reason}
          </span>
        )
      },
    },
    {
      key: 'due',
      label: t('disputes.columns.due'),
      width: 'w-32 min-w-32',
      cell: (payment) => {
        const { status, evidence_due_at: due } = disputeOf(payment)
        return status === 'NEEDS_RESPONSE' ? <Deadline iso={due} /> : null
      },
    },
    {
      key: 'opened',
      label: t('disputes.columns.opened'),
      labelIn: (city) => t('disputes.columns.openedIn', { city }),
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
