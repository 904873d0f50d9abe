import type { ReactNode } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { dayOnly } from '@/components/time/format-time'
import { links } from '@/lib/messages/links'
import { collectedOf } from './collected'
import { endNote } from './end-note'
import type { ShownLink } from './link-shapes'

const words = links.detail.stats

type Props = {
  link: ShownLink
  /** Null while unknown. */
  declined: number | null
  /** When it was closed, where anybody told. */
  closedAt: string | null
}

/** What a link came to, in four figures; what its host does not tell has no place. */
export function LinkStats({ link, declined, closedAt }: Props) {
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
      <EndStat link={link} closedAt={closedAt} />
    </dl>
  )
}

/** Until when it can be paid; of a closed link when it was closed, and nothing where nobody knows. */
function EndStat({
  link: { expires_at: end, shown_status: status },
  closedAt,
}: Pick<Props, 'link' | 'closedAt'>) {
  const { locale, timeZone, now } = usePlace()
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  const day = over ? closedAt : end
  if (day === null) {
    return over ? null : (
      <Stat name={links.detail.expires} note={words.endsNever}>
        {links.neverExpires}
      </Stat>
    )
  }
  const name = over ? words.closed : status === 'EXPIRED' ? links.detail.expired : links.detail.expires
  return (
    <Stat name={name} note={endNote(day, timeZone, now, locale)}>
      <time dateTime={day}>{dayOnly(day, timeZone)}</time>
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
