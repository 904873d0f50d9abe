import { Check, CircleDashed, CircleHelp, Link2, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge, type Tone } from '@/components/ui/badge'
import type { ChargeState } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'

const looks = {
  DRAFT: { tone: 'muted', Icon: CircleDashed },
  SENDING: { tone: 'neutral', Icon: CircleDashed },
  UNKNOWN: { tone: 'warning', Icon: CircleHelp },
  UNRESOLVED: { tone: 'warning', Icon: CircleHelp },
  PAID: { tone: 'success', Icon: Check },
  LINKED: { tone: 'neutral', Icon: Link2 },
  DECLINED: { tone: 'danger', Icon: X },
  RELEASED: { tone: 'muted', Icon: X },
  GIVEN_UP: { tone: 'muted', Icon: CircleHelp },
  DISCARDED: { tone: 'muted', Icon: X },
} as const satisfies Record<ChargeState, { tone: Tone; Icon: unknown }>

/** Renders a charge's state. Hover and focus explain its effect on the money. */
export function ChargeBadge({ state, plain = false }: { state: ChargeState; plain?: boolean }) {
  const { tone, Icon } = looks[state]
  const look = { tone, icon: <Icon aria-hidden strokeWidth={2.5} /> }
  if (plain) return <Badge {...look}>{charges.state[state]}</Badge>
  return (
    <ExplainedBadge {...look} meaning={charges.meaning[state]}>
      {charges.state[state]}
    </ExplainedBadge>
  )
}
