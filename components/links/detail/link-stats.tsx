import { Figure, Figures } from '@/components/detail/figures'
import { isOpen } from '@/components/links/can-share'
import { collectedOf } from '@/components/links/collected'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { clockTime, isThisYear, relativeTime, shortDay, shortTime } from '@/components/time/format-time'
import { TitledTime } from '@/components/time/titled-time'
import { dayIn, daysBetween } from '@/lib/contract/calendar-days'
import { numberFormat } from '@/lib/contract/formatters'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'

const words = links.detail.stats
const whenWords = links.detail.when

export type Uncollected = {
  count: number
  /** All of them were: another word would read as something that is still owed. */
  declined: boolean
}

type Props = {
  link: ShownLink
  /** Tries that came to nothing, or not yet; null while unknown. */
  uncollected: Uncollected | null
  /** When it was closed, where anybody told. */
  closedAt: string | null
  /** It is being cancelled: the figures step back behind what says so. */
  rests?: boolean
}

/** What a link came to, in four figures; what its host does not tell has no place. */
export function LinkStats({ link, uncollected, closedAt, rests = false }: Props) {
  const { locale } = usePlace()
  const number = numberFormat(locale)
  const { paid_count: paid, max_uses: max, open_count: opens } = link
  const collected = collectedOf(link)
  // Whoever tried to pay had it open; without scripts, or at a glance, the page counts nothing.
  const uncounted = opens === 0 && (paid > 0 || Boolean(uncollected?.count))
  const closed = link.shown_status === 'CANCELLED' || link.shown_status === 'EXPIRED'
  const rest = max === null ? 0 : Math.max(0, max - paid)
  const tries = uncollected?.declined ? words.declined : words.uncollected
  const left =
    max === null
      ? words.noLimit
      : rest === 0
        ? words.noneLeft
        : (closed ? words.unused : words.left)(number.format(rest))
  return (
    <Figures label={words.label} rests={rests}>
      {collected === null ? null : (
        <Figure
          name={words.collected}
          note={
            // Once an amount is the whole sum.
            paid < 2 ? null : (
              <>
                <span className="tnum">{words.each(number.format(paid))}</span>{' '}
                <Amount amount={link.amount} currency={link.currency} />
              </>
            )
          }
        >
          <Amount amount={collected} currency={link.currency} className={paid === 0 ? 'text-muted' : ''} />
        </Figure>
      )}
      <Figure
        name={words.payments}
        note={uncollected?.count ? `${left} · ${tries(number.format(uncollected.count))}` : left}
      >
        {max === null ? number.format(paid) : words.of(number.format(paid), number.format(max))}
      </Figure>
      {opens === undefined || opens === null ? null : (
        <Figure
          name={words.opened}
          note={
            opens > 0 && link.last_opened_at ? (
              <>
                {words.last} <DateTime iso={link.last_opened_at} />
              </>
            ) : uncounted ? (
              words.notCountedWhy
            ) : null
          }
        >
          {opens === 0 ? (
            <span className="text-muted">
              {uncounted
                ? words.notCounted
                : link.shown_status === 'ACTIVE'
                  ? words.notOpened
                  : words.neverOpened}
            </span>
          ) : (
            words.times(number.format(opens), opens === 1)
          )}
        </Figure>
      )}
      <EndStat link={link} closedAt={closedAt} />
    </Figures>
  )
}

/** Until when it can be paid; of a closed link how it was closed, and when. */
function EndStat({ link, closedAt }: Pick<Props, 'link' | 'closedAt'>) {
  const { locale, timeZone, now } = usePlace()
  const { expires_at: end, shown_status: status } = link
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  const day = over ? closedAt : end
  const name = status === 'ACTIVE' ? links.detail.expires : links.status[status]
  if (day === null) {
    return (
      <Figure name={name} note={isOpen(link) ? words.endsNever : null}>
        {over ? <span className="text-muted">{links.detail.timeUnknown}</span> : links.neverExpires}
      </Figure>
    )
  }
  return (
    <Figure name={name} note={endNote(day, timeZone, now, locale)}>
      {/* In another year the day takes the room, and the hour matters to nobody. */}
      <TitledTime iso={day}>
        {(isThisYear(day, timeZone, now) ? shortTime : shortDay)(day, timeZone, now)}
      </TitledTime>
    </Figure>
  )
}

/**
 * How far a link's end lies from `now` (milliseconds), by the calendar of the zone: `in 7 days`,
 * `tomorrow`, `tonight at midnight`, `in 3 h`, `2 days ago`. The moment itself stands beside it.
 */
export function endNote(end: string, timeZone: string, now: number, locale: string): string {
  const days = daysBetween(dayIn(now, timeZone), dayIn(Date.parse(end), timeZone))
  // A day on which the clocks go back has 25 hours.
  if (days === 0) return relativeTime(end, now) ?? whenWords.today
  // The first moment of a day is what people call the night before.
  if (days === 1) return clockTime(end, timeZone) === '00:00' ? whenWords.tonight : whenWords.tomorrow
  if (days === -1) return whenWords.yesterday
  const count = numberFormat(locale).format(Math.abs(days))
  return days > 0 ? whenWords.inDays(count) : whenWords.daysAgo(count)
}
