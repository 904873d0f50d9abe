'use client'

import { Tooltip } from '@/components/ui/tooltip'
import { shell } from '@/lib/messages/shell'
import { type Health, HealthDot } from './health-dot'
import { PageLink } from './page-link'

/**
 * The connection's state in a word, leading to where it is told whole. A phone's bar has room for it only when
 * something is not as it should be.
 */
export function HealthLink({ health }: { health: Health }) {
  return (
    <Tooltip content={shell.health[health]} side="right">
      <PageLink
        href={health === 'no_webhook' ? '/settings/webhook' : '/settings#mirror-health'}
        data-health={health}
        className="hit flex shrink-0 items-center gap-2.5 rounded-md px-2.5 text-muted text-sm hover:bg-hover hover:text-text max-rail:justify-center max-md:data-[health=live]:hidden md:px-[0.8125rem] md:max-rail:px-0"
      >
        <HealthDot health={health} />
        <span className="sr-only">{shell.connection}</span>
        <span className="max-rail:sr-only">{shell.healthShort[health]}</span>
      </PageLink>
    </Tooltip>
  )
}
