'use client'

import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Tooltip } from '@/components/ui/tooltip'
import { shell } from '@/lib/messages/shell'
import { type Health, HealthDot } from './health-dot'

type Props = {
  health: Health
  /** Time of the last event, ISO 8601; undefined if it is not shown. */
  lastEventAt?: string | null
}

/**
 * Renders a link with the connection's state to the page with the details. The bar of a phone shows it only if there is a
 * problem.
 */
export function HealthLink({ health, lastEventAt }: Props) {
  const { timeZone, now } = useLocale()
  const event =
    lastEventAt === undefined
      ? null
      : lastEventAt === null
        ? shell.noEvent
        : shell.lastEvent(relativeTime(lastEventAt, now) ?? shortTime(lastEventAt, timeZone, now))
  return (
    <Tooltip
      content={event === null ? shell.health[health] : `${shell.health[health]}. ${event}.`}
      side="right"
    >
      <PageLink
        href={health === 'no_webhook' ? '/settings/webhook' : '/settings#mirror-health'}
        data-health={health}
        className="hit flex shrink-0 items-center gap-2.5 rounded-md px-2.5 text-muted text-sm hover:bg-hover hover:text-text max-rail:justify-center max-md:data-[health=live]:hidden md:px-[0.8125rem] md:max-rail:px-0"
      >
        <HealthDot health={health} />
        <span className="sr-only">{shell.connection}</span>
        <span className="tnum max-rail:sr-only">{shell.healthShort[health]}</span>
      </PageLink>
    </Tooltip>
  )
}
