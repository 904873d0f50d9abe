import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { Amount } from '@/components/money/amount'
import { MissingBadge, SettlementBadge } from '@/components/settlements/settlement-badge'
import { coveredDays } from '@/components/settlements/settlement-days-text'
import { settlementHref } from '@/components/settlements/settlement-href'
import { RowTime } from '@/components/time/date-time'
import type { ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { numberFormat } from '@/lib/domain/formatters'
import { settlements } from '@/lib/messages/settlements'
import { cn } from '@/lib/ui/cn'

const { columns } = settlements

type LocaleSettings = { timeZone: string; now: number; locale: string }

/** Returns the columns of settlements: net, status, period, payments, bank and reference, time of creation or arrival. */
export function settlementColumns({
  timeZone,
  now,
  locale,
}: LocaleSettings): readonly Column<ShownSettlement>[] {
  return [
    {
      key: 'net',
      label: columns.net,
      width: 'w-32 min-w-27 @3xl:min-w-32',
      align: 'end',
      cell: (settlement) => (
        <RowLink href={settlementHref(settlement)} copies={settlement.id}>
          <Amount
            amount={settlement.net_amount}
            currency={settlement.currency}
            className={cn('text-lg @2xl:text-base', settlement.status === 'PENDING' && 'text-muted')}
          />
        </RowLink>
      ),
    },
    {
      key: 'status',
      label: columns.status,
      width: 'w-30 min-w-30',
      card: 'end',
      cell: (settlement) => {
        const Shown = settlement.mirror.missing ? MissingBadge : SettlementBadge
        return <Shown status={settlement.status} href={settlementHref(settlement)} />
      },
    },
    {
      key: 'period',
      label: columns.period,
      className: 'whitespace-nowrap',
      cell: (settlement) => coveredDays(settlement, timeZone, now),
    },
    {
      key: 'payments',
      label: columns.payments,
      width: 'w-28 min-w-28',
      align: 'end',
      from: '3xl',
      card: 'end',
      className: 'tnum text-muted text-sm',
      cell: ({ payment_count: count }) => settlements.paymentCount(numberFormat(locale).format(count)),
    },
    {
      key: 'bank',
      label: columns.bank,
      className: '@2xl:w-[60%] @2xl:max-w-0 text-muted text-sm',
      cell: (settlement) => <Bank {...settlement} />,
    },
    {
      key: 'date',
      ...zonedLabel(columns.date, columns.dateIn, timeZone),
      width: 'w-36 min-w-36 @3xl:w-44 @3xl:min-w-44',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (settlement) => (
        <>
          {settlement.paid_at ? settlements.paid : settlements.made}{' '}
          <RowTime iso={settlement.paid_at ?? settlement.created_at} href={settlementHref(settlement)} />
        </>
      ),
    },
  ]
}

/** Renders account and reference of the transfer, as far as the host reports them. */
function Bank({ bank_account: account, reference }: ShownSettlement) {
  return (
    <span className="flex min-w-0 gap-2">
      {account ? (
        <span className="tnum shrink-0">
          <span aria-hidden>{settlements.bankEnds(account.account_last4)}</span>
          <span className="sr-only">{settlements.bankEndsSpoken(account.account_last4)}</span>
        </span>
      ) : null}
      {reference ? (
        <bdi title={reference} className="min-w-0 truncate">
          {reference}
        </bdi>
      ) : null}
    </span>
  )
}

/** Returns the attributes of a settlement's row. */
export function settlementRow(settlement: ShownSettlement) {
  return { 'data-settlement': settlement.id }
}
