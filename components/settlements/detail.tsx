'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/read'
import { useTotals } from '@/components/data/use-totals'
import { DetailFallback, DetailScreen, type ListOf } from '@/components/detail/detail-screen'
import { RelatedList } from '@/components/detail/related-list'
import { DownloadMenu } from '@/components/exports/export-buttons'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { useReader, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { nonBreaking } from '@/components/time/format-time'
import { useTimes } from '@/components/time/use-times'
import { Banner } from '@/components/ui/banner'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import type { ShownSettlement } from '@/lib/dashboard/settlements/shown-settlement'
import { formatMajor } from '@/lib/domain/money'
import { netTerms } from '@/lib/domain/net-terms'
import { cn } from '@/lib/ui/cn'
import { SettlementAdjustments } from './adjustments'
import {
  DebtCard,
  NotArrived,
  SettlementProperties,
  SettlementTimeline,
  settlementSummary,
} from './detail-parts'
import { SettlementBadge } from './face'

const list: ListOf = {
  path: '/balance',
  title: 'shell.balance',
  one: 'settlement-states.one',
  loading: 'settlement-detail.loading',
}

export function SettlementScreen({ id }: { id: string }) {
  const t = useTexts()
  const times = useTimes()
  const detail = useRead('settlements/detail', { id })
  const payments = useRead('payments/list', { settlement: id })
  const totals = useTotals(payments.data, 'payments/totals', { settlement: id })
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  const { settlement, expectedBy, late } = detail.data
  const { mirror, unexplained: _, ...object } = settlement
  const hasStatus = payments.data?.data.some(
    (payment) => payment.status !== 'APPROVED' || payment.refunded_amount || payment.dispute,
  )
  return (
    <DetailScreen
      list={list}
      copies={settlement.id}
      tab={t('settlement-states.oneOf', { days: times.coveredDays(settlement) })}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <Amount amount={settlement.net_amount} currency={settlement.currency} />
          <SettlementBadge status={settlement.status} />
        </span>
      }
      sentence={<Sentence settlement={settlement} />}
      actions={(position) => (
        <Actions
          settlement={settlement}
          className={position === 'below' ? 'mt-3 lg:hidden' : 'max-lg:hidden'}
        />
      )}
      notice={
        late && expectedBy ? (
          <Banner
            tone="warning"
            title={t('settlement-detail.late', { day: nonBreaking(times.dayName(expectedBy)) })}
          />
        ) : null
      }
      state={detail.data}
      error={detail.error}
      mirror={mirror}
      properties={
        <Card title={t('settlement-detail.properties')}>
          <SettlementProperties settlement={settlement} />
          <NotArrived {...detail.data} />
        </Card>
      }
      developers={{ object, label: t('settlement-detail.json') }}
    >
      <Card className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <SettlementEquation settlement={settlement} />
        <SettlementTimeline {...detail.data} />
      </Card>
      <DebtCard settlement={settlement} />
      <SettlementAdjustments settlement={settlement} />
      <RelatedList
        title={t('payments.title')}
        query={payments}
        totals={totals}
        allHref={paymentsHref({ settlement: id })}
        allLabel={(count) => t('settlement-detail.allPayments', { count })}
        allUncounted={t('settlement-detail.allUncounted')}
        loading={t('payments.loading')}
        columns={paymentColumns(t).filter(({ key }) => hasStatus || key !== 'status')}
        rowProps={(payment) => ({ ...paymentRow(payment), className: 'min-h-0 py-2.5' })}
        empty={<p className="text-muted">{t('settlement-detail.noPayments')}</p>}
      />
    </DetailScreen>
  )
}

function Sentence({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { status, paid_at: paidAt, mirror } = settlement
  return (
    <p role="status" className="text-pretty">
      {mirror.missing ? (
        t('mirror.lastKnown')
      ) : status === 'PAID' && paidAt ? (
        <>
          {t('settlement-detail.sentOn')} <DateTime iso={paidAt} />. {t('settlement-detail.bankTakes')}
        </>
      ) : (
        t(`settlement-states.meaning.${status}`)
      )}
    </p>
  )
}

function Actions({ settlement, className }: { settlement: ShownSettlement; className: string }) {
  const t = useTexts()
  const { locale } = useReader()
  const { supportTime } = useTimes()
  return (
    <div className={cn('flex flex-wrap gap-2 print:hidden', className)}>
      <DownloadMenu
        request={{ kind: 'settlement', input: { settlement_id: settlement.id } }}
        lines={settlement.payment_count}
      />
      <CopyButton
        value={settlementSummary(settlement, locale, t, supportTime)}
        label={t('detail.support')}
        title={t('settlement-detail.supportHint')}
      />
    </div>
  )
}

function SettlementEquation({ settlement }: { settlement: ShownSettlement }) {
  const t = useTexts()
  const { locale } = useLocale()
  const { currency, net_amount, unexplained } = settlement
  const text = (major: number) => formatMajor(major, currency, locale).replace('-', '\u2212')
  const terms = netTerms(settlement)
  const written = terms.map(({ key, amount }) =>
    t(`settlement-detail.terms.${key}`, { amount: text(key === 'gross' ? amount : 0 - amount) }),
  )
  return (
    <div className="tnum">
      <p className="sr-only">{`${written.join(' \u2212 ')} = ${text(net_amount)}`}</p>
      <dl aria-hidden>
        {[...terms, { key: 'net' as const, amount: net_amount }].map(({ key, amount }) => (
          <div
            key={key}
            className={cn(
              'flex justify-between gap-4 border-border/70 py-1.5 not-first:border-t first:pt-0',
              key === 'net' && 'border-border-strong font-semibold',
            )}
          >
            <dt className="text-muted">{t(`settlement-detail.summary.${key}`)}</dt>
            <dd>
              <Amount amount={amount} currency={currency} />
            </dd>
          </div>
        ))}
      </dl>
      {unexplained === 0 ? null : (
        <p className="text-sm text-warning">
          {t('settlement-detail.unexplained', { amount: text(unexplained) })}
        </p>
      )}
    </div>
  )
}
