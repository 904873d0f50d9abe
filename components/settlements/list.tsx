'use client'

import { useBalance } from '@/components/balance/face'
import { useRead } from '@/components/data/member'
import { useTotals } from '@/components/data/use-totals'
import { type Column, RowLink } from '@/components/list/columns'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { Amount } from '@/components/money/amount'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { type Times, useTimes } from '@/components/time/times'
import { settlementStatuses } from '@/lib/contract/states'
import type { SettlementFilter } from '@/lib/dashboard/settlements/list-settlements'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { monthIn, monthsBetween } from '@/lib/domain/calendar-months'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { BankEnds, SettlementBadge, settlementHref } from './face'

/** Renders the settlements below the balance. A debt is excluded from totals, because the next net contains it. */
export function SettlementsScreen({ filter }: { filter: SettlementFilter }) {
  const t = useTexts()
  const times = useTimes()
  const messages = useListMessages('settlements')
  const { timeZone, now, locale } = useLocale()
  const { data } = useBalance()
  const query = useRead('settlements/list', filter)
  const totals = useTotals(query.data, 'settlements/totals', filter)
  return (
    <section aria-label={t('settlements.title')} className="flex flex-col gap-3">
      <h2 className="text-lg">{t('settlements.title')}</h2>
      <ListScreen
        path="/balance"
        filter={filter}
        query={query}
        totals={totals}
        statuses={settlementStatuses}
        tabTitle={(status) => t.first(`settlement-states.meaning.${status}`)}
        columns={settlementColumns({ t, times, locale })}
        rowProps={({ id }) => ({ 'data-settlement': id })}
        filters={[monthFilter({ t, times }, monthIn(now, timeZone), data?.firstMonth ?? null, filter.month)]}
        messages={{
          ...messages,
          status: (status) => t.first(`settlement-states.${status}`) ?? status,
        }}
        sumLabel={filter.status === 'DEBT' ? null : t('settlements.toBank')}
      />
    </section>
  )
}

type Texts = { t: Translate; times: Times }
type Settings = Texts & { locale: string }

/**
 * Returns the columns of settlements: net, status, period, payments, bank and reference, time of the transfer or else of
 * the creation.
 */
export function settlementColumns({ t, times, locale }: Settings): readonly Column<ShownSettlement>[] {
  return [
    {
      key: 'net',
      label: t('settlements.columns.net'),
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
      label: t('settlements.columns.status'),
      width: 'w-30 min-w-30',
      card: 'end',
      cell: (settlement) => (
        <SettlementBadge
          status={settlement.status}
          missing={settlement.mirror.missing}
          href={settlementHref(settlement)}
        />
      ),
    },
    {
      key: 'period',
      label: t('settlements.columns.period'),
      className: 'whitespace-nowrap',
      cell: (settlement) => times.coveredDays(settlement),
    },
    {
      key: 'payments',
      label: t('settlements.columns.payments'),
      width: 'w-28 min-w-28',
      align: 'end',
      from: '3xl',
      card: 'end',
      className: 'tnum text-muted text-sm',
      cell: ({ payment_count: count }) => (
        <>
          <span className="@2xl:hidden">{t('settlements.paymentCount', { count })}</span>
          <span className="hidden @2xl:inline">{numberFormat(locale).format(count)}</span>
        </>
      ),
    },
    {
      key: 'bank',
      label: t('settlements.columns.bank'),
      className: '@2xl:w-[60%] @2xl:max-w-0 text-muted text-sm',
      cell: ({ bank_account: bank, reference }) => (
        <span className="flex min-w-0 gap-2">
          {bank ? <BankEnds last4={bank.account_last4} /> : null}
          {reference ? (
            <bdi title={reference} className="min-w-0 truncate">
              {reference}
            </bdi>
          ) : null}
        </span>
      ),
    },
    {
      key: 'date',
      label: t('settlements.columns.date'),
      labelIn: (city) => t('settlements.columns.dateIn', { city }),
      width: 'w-36 min-w-36 @3xl:w-44 @3xl:min-w-44',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (settlement) => (
        <>
          <span className={settlement.paid_at ? '@2xl:hidden' : ''}>
            {t(settlement.paid_at ? 'settlements.paid' : 'settlements.made')}{' '}
          </span>
          <RowTime iso={settlement.paid_at ?? settlement.created_at} href={settlementHref(settlement)} />
        </>
      ),
    },
  ]
}

/** Three years. Older months are reached by their address. */
const MONTHS_MAX = 36

/**
 * Returns the filter by the month, in the account's zone, in which a settlement was created: the months since the first
 * settlement, newest first, and the month of the address.
 */
function monthFilter(
  { t, times }: Texts,
  current: string,
  first: string | null,
  chosen: string | undefined,
): FilterEntry<SettlementFilter> {
  const offered = monthsBetween(first ?? current, current)
    .reverse()
    .slice(0, MONTHS_MAX)
  const all = chosen === undefined || offered.includes(chosen) ? offered : [...offered, chosen]
  return {
    ...choiceFilter(
      'month',
      t('settlements.month'),
      Object.fromEntries(all.map((month) => [month, times.monthName(month)])),
    ),
    idle: {
      isIdle: ({ anyDate }) => anyDate,
      mark: (period) => t('filters.listFilters.periodIdle', { period }),
      why: t('filters.listFilters.periodIdleWhy'),
    },
  }
}
