'use client'

import { Printer } from 'lucide-react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { ExportButtons } from '@/components/exports/export-buttons'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { SettlementBadge } from '@/components/settlements/settlement-badge'
import { coveredDays } from '@/components/settlements/settlement-days-text'
import { dayName, nonBreaking, shortDay } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { accountPath } from '@/lib/dashboard/schema/account-address'
import type { SettlementDetail, ShownSettlement } from '@/lib/dashboard/schema/settlement'
import { mirror as mirrorCopy } from '@/lib/messages/mirror'
import { settlements } from '@/lib/messages/settlements'
import { shell } from '@/lib/messages/shell'
import { cn } from '@/lib/ui/cn'
import { DebtCard } from './debt-card'
import { NotArrived } from './not-arrived'
import { SettlementEquation } from './settlement-equation'
import { SettlementPayments } from './settlement-payments'
import { SettlementProperties } from './settlement-properties'
import { settlementSummary } from './settlement-summary'
import { SettlementTimeline } from './settlement-timeline'

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
