import { keepPreviousData } from '@tanstack/react-query'
import { Check, TriangleAlert } from 'lucide-react'
import { useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { Amount } from '@/components/money/amount'
import { MoneyLine, moneyLines } from '@/components/money/money-line'
import { InlineLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref } from '@/components/payments/face'
import { settlementHref } from '@/components/settlements/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { TitledTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { Dialog } from '@/components/ui/dialog'
import type { BalanceFigure } from '@/lib/dashboard/balance/shape'
import { moneyText } from '@/lib/domain/money'
import type { ReadData } from '@/lib/reads'
import { cn } from '@/lib/ui/cn'

type Explanation = ReadData<'balance/explanation'>

type Props = { figure: BalanceFigure; at: string | null; onClose: () => void }

/** Renders the dialog of a balance's figure: its equation, its rows and the check of their sum. */
export function ExplainDialog({ figure, at, onClose }: Props) {
  const t = useTexts()
  const query = useRead(
    'balance/explanation',
    { figure, at: at ?? undefined },
    { placeholderData: keepPreviousData },
  )
  return (
    <Dialog
      onClose={onClose}
      title={t('balance-page.explain.titleOf', { figure: t(`balance.figures.${figure}`) })}
      description={t(`balance-page.definitions.${figure}`)}
      className="sm:w-[34rem]"
    >
      {query.data ? (
        <div className="flex flex-col gap-5">
          <Equation explanation={query.data} />
          <SumCheck explanation={query.data} />
          <Rows explanation={query.data} onLeave={onClose} />
        </div>
      ) : (
        <QueryFallback query={query} label={t('balance-page.explain.loading')} rows={5} />
      )}
    </Dialog>
  )
}

type Of = { explanation: Explanation }

function Equation({ explanation: { figure, currency, amount, terms, unexplained } }: Of) {
  const t = useTexts()
  const status = figure === 'paid_out' ? figure : 'in_transit'
  const nameOf = ({ key, count }: Explanation['terms'][number]) => {
    if (key === 'settlements') return t(`balance-page.explain.settlements.${status}`)
    const term = t(`balance-page.explain.terms.${key}`)
    return count === undefined ? term : t('balance-page.explain.counted', { term, count })
  }
  return (
    <dl aria-label={t('balance-page.explain.equation')} className={moneyLines}>
      {terms.map((term) => (
        <MoneyLine key={term.key} name={nameOf(term)} amount={term.amount} currency={currency} />
      ))}
      {unexplained === 0 ? null : (
        <MoneyLine
          name={t('balance-page.explain.unexplainedTerm')}
          amount={unexplained}
          currency={currency}
          warns
        />
      )}
      <MoneyLine name={t(`balance.figures.${figure}`)} amount={amount} currency={currency} sum />
    </dl>
  )
}

function SumCheck({ explanation }: Of) {
  const { figure, currency, sum, count, unexplained, difference, fees, adds_up: addsUp } = explanation
  const t = useTexts()
  const { locale } = useLocale()
  const text = (major: number) => moneyText(major, currency, locale)
  const copyHint = t('balance-page.explain.copyHint')
  const problems: [title: string, hint: string][] = []
  if (unexplained !== 0)
    problems.push([
      t('balance-page.explain.unexplained', { amount: text(unexplained) }),
      t('balance-page.explain.unexplainedHint'),
    ])
  if (difference !== 0)
    problems.push([
      t('balance-page.explain.difference', { sum: text(sum), amount: text(difference) }),
      copyHint,
    ])
  if (!addsUp && problems.length === 0 && fees)
    problems.push([t('balance-page.explain.feesDiffer', { sum: text(fees.sum) }), copyHint])
  const rows = figure === 'available' ? 'payments' : 'settlements'
  const sumText =
    count === 0 ? t('balance-page.explain.addsUpNone') : t(`balance-page.explain.sumOf.${rows}`, { count })
  const verdicts: typeof problems = addsUp ? [[t('balance-page.explain.addsUp'), sumText]] : problems
  const Icon = addsUp ? Check : TriangleAlert
  return (
    <div role="status" className="flex flex-col gap-1.5 text-sm">
      {verdicts.map(([title, hint]) => (
        <div key={title} className="flex gap-2">
          <Icon
            aria-hidden
            strokeWidth={2.5}
            className={cn('mt-0.5 size-4 shrink-0', addsUp ? 'text-success' : 'text-warning')}
          />
          <div className="min-w-0">
            <p className={cn('font-medium', !addsUp && 'text-warning')}>{title}</p>
            <p className="text-muted">{hint}</p>
          </div>
        </div>
      ))}
      {fees && fees.reported < count ? (
        <p className="pl-6 text-muted">
          {fees.reported === 0
            ? t('balance-page.explain.fees.none')
            : t('balance-page.explain.fees.some', { count: fees.reported, sum: text(fees.sum) })}
        </p>
      ) : null}
    </div>
  )
}

function Rows({ explanation, onLeave }: Of & { onLeave: () => void }) {
  const { figure, currency, rows, count } = explanation
  const t = useTexts()
  if (rows.length === 0) return null
  const isPayments = figure === 'available'
  const title = t(isPayments ? 'balance-page.explain.rows.payments' : 'balance-page.explain.rows.settlements')
  const allHref = isPayments
    ? paymentsHref({ status: 'APPROVED', unsettled: '1' })
    : `/balance?status=${figure === 'paid_out' ? 'PAID' : 'PENDING'}`
  return (
    <section>
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{title}</h3>
        <InlineLink className="text-sm" href={allHref} onClick={onLeave}>
          {t(`balance-page.explain.all.${figure}`, { count })}
        </InlineLink>
      </header>
      <ul aria-label={title} className="mt-1 flex flex-col">
        {rows.map((row) => (
          <li key={row.id} className="border-border/70 border-t first:border-t-0">
            <RowLine row={row} currency={currency} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type RowProps = { row: Explanation['rows'][number]; currency: string; onLeave: () => void }

function RowLine({ row: { id, payer, period, at, amount, fee }, currency, onLeave }: RowProps) {
  const t = useTexts()
  const times = useTimes()
  const { locale } = useLocale()
  return (
    <PageLink
      href={period ? settlementHref({ id }) : `/payments/${encodeURIComponent(id)}`}
      onClick={onLeave}
      className="-mx-2 flex items-baseline justify-between gap-4 rounded-md px-2 py-2 hover:bg-hover"
    >
      <span className="min-w-0">
        <span dir="auto" className="wrap-anywhere">
          {period
            ? t('settlement-states.oneOf', { days: times.coveredDays(period) })
            : payer || t('balance-page.explain.noPayer')}
        </span>
        <span className="block text-muted text-xs">
          <TitledTime iso={at} className="tnum whitespace-nowrap">
            {times.shortTime(at)}
          </TitledTime>
        </span>
      </span>
      <span className="shrink-0 text-right">
        <Amount amount={amount} currency={currency} />
        {fee === null ? null : (
          <span className="tnum block text-muted text-xs">
            {t('balance-page.explain.fee', { amount: moneyText(fee, currency, locale) })}
          </span>
        )}
      </span>
    </PageLink>
  )
}
