import { Figure, Figures } from '@/components/detail/detail-screen'
import { isOpen } from '@/components/links/can-share'
import { collectedOf } from '@/components/links/collected'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime, TitledTime } from '@/components/time/date-time'
import { clockTime, isThisYear, relativeTime, shortDay, shortTime } from '@/components/time/format-time'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { dayIn, daysBetween } from '@/lib/domain/calendar-days'
import { numberFormat } from '@/lib/domain/formatters'
import { links } from '@/lib/messages/links'

const copy = links.detail.stats
const timeCopy = links.detail.when

export type Uncollected = {
  count: number
  /** True if all of them were declined. */
  declined: boolean
}

type Props = {
  link: ShownLink
  /** Payments that are not approved; null while unknown. */
  uncollected: Uncollected | null
  /** Time at which the link was closed, if known. */
  closedAt: string | null
  /** True while the link is being canceled, which mutes the figures. */
  rests?: boolean
}

/** Renders the totals of a link in four tiles. A figure that the host does not report has no tile. */
export function LinkStats({ link, uncollected, closedAt, rests = false }: Props) {
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const { paid_count: paid, max_uses: max, open_count: opens } = link
  const collected = collectedOf(link)
  // An opening is counted by a script, so a payment may exist without one.
  const uncounted = opens === 0 && (paid > 0 || Boolean(uncollected?.count))
  const closed = link.shown_status === 'CANCELLED' || link.shown_status === 'EXPIRED'
  const rest = max === null ? 0 : Math.max(0, max - paid)
  const tries = uncollected?.declined ? copy.declined : copy.uncollected
  const left =
    max === null
      ? copy.noLimit
      : rest === 0
        ? copy.noneLeft
        : (closed ? copy.unused : copy.left)(number.format(rest))
  return (
    <Figures label={copy.label} rests={rests}>
      {collected === null ? null : (
        <Figure
          name={copy.collected}
          note={
            // The sum of one payment is the amount itself.
            paid < 2 ? null : (
              <>
                <span className="tnum">{copy.each(number.format(paid))}</span>{' '}
                <Amount amount={link.amount} currency={link.currency} />
              </>
            )
          }
        >
          <Amount amount={collected} currency={link.currency} className={paid === 0 ? 'text-muted' : ''} />
        </Figure>
      )}
      <Figure
        name={copy.payments}
        note={uncollected?.count ? `${left} · ${tries(number.format(uncollected.count))}` : left}
      >
        {max === null ? number.format(paid) : copy.of(number.format(paid), number.format(max))}
      </Figure>
      {opens === undefined || opens === null ? null : (
        <Figure
          name={copy.opened}
          note={
            opens > 0 && link.last_opened_at ? (
              <>
                {copy.last} <DateTime iso={link.last_opened_at} />
              </>
            ) : uncounted ? (
              copy.notCountedWhy
            ) : null
          }
        >
          {opens === 0 ? (
            <span className="text-muted">
              {uncounted
                ? copy.notCounted
                : link.shown_status === 'ACTIVE'
                  ? copy.notOpened
                  : copy.neverOpened}
            </span>
          ) : (
            copy.times(number.format(opens), opens === 1)
          )}
        </Figure>
      )}
      <EndStat link={link} closedAt={closedAt} />
    </Figures>
  )
}

/** Renders the expiry of a link; for a closed link how and when it was closed. */
function EndStat({ link, closedAt }: Pick<Props, 'link' | 'closedAt'>) {
  const { locale, timeZone, now } = useLocale()
  const { expires_at: end, shown_status: status } = link
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  const day = over ? closedAt : end
  const name = status === 'ACTIVE' ? links.detail.expires : links.status[status]
  if (day === null) {
    return (
      <Figure name={name} note={isOpen(link) ? copy.endsNever : null}>
        {over ? <span className="text-muted">{links.detail.timeUnknown}</span> : links.neverExpires}
      </Figure>
    )
  }
  return (
    <Figure name={name} note={endNote(day, timeZone, now, locale)}>
      {/* A date with a year leaves no room for the time of day. */}
      <TitledTime iso={day}>
        {(isThisYear(day, timeZone, now) ? shortTime : shortDay)(day, timeZone, now)}
      </TitledTime>
    </Figure>
  )
}

/**
 * Returns the distance of a link's end from `now` (milliseconds), by the calendar of the zone: `in 7 days`, `tomorrow`,
 * `tonight at midnight`, `in 3 h`, `2 days ago`.
 */
export function endNote(end: string, timeZone: string, now: number, locale: string): string {
  const days = daysBetween(dayIn(now, timeZone), dayIn(Date.parse(end), timeZone))
  // A day on which the clocks go back has 25 hours.
  if (days === 0) return relativeTime(end, now) ?? timeCopy.today
  // 00:00 tomorrow is commonly called midnight tonight.
  if (days === 1) return clockTime(end, timeZone) === '00:00' ? timeCopy.tonight : timeCopy.tomorrow
  if (days === -1) return timeCopy.yesterday
  const count = numberFormat(locale).format(Math.abs(days))
  return days > 0 ? timeCopy.inDays(count) : timeCopy.daysAgo(count)
}
