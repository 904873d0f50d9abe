import { Check, CircleDashed, CirclePause, CircleSlash, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import type { ListedAccountEvent } from '@/lib/contract/panel/events'
import { developerEvents } from '@/lib/messages/developer-events'

const { reached } = developerEvents

type Counts = Pick<ListedAccountEvent, 'endpoints' | 'delivered' | 'waiting' | 'failed' | 'skipped'>

/** Renders the number of endpoints that received an event: `2 of 3`. `href` is that of an explained badge. */
export function EventDeliveryBadge({ counts, href }: { counts: Counts; href?: string }) {
  const { endpoints, delivered } = counts
  const { tone, Icon, meaning } = lookOf(counts)
  return (
    <ExplainedBadge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />} meaning={meaning} href={href}>
      {endpoints === 0 ? reached.nobody : reached.count(delivered, endpoints)}
    </ExplainedBadge>
  )
}

function lookOf({ endpoints, delivered, waiting, failed }: Counts) {
  if (endpoints === 0) return { tone: 'muted', Icon: CircleSlash, meaning: reached.nobodyMeaning } as const
  if (failed > 0) return { tone: 'danger', Icon: X, meaning: reached.failed(failed) } as const
  if (waiting > 0) return { tone: 'neutral', Icon: CircleDashed, meaning: reached.waiting(waiting) } as const
  if (delivered < endpoints) {
    return { tone: 'warning', Icon: CirclePause, meaning: reached.skipped(endpoints - delivered) } as const
  }
  return { tone: 'success', Icon: Check, meaning: reached.all } as const
}
