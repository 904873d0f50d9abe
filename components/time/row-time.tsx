'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { times } from '@/lib/messages/times'
import { exactTime, relativeTime, shortTime } from './format-time'

/**
 * A row's moment: relative under a day; the exact time, the zone and UTC on hover, and when the keyboard's focus rests
 * on the row. It lies above the link that covers the row, so it is that link again, for the pointer only; a row that leads
 * nowhere has no `href`. The row needs the class `group/row`.
 */
export function RowTime({ iso, href }: { iso: string; href?: string | undefined }) {
  const { timeZone, now } = usePlace()
  const exact = times.exact(exactTime(iso, timeZone), iso)
  const text = relativeTime(iso, now) ?? shortTime(iso, timeZone, now)
  const look = 'tnum relative z-[1] whitespace-nowrap'
  return (
    <span className="group/time relative inline-block">
      <time dateTime={iso} className="sr-only">
        {exact}
      </time>
      {href === undefined ? (
        <span aria-hidden className={look}>
          {text}
        </span>
      ) : (
        <PageLink aria-hidden tabIndex={-1} href={href} className={look}>
          {text}
        </PageLink>
      )}
      <span
        aria-hidden
        className="tnum pointer-events-none absolute right-0 bottom-full z-20 mb-1.5 hidden whitespace-nowrap rounded-md bg-text px-2.5 py-1.5 text-canvas text-xs shadow-float group-hover/time:block group-has-[a[data-row]:not([data-returned]):focus-visible]/row:block group-has-[a[data-row]:not([data-returned]):focus-visible]/row:animate-after-rest max-sm:hidden!"
      >
        {exact}
      </span>
    </span>
  )
}
