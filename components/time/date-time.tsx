import type { ReactNode } from 'react'
import { PageLink } from '@/components/navigation/page-link'
import { Tooltip } from '@/components/ui/tooltip'
import { cn } from '@/lib/ui/cn'
import { utcTime } from './format-time'
import { useTimes } from './times'

type Props = {
  iso: string
  /** `row`: without a tab stop, as a list has one for each row. `moment`: with an explanation on focus. */
  variant?: 'row' | 'moment' | 'day'
  className?: string
}

/** Renders a moment in the account's time zone, with the exact time, the zone and UTC on hover and focus. */
export function DateTime({ iso, variant = 'moment', className }: Props) {
  const { dayOnly, shortTime, exactTime } = useTimes()
  if (variant !== 'moment')
    return (
      <TitledTime iso={iso} className={cn('tnum whitespace-nowrap', className)}>
        {variant === 'day' ? dayOnly(iso) : shortTime(iso)}
      </TitledTime>
    )
  return (
    <Tooltip
      content={
        // Two lines, because a phone would break one line after the dot.
        <span className="tnum">
          {exactTime(iso)}
          <br />
          {utcTime(iso)}
        </span>
      }
    >
      <button
        type="button"
        className={cn(
          'tnum cursor-help whitespace-nowrap underline decoration-dotted decoration-border-strong underline-offset-3',
          className,
        )}
      >
        <time dateTime={iso}>{shortTime(iso)}</time>
      </button>
    </Tooltip>
  )
}

type TitledTimeProps = { iso: string; className?: string; children: ReactNode }

/** Renders an abbreviated moment, with the exact time, the zone and UTC on hover. */
export function TitledTime({ iso, className, children }: TitledTimeProps) {
  const { exactAndUtc } = useTimes()
  return (
    <time dateTime={iso} title={exactAndUtc(iso)} className={className}>
      {children}
    </time>
  )
}

/**
 * Renders a row's moment, relative under a day, with the exact time, the zone and UTC on hover and on focus of the row.
 * It is above the link that covers the row, so it repeats that link for the pointer only. A row without a page has no
 * `href`.
 */
export function RowTime({ iso, href }: { iso: string; href?: string | undefined }) {
  const times = useTimes()
  const exact = times.exactAndUtc(iso)
  const short = times.shortTime(iso)
  const relative = times.relativeTime(iso)
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
