import { CircleCheck, CirclePause, TriangleAlert } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import type { Tone } from '@/components/ui/badge'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'

const looks = {
  ACTIVE: { tone: 'success', Icon: CircleCheck },
  FAILING: { tone: 'warning', Icon: TriangleAlert },
  PAUSED: { tone: 'muted', Icon: CirclePause },
} as const satisfies Record<keyof typeof copy.status, { tone: Tone; Icon: unknown }>

/** Renders the state of an endpoint. An active endpoint whose latest attempts failed is shown as failing. */
export function EndpointBadge({ endpoint, href }: { endpoint: ShownEndpoint; href?: string }) {
  const state = endpoint.status === 'ACTIVE' && endpoint.failingSince ? 'FAILING' : endpoint.status
  const { tone, Icon } = looks[state]
  return (
    <ExplainedBadge
      tone={tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={copy.meanings[state]}
      href={href}
    >
      {copy.status[state]}
    </ExplainedBadge>
  )
}

/** Renders the label of the dashboard's own endpoint. */
export function OwnBadge({ href }: { href?: string }) {
  return (
    <ExplainedBadge tone="neutral" meaning={copy.ownMeaning} href={href}>
      {copy.own}
    </ExplainedBadge>
  )
}
