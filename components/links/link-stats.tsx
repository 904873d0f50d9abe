import type { ReactNode } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { dayOnly, relativeTime } from '@/components/time/format-time'
import { links } from '@/lib/messages/links'
import { collectedOf } from './collected'
import type { ShownLink } from './link-shapes'

const words = links.detail.stats
const DAY_MS = 86_400_000

/** What a link came to, in four figures; what its host does not tell has no place. `declined` is null while unknown. */
export function LinkStats({ link, declined }: { link: ShownLink; declined: number | null }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const { paid_count: paid, max_uses: max, open_count: opens } = link
  const collected = collectedOf(link)
  const closed = link.shown_status === 'CANCELLED' || link.shown_status === 'EXPIRED'
  const rest = max === null ? 0 : Math.max(0, max - paid)
  const left =
    max === null
      ? words.noLimit
      : rest === 0
        ? words.noneLeft
        : (closed ? words.unused : words.left)(number.format(rest))
  return (
    <dl
      aria-label={words.label}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg bg-border/70 shadow-card *:bg-surface lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {collected === null ? null : (
        <Stat
          name={words.collected}
          note={
            <>
              <span className="tnum">{words.each(number.format(paid))}</span>{' '}
              <Amount amount={link.amount} currency={link.currency} />
            </>
          }
        >
          <Amount amount={collected} currency={link.currency} className={paid === 0 ? 'text-muted' : ''} />
        </Stat>
      )}
      <Stat
        name={words.payments}
        note={declined ? `${left} · ${words.declined(number.format(declined))}` : left}
      >
        {max === null ? number.format(paid) : words.of(number.format(paid), number.format(max))}
      </Stat>
      {opens === undefined || opens === null ? null : (
        <Stat
          name={words.opened}
          note={
            link.last_opened_at ? (
              <>
                {words.last} <DateTime iso={link.last_opened_at} />
              </>
            ) : (
              words.neverOpened
            )
          }
        >
          {words.times(number.format(opens), opens === 1)}
        </Stat>
      )}
      <EndStat link={link} />
    </dl>
  )
}

function EndStat({ link: { expires_at: end, shown_status: status } }: { link: ShownLink }) {
  const { timeZone, now } = usePlace()
  if (status === 'COMPLETED' || status === 'CANCELLED') {
    return (
      <Stat name={words.closed} note={words.closedBy[status]}>
        {links.status[status]}
      </Stat>
    )
  }
  if (end === null) {
    return (
      <Stat name={words.ends} note={words.endsNever}>
        {links.detail.noExpiry}
      </Stat>
    )
  }
  const days = Math.floor((Date.parse(end) - now) / DAY_MS)
  const note =
    relativeTime(end, now) ?? (days >= 0 ? words.inDays(days, days === 1) : words.daysAgo(-days, days === -1))
  return (
    <Stat name={status === 'EXPIRED' ? words.ended : words.ends} note={note}>
      <time dateTime={end}>{dayOnly(end, timeZone)}</time>
    </Stat>
  )
}

function Stat({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 px-4 py-3.5 last:odd:col-span-2 sm:px-5 lg:last:odd:col-span-1">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-0.5">
        <span className="tnum wrap-anywhere font-semibold text-lg tracking-tight sm:text-xl">{children}</span>
        <span className="wrap-anywhere text-muted text-xs">{note}</span>
      </dd>
    </div>
  )
}
