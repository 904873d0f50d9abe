import { ExternalLink } from 'lucide-react'
import { CopyMark, IdProperty, ShortAddress } from '@/components/data/short-id'
import { Figure, Figures } from '@/components/detail/detail-screen'
import { Amount } from '@/components/money/amount'
import { InlineLink } from '@/components/navigation/link-looks'
import { paymentsHref } from '@/components/payments/face'
import { type LocaleSettings, useLocale, useReader, useTexts } from '@/components/texts/texts-provider'
import { DateTime, TitledTime } from '@/components/time/date-time'
import { isThisYear, relativeTime } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import type { LinkDetail } from '@/lib/dashboard/links/get-link'
import type { ShareTrace } from '@/lib/dashboard/links/share-trace'
import type { ShownLink } from '@/lib/dashboard/links/shown-link'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { dayIn, daysBetween } from '@/lib/domain/calendar-days'
import { numberFormat } from '@/lib/domain/formatters'
import type { Language } from '@/lib/domain/languages'
import type { Translate } from '@/lib/messages/translator'
import { collectedOf, isOpen, useRecordShare } from './face'

type StatsProps = {
  link: ShownLink
  /** Numbers of its payments by state; null while unknown. */
  counts: Readonly<Record<string, number>> | null
  closedAt: string | null
}

/** Renders the totals of a link in four tiles. A figure that the host does not report has no tile. */
export function LinkStats({ link, counts, closedAt }: StatsProps) {
  const t = useTexts()
  const number = numberFormat(useLocale().locale)
  const { paid_count: paid, max_uses: max } = link
  const collected = collectedOf(link)
  const declined = counts?.FAILED ?? 0
  const closed = link.shown_status === 'CANCELLED' || link.shown_status === 'EXPIRED'
  const rest = max === null ? 0 : Math.max(0, max - paid)
  const left =
    max === null
      ? t('links.detail.stats.noLimit')
      : rest === 0
        ? t('links.detail.stats.noneLeft')
        : closed
          ? t('links.detail.stats.unused', { rest })
          : t('links.detail.stats.left', { left: rest })
  return (
    <Figures label={t('links.detail.stats.label')}>
      {collected === null ? null : (
        <Figure
          name={t('links.detail.stats.collected')}
          note={
            // The sum of one payment is the amount itself.
            paid < 2 ? null : (
              <>
                <span className="tnum">{number.format(paid)} ×</span>{' '}
                <Amount amount={link.amount} currency={link.currency} />
              </>
            )
          }
        >
          <Amount amount={collected} currency={link.currency} className={paid === 0 ? 'text-muted' : ''} />
        </Figure>
      )}
      <Figure
        name={t('links.detail.stats.payments')}
        note={declined > 0 ? `${left} · ${t('links.detail.stats.declined', { count: declined })}` : left}
      >
        {max === null ? number.format(paid) : t('links.countOf', { paid, max })}
      </Figure>
      <OpenedStat link={link} isTried={paid > 0 || declined > 0} />
      <EndStat link={link} closedAt={closedAt} />
    </Figures>
  )
}

/** Renders how often the link was opened. A script counts the openings, so a payment may exist without one. */
function OpenedStat({ link, isTried }: { link: ShownLink; isTried: boolean }) {
  const t = useTexts()
  const { open_count: opens, last_opened_at: last, shown_status: status } = link
  if (opens === undefined || opens === null || (opens === 0 && isTried)) return null
  const never = t(status === 'ACTIVE' ? 'links.detail.stats.notOpened' : 'links.detail.stats.neverOpened')
  const note = last ? (
    <>
      {t('links.detail.stats.last')} <DateTime iso={last} />
    </>
  ) : null
  return (
    <Figure name={t('links.detail.stats.opened')} note={note}>
      {opens === 0 ? (
        <span className="text-muted">{never}</span>
      ) : (
        t('links.detail.stats.times', { count: opens })
      )}
    </Figure>
  )
}

function EndStat({ link, closedAt }: Pick<StatsProps, 'link' | 'closedAt'>) {
  const t = useTexts()
  const times = useTimes()
  const { language } = useReader()
  const { timeZone, now } = useLocale()
  const { expires_at: end, shown_status: status } = link
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  const day = over ? closedAt : end
  const name = status === 'ACTIVE' ? t('links.detail.expires') : t(`link-states.status.${status}`)
  if (day === null) {
    return (
      <Figure name={name} note={isOpen(link) ? t('links.detail.stats.endsNever') : null}>
        {over ? <span className="text-muted">{t('links.detail.timeUnknown')}</span> : t('links.neverExpires')}
      </Figure>
    )
  }
  return (
    <Figure name={name} note={endNote(day, { timeZone, now }, language, t)}>
      {/* A date with a year leaves no room for the time of day. */}
      <TitledTime iso={day}>
        {isThisYear(day, timeZone, now) ? times.shortTime(day) : times.shortDay(day)}
      </TitledTime>
    </Figure>
  )
}

/** Returns the distance of a link's end from `now` (milliseconds), by the calendar of the zone: `in 3 h`, `tomorrow`. */
export function endNote(
  end: string,
  { timeZone, now }: Pick<LocaleSettings, 'timeZone' | 'now'>,
  language: Language,
  t: Translate,
): string {
  const days = daysBetween(dayIn(now, timeZone), dayIn(Date.parse(end), timeZone))
  // A day on which the clocks go back has 25 hours.
  const calendarDays = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return (days === 0 ? relativeTime(end, now, t) : null) ?? calendarDays.format(days, 'day')
}

export function linkSentence({ shown_status: status, paid_count: paid }: ShownLink, t: Translate): string {
  if (status === 'COMPLETED') return t('links.detail.sentence.COMPLETED', { paid })
  if (status === 'CANCELLED' && paid > 0) return t('links.detail.sentence.cancelledKept')
  return t(`links.detail.sentence.${status}`)
}

type PropertiesProps = {
  detail: Pick<LinkDetail, 'link' | 'customerName' | 'chargeId'>
  /** True if the link accepts payments and is not being canceled. */
  isShared: boolean
}

/** Renders the properties of a link that its totals do not contain. */
export function LinkProperties({ detail: { link, customerName, chargeId }, isShared }: PropertiesProps) {
  const t = useTexts()
  const metadata = Object.entries(link.metadata)
  return (
    <>
      <Address link={link} isShared={isShared} />
      <PropertyList>
        <Property name={t('links.detail.created')}>
          <DateTime iso={link.created_at} />
        </Property>
        {link.description ? (
          <Property name={t('links.detail.description')}>
            <span dir="auto" className="wrap-anywhere block whitespace-pre-line text-left">
              {link.description}
            </span>
          </Property>
        ) : null}
        {link.customer_id ? (
          <Property
            name={t('links.detail.customer')}
            action={<CopyMark value={link.customer_id} name={t('links.detail.customerId')} />}
          >
            <InlineLink href={`/customers/${encodeURIComponent(link.customer_id)}`}>
              {customerName === null ? t('links.detail.viewCustomer') : <bdi>{customerName}</bdi>}
            </InlineLink>
          </Property>
        ) : null}
        {chargeId ? (
          <Property name={t('links.detail.charge')}>
            <InlineLink href={`/charges/${encodeURIComponent(chargeId)}`}>
              {t('links.detail.viewCharge')}
            </InlineLink>
          </Property>
        ) : null}
        <IdProperty id={link.id} name={t('links.detail.id')} />
      </PropertyList>
      {metadata.length > 0 ? (
        <>
          <h3 className="mt-4 mb-1 text-muted text-xs">{t('links.detail.metadata')}</h3>
          <PropertyList>
            {metadata.map(([name, value]) => {
              const text = typeof value === 'string' ? value : JSON.stringify(value)
              return (
                <Property
                  key={name}
                  name={name}
                  action={<CopyMark value={text} name={name} className="-ml-1" />}
                >
                  <span dir="auto" className="wrap-anywhere block text-left font-mono text-sm">
                    {text}
                  </span>
                </Property>
              )
            })}
          </PropertyList>
        </>
      ) : null}
    </>
  )
}

/** Renders the URL on one line across the card. That of a closed link can be read, but not opened or copied. */
function Address({ link: { id, url }, isShared }: { link: ShownLink; isShared: boolean }) {
  const t = useTexts()
  const record = useRecordShare()
  const text = <ShortAddress address={url} className="text-sm" />
  return (
    <div className="mb-2 flex min-h-8 min-w-0 items-center rounded-md bg-sunken pl-3 pointer-coarse:min-h-11">
      {isShared ? (
        <>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="hit flex min-w-0 flex-1 items-center gap-1.5 text-accent-text hover:underline"
          >
            {text}
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">{t('links.detail.opensApart')}</span>
          </a>
          <CopyMark
            value={url}
            name={t('links.detail.url')}
            onCopied={() => record(id, 'copied')}
            className="mr-1"
          />
        </>
      ) : (
        <span className="min-w-0 flex-1 text-muted">{text}</span>
      )}
    </div>
  )
}

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
