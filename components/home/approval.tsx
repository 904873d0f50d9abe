'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref } from '@/components/payments/face'
import { Card } from '@/components/ui/card'
import { isDeclineCode } from '@/lib/contract/declines'
import type { Overview } from '@/lib/dashboard/schema/overview'
import { numberFormat } from '@/lib/domain/formatters'
import { home } from '@/lib/messages/home'
import { payments } from '@/lib/messages/payments'
import { approvedShare, shareText } from './percent'

/** Renders the approval rate of thirty days, and the reasons of the declines if the host reports them. */
export function Approval({ overview: { days, declined, declines } }: { overview: Overview }) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const approved = days.reduce((sum, { count }) => sum + count, 0)
  const rate = approvedShare(approved, declined.count)
  const areReported = declines.reasons.some(({ code }) => code !== null)
  const others = declines.counted - declines.reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="font-normal text-base text-muted">{home.approval30}</h2>
        <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="tnum font-semibold text-2xl tracking-tight">
            {rate === null ? '–' : shareText(rate, locale)}
          </span>
          <PageLink
            href={paymentsHref({ status: 'FAILED', period: '30d' })}
            className="hit inline-flex items-center text-muted text-sm hover:text-text hover:underline"
          >
            {home.declinedCount(declined.count, number.format(declined.count))}
          </PageLink>
        </p>
      </div>
      {areReported ? (
        <section>
          <h3 className="font-medium text-sm">{home.declineReasons}</h3>
          {declines.counted < declined.count ? (
            <p className="text-muted text-sm">{home.declineReasonsOf(number.format(declines.counted))}</p>
          ) : null}
          <ul className="mt-1.5 flex flex-col gap-1.5 text-sm">
            {declines.reasons.map(({ code, count }) => (
              <Reason key={code ?? ''} name={reasonText(code)} count={number.format(count)} />
            ))}
            {others > 0 ? <Reason name={home.otherReasons} count={number.format(others)} /> : null}
          </ul>
        </section>
      ) : null}
    </Card>
  )
}

function Reason({ name, count }: { name: string; count: string }) {
  return (
    <li className="flex items-baseline justify-between gap-3">
      <span className="min-w-0 text-muted">{name}</span>
      <span className="tnum shrink-0">{count}</span>
    </li>
  )
}

function reasonText(code: string | null): string {
  if (code === null) return home.reasonNotReported
  return isDeclineCode(code) ? payments.detail.reason[code] : code
}
