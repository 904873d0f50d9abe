'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { times } from '@/lib/messages/times'
import { exactTime, relativeTime, shortTime } from './format-time'

/**
 * A row's moment: relative under a day; the exact time, the zone and UTC on hover, and when the keyboard's focus rests
 * on the row. It lies above the link that covers the row, so it is that link again, for the pointer only; a row that leads
 * nowhere has no `href`.
 */
export function RowTime({ iso, href }: { iso: string; href?: string | undefined }) {
  const { timeZone, now } = usePlace()
  const exact = times.exact(exactTime(iso, timeZone), iso)
  const text = relativeTime(iso, now) ?? shortTime(iso, timeZone, now)
  const look = 'tnum relative z-[1] whitespace-nowrap'
  return (
    <span className="record-time">
      <time dateTime={iso}>{exact}</time>
      {href === undefined ? (
        <span aria-hidden className={look}>
          {text}
        </span>
      ) : (
        <PageLink aria-hidden tabIndex={-1} href={href} className={look}>
          {text}
        </PageLink>
      )}
    </span>
  )
}
