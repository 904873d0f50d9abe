'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { times } from '@/lib/messages/times'
import { exactTime, relativeTime, shortTime } from './format-time'

/**
 * Renders a row's moment, relative under a day, with the exact time, the zone and UTC on hover and on focus of the row.
 * It is above the link that covers the row, so it repeats that link for the pointer only. A row without a page has no
 * `href`.
 */
export function RowTime({ iso, href }: { iso: string; href?: string | undefined }) {
  const { timeZone, now } = useLocale()
  const exact = times.exact(exactTime(iso, timeZone), iso)
  const short = shortTime(iso, timeZone, now)
  const relative = relativeTime(iso, now)
  const text = relative ?? short
  const printed = relative === null ? undefined : short
  const look = 'tnum relative z-[1] whitespace-nowrap'
  return (
    <span className="record-time">
      <time dateTime={iso}>{exact}</time>
      {href === undefined ? (
        <span aria-hidden data-printed={printed} className={look}>
          {text}
        </span>
      ) : (
        <PageLink aria-hidden tabIndex={-1} href={href} data-printed={printed} className={look}>
          {text}
        </PageLink>
      )}
    </span>
  )
}
