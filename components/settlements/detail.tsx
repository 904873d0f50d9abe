'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { RelatedList } from '@/components/detail/related-list'
import { ExportButtons } from '@/components/exports/export-buttons'
import { type KnownTotals, useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { dayName, nonBreaking, shortDay } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { ListPage } from '@/lib/dashboard/schema/list'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementDetail, ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { numberFormat } from '@/lib/domain/formatters'
import { formatMajor } from '@/lib/domain/money'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'
import { shell } from '@/lib/messages/shell'
import { cn } from '@/lib/ui/cn'
import { SettlementAdjustments } from './adjustments'
import {
  DebtCard,
  NotArrived,
  SettlementProperties,
  SettlementTimeline,
  settlementSummary,
} from './detail-parts'
import { coveredDays, SettlementBadge } from './face'

const copy = settlements.detail
const listOf = { path: '/balance', title: shell.balance }

/** Renders one settlement: its net with the equation, the state of its transfer, and its payments. */
export function SettlementScreen({ id }: { id: string }) {
  const account = useAccount()
  const { timeZone, now } = useLocale()
  const detail = useRead('settlements/detail', { id })
  const payments = useRead('payments/list', { settlement: id })
  const totals = useTotals(payments.data, read(account, 'payments/totals', { settlement: id }))
  if (!detail.data || isMissing(detail.error)) {
    return <DetailFallback list={listOf} query={detail} one={settlements.one} loading={copy.loading} />
  }
  const { settlement, expectedBy, late } = detail.data
  const { mirror, unexplained: _, ...object } = settlement
  return (
    <DetailScreen
      list={listOf}
      copies={settlement.id}
      tab={settlements.oneOf(coveredDays(settlement, timeZone, now))}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <Amount amount={settlement.net_amount} currency={settlement.currency} />
          <SettlementBadge status={settlement.status} />
        </span>
      }
      sentence={<Sentence {...detail.data} />}
      actions={(position) => (
        <Actions
          settlement={settlement}
          className={position === 'below' ? 'mt-3 lg:hidden' : 'max-lg:hidden'}
        />
      )}
      notice={
        late && expectedBy ? (
          <Banner tone="warning" title={copy.late(nonBreaking(dayName(expectedBy, now)))} />
        ) : null
      }
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      properties={
        <>
          <SettlementProperties settlement={settlement} />
          <NotArrived {...detail.data} />
        </>
      }
      developers={{ object, label: copy.json }}
    >
      <Card title={copy.timeline}>
        <SettlementTimeline {...detail.data} />
      </Card>
      <DebtCard {...detail.data} />
      <SettlementAdjustments settlement={settlement} />
      <SettlementPayments {...detail.data} list={payments} totals={totals} />
    </DetailScreen>
  )
}

function Sentence({ settlement, transferTimes: times, late }: SettlementDetail) {
  const { timeZone, now } = useLocale()
  const isOpen = settlement.status === 'PENDING' && !late
  return (
    <>
      <p className="text-pretty">
        {copy.covers(
          coveredDays(settlement, timeZone, now),
          nonBreaking(shortDay(settlement.created_at, timeZone, now)),
        )}
      </p>
      <p role="status" className="text-pretty">
        {settlement.mirror.missing ? mirrorCopy.lastKnown : sentenceOf(settlement, timeZone, now)}
        {isOpen && times ? ` ${copy.usually(times.earliest, times.usual)}` : null}
      </p>
      <SettlementEquation settlement={settlement} />
    </>
  )
}

function sentenceOf({ status, paid_at: paidAt }: ShownSettlement, timeZone: string, now: number): string {
  if (status !== 'PAID') return copy.sentence[status]
  return paidAt
    ? copy.sentence.PAID(nonBreaking(shortDay(paidAt, timeZone, now)))
    : copy.sentence.PAID_undated
}

type ActionsProps = { settlement: ShownSettlement; className: string }

function Actions({ settlement, className }: ActionsProps) {
  const mayExport = useCan('settlements.export')
  const account = useAccount()
  const { timeZone } = useLocale()
  const query = queryString({ settlement_id: settlement.id })
  return (
    <div className={cn('flex flex-wrap gap-2 print:hidden', className)}>
      {mayExport ? (
        <ExportButtons
          request={{ kind: 'settlement', input: { settlement_id: settlement.id } }}
          lines={settlement.payment_count}
          csvHref={accountPath(account, `/exports/settlement/export${query}`)}
          csvTitle={copy.csvHint}
        />
      ) : null}
      <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        {copy.print}
      </Button>
      <CopyButton
        value={settlementSummary(settlement, timeZone)}
        label={copy.support}
        title={copy.supportHint}
      />
    </div>
  )
}

/**
 * Renders the net as an equation. A debt that the host does not report is omitted, and a remainder is labeled as such.
 */
function SettlementEquation({ settlement }: { settlement: ShownSettlement }) {
  const { locale } = useLocale()
  const {
    currency,
    gross_amount,
    fee_amount,
    refund_amount,
    dispute_amount,
    debt_amount,
    net_amount,
    unexplained,
  } = settlement
  const text = (major: number) => formatMajor(major, currency, locale).replace('-', '\u2212')
  return (
    <p className="tnum text-pretty">
      {copy.gross} {text(gross_amount)} {'\u2212'} {copy.fees} {text(fee_amount)}
      {refund_amount ? ` \u2212 ${copy.refunds} ${text(refund_amount)}` : null}
      {dispute_amount ? ` \u2212 ${copy.disputes} ${text(dispute_amount)}` : null}
      {typeof debt_amount === 'number' ? ` \u2212 ${copy.debt} ${text(debt_amount)}` : null} ={' '}
      <span className="font-semibold text-text">{text(net_amount)}</span>
      {unexplained === 0 ? null : (
        <span className="block text-warning">{copy.unexplained(text(unexplained))}</span>
      )}
    </p>
  )
}

type Props = Pick<SettlementDetail, 'settlement' | 'mirrored'> & {
  list: UseQueryResult<ListPage<ShownPayment>>
  totals: KnownTotals
}

/** Renders the newest payments of a settlement, a link to all of them, and whether they add up to its gross. */
function SettlementPayments({ settlement, mirrored, list, totals }: Props) {
  const { timeZone, locale } = useLocale()
  const { id, currency, payment_count: all, gross_amount: gross } = settlement
  const count = (number: number) => numberFormat(locale).format(number)
  const money = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  const counted = payments.total(count(mirrored.count))
  const check =
    mirrored.count < all
      ? copy.incomplete(count(mirrored.count), count(all))
      : mirrored.gross === gross
        ? copy.addsUp(counted, money(mirrored.gross))
        : copy.differs(counted, money(mirrored.gross), money(gross))
  return (
    <div className="flex flex-col gap-2">
      <RelatedList
        title={payments.title}
        query={list}
        totals={totals}
        allHref={paymentsHref({ settlement: id })}
        allLabel={copy.allPayments}
        allUncounted={copy.allUncounted}
        loading={payments.loading}
        columns={paymentColumns(timeZone)}
        rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
        empty={<p className="text-muted">{copy.noPayments}</p>}
      />
      <p className="px-1 text-muted text-sm">{check}</p>
    </div>
  )
}
