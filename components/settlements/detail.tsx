'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { isMissing } from '@/components/data/fetch-json'
import { read, useRead } from '@/components/data/read'
import { DetailFallback, DetailScreen } from '@/components/detail/detail-screen'
import { RelatedList } from '@/components/detail/related-list'
import { DownloadMenu } from '@/components/exports/export-buttons'
import { type KnownTotals, useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { paymentColumns, paymentRow, paymentsHref } from '@/components/payments/face'
import { dayName, exactTime, nonBreaking } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
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
        <Card title={copy.properties}>
          <SettlementProperties settlement={settlement} />
          <NotArrived {...detail.data} />
        </Card>
      }
      developers={{ object, label: copy.json }}
    >
      <Card className="grid gap-x-10 gap-y-5 md:grid-cols-2">
        <SettlementEquation settlement={settlement} />
        <SettlementTimeline {...detail.data} />
      </Card>
      <DebtCard {...detail.data} />
      <SettlementAdjustments settlement={settlement} />
      <SettlementPayments {...detail.data} list={payments} totals={totals} />
    </DetailScreen>
  )
}

function Sentence({ settlement }: SettlementDetail) {
  const { timeZone, now } = useLocale()
  const { period_start: from, period_end: to, status, mirror } = settlement
  return (
    <p role="status" className="text-pretty">
      {copy.covers}{' '}
      <span title={settlements.span(exactTime(from, timeZone), exactTime(to, timeZone))}>
        {nonBreaking(coveredDays(settlement, timeZone, now))}
      </span>
      . {mirror.missing ? mirrorCopy.lastKnown : copy.sentence[status]}
    </p>
  )
}

type ActionsProps = { settlement: ShownSettlement; className: string }

function Actions({ settlement, className }: ActionsProps) {
  const account = useAccount()
  const { timeZone } = useLocale()
  const query = queryString({ settlement_id: settlement.id })
  return (
    <div className={cn('flex flex-wrap gap-2 print:hidden', className)}>
      <DownloadMenu
        request={{ kind: 'settlement', input: { settlement_id: settlement.id } }}
        lines={settlement.payment_count}
        csvHref={accountPath(account, `/exports/settlement/export${query}`)}
      />
      <CopyButton
        value={settlementSummary(settlement, timeZone)}
        label={copy.support}
        title={copy.supportHint}
      />
    </div>
  )
}

/** Renders the net as an equation in a column. A remainder that the host's figures leave is labeled as such. */
function SettlementEquation({ settlement }: { settlement: ShownSettlement }) {
  const { locale } = useLocale()
  const { currency, refund_amount: refunds, dispute_amount: disputes, debt_amount: debt } = settlement
  const text = (major: number) => formatMajor(major, currency, locale).replace('-', '\u2212')
  const terms: [name: string, amount: number][] = [
    [copy.gross, settlement.gross_amount],
    [`\u2212 ${copy.fees}`, settlement.fee_amount],
  ]
  if (refunds) terms.push([`\u2212 ${copy.refunds}`, refunds])
  if (disputes) terms.push([`\u2212 ${copy.disputes}`, disputes])
  if (typeof debt === 'number') terms.push([`\u2212 ${copy.debt}`, debt])
  const rowLook = 'flex justify-between gap-4 border-border/70 border-t py-1.5 first:border-t-0 first:pt-0'
  return (
    <div className="tnum">
      <dl aria-label={copy.equation}>
        {terms.map(([name, amount]) => (
          <div key={name} className={rowLook}>
            <dt className="text-muted">{name}</dt> <dd>{text(amount)}</dd>{' '}
          </div>
        ))}
        <div className={cn(rowLook, 'border-border-strong font-semibold')}>
          <dt data-sum={copy.net} className="after:content-[attr(data-sum)]">
            ={' '}
          </dt>
          <dd>{text(settlement.net_amount)}</dd>
        </div>
      </dl>
      {settlement.unexplained === 0 ? null : (
        <p className="text-sm text-warning">{copy.unexplained(text(settlement.unexplained))}</p>
      )}
    </div>
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
        ? copy.addsUp(counted)
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
