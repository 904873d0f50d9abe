import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { paymentsHref } from '@/components/payments/face'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { ShareTrace } from '@/lib/dashboard/links/share-trace'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { Translate } from '@/lib/messages/translator'

/** The table above the history lists more payments. */
const PAYMENTS_SHOWN = 3
const SHARES_SHOWN = 6

/** One past or future event of a link; `at` is null if the time is unknown. */
type HistoryEntry = Omit<TimelineEntry, 'when'> & { at: string | null }

type HistoryPayment = Pick<ShownPayment, 'id' | 'status' | 'created_at' | 'approved_at' | 'payer'>

type Known = {
  /** Payments, newest first. */
  payments: readonly HistoryPayment[]
  shares: readonly ShareTrace[]
  /** Time at which the link's event reported its completion. */
  completedAt: string | null
  /** Time at which a cancellation from this dashboard was carried out. */
  cancelledAt: string | null
}

/** Returns the events of a link and its end, oldest first, as the service and this dashboard recorded them. */
export function linkHistory(link: ShownLink, known: Known, t: Translate): HistoryEntry[] {
  const approved = known.payments
    .filter(({ status }) => status === 'APPROVED')
    .toSorted((one, other) => momentOf(other).localeCompare(momentOf(one)))
  const shown = approved.slice(0, PAYMENTS_SHOWN)
  const end = endOf(link, known, approved[0] ? momentOf(approved[0]) : null, t)
  const isPast = end !== null && !end.pending && end.at !== null
  const { open_count: opens, last_opened_at: openedAt } = link
  // Events of the same instant keep this order.
  const happened: HistoryEntry[] = known.shares.slice(0, SHARES_SHOWN).map((share) => ({
    key: share.id,
    at: share.created_at,
    title: t(`links.history.channel.${share.channel}`),
    detail: share.user ? byOf(share.user.name, t) : undefined,
  }))
  if (opens && openedAt) {
    const detail = t(link.shown_status === 'ACTIVE' ? 'links.history.opensSoFar' : 'links.history.opens', {
      count: opens,
    })
    happened.push({ key: 'opened', at: openedAt, title: t('links.history.opened'), detail })
  }
  for (const payment of shown) {
    const detail = <Paid payment={payment} link={link} />
    happened.push({
      key: payment.id,
      at: momentOf(payment),
      title: t('links.history.paid'),
      tone: 'success',
      detail,
    })
  }
  if (isPast) happened.push(end)
  happened.sort((one, other) => (one.at ?? '').localeCompare(other.at ?? ''))
  const earlier = link.paid_count - shown.length
  const first = happened.findIndex(({ key }) => shown.some(({ id }) => id === key))
  if (earlier > 0 && first >= 0) {
    const title = (
      <InlineLink href={paymentsHref({ link: link.id })}>
        {t('links.history.earlier', { count: earlier })}
      </InlineLink>
    )
    happened.splice(first, 0, { key: 'earlier', at: null, title, tone: 'success' })
  }
  const made = { key: 'made', at: link.created_at, title: t('links.history.made') }
  // An end in the future, or without a known time, is the last one.
  return end === null || isPast ? [made, ...happened] : [made, ...happened, end]
}

/** Returns the time at which a link was closed; null if it is open or the time is unknown. */
export function closedAtOf(history: readonly HistoryEntry[]): string | null {
  return history.find(({ key }) => key === 'COMPLETED' || key === 'CANCELLED')?.at ?? null
}

function endOf(
  { shown_status: status, expires_at }: ShownLink,
  { completedAt, cancelledAt }: Known,
  lastPaid: string | null,
  t: Translate,
): HistoryEntry | null {
  if (status === 'ACTIVE')
    return expires_at === null
      ? null
      : { key: status, at: expires_at, title: t('links.history.ends'), pending: true }
  const title = t(`link-states.status.${status}`)
  if (status === 'EXPIRED') return { key: status, at: expires_at, title, tone: 'warning' }
  return { key: status, at: status === 'COMPLETED' ? (completedAt ?? lastPaid) : cancelledAt, title }
}

function byOf(name: string, t: Translate): string {
  return name ? t('links.history.by', { name }) : t('links.history.byFormer')
}

function momentOf({ approved_at, created_at }: HistoryPayment): string {
  return approved_at ?? created_at
}

function Paid({ payment: { id, payer }, link }: { payment: HistoryPayment; link: ShownLink }) {
  const t = useTexts()
  const who = payer.name || payer.email
  return (
    <InlineLink href={`/payments/${encodeURIComponent(id)}`} className="inline-block">
      <Amount amount={link.amount} currency={link.currency} /> {who ? t('links.history.from') : null}
      {who ? <bdi> {who}</bdi> : null}
    </InlineLink>
  )
}

/** Renders the history of a link. It never claims that a message arrived. */
export function LinkTimeline({ history, isShared }: { history: readonly HistoryEntry[]; isShared: boolean }) {
  const t = useTexts()
  const whenOf = ({ key, at }: HistoryEntry) => {
    if (at !== null) return <DateTime iso={at} />
    return key === 'earlier' ? null : t('links.detail.timeUnknown')
  }
  return (
    <Card title={t('links.history.title')}>
      <Timeline
        label={t('links.history.title')}
        entries={history.map((entry) => ({ ...entry, when: whenOf(entry) }))}
      />
      {isShared ? <p className="mt-4 text-muted text-xs">{t('links.history.shareHint')}</p> : null}
    </Card>
  )
}
