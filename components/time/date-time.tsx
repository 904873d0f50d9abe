'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { Tooltip } from '@/components/ui/tooltip'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import { dayOnly, exactTime, relativeTime, shortTime } from './format-time'
import { TitledTime } from './titled-time'

type Props = {
  iso: string
  /**
   * `row`: never relative and without a tab stop, so that a list stays stable. `moment`: relative under a day, with an
   * explanation on focus.
   */
  variant?: 'row' | 'moment' | 'day'
  className?: string
}

/** Renders a moment in the account's time zone, with the exact time, the zone and UTC on hover and focus. */
export function DateTime({ iso, variant = 'moment', className }: Props) {
  const { timeZone, now } = useLocale()
  if (variant !== 'moment')
    return (
      <TitledTime iso={iso} className={cn('tnum whitespace-nowrap', className)}>
        {variant === 'day' ? dayOnly(iso, timeZone) : shortTime(iso, timeZone, now)}
      </TitledTime>
    )
  return (
    <Tooltip
      content={
        // Two lines, because a phone would break one line after the dot.
        <span className="tnum">
          {exactTime(iso, timeZone)}
          <br />
          {times.utc(iso)}
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
        <time dateTime={iso} data-printed={shortTime(iso, timeZone, now)}>
          {relativeTime(iso, now) ?? shortTime(iso, timeZone, now)}
        </time>
      </button>
    </Tooltip>
  )
}
