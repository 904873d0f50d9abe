import { CircleAlert, CircleCheck, CircleHelp, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardName } from '@/components/customers/card-text'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import type { CardState, ShownCustomer } from '@/lib/dashboard/schema/customer'
import { customerDetail } from '@/lib/messages/customer-detail'

const copy = customerDetail.card

const looks = {
  saved: { tone: 'success', Icon: CircleCheck },
  expiring: { tone: 'warning', Icon: Clock },
  expired: { tone: 'danger', Icon: CircleAlert },
  unknown: { tone: 'muted', Icon: CircleHelp },
} as const satisfies Record<Exclude<CardState, 'none'>, { tone: Tone; Icon: unknown }>

type Props = {
  customer: ShownCustomer
  /** Button that requests a card, shown if the customer has no valid one. */
  askForCard?: ReactNode
}

/** Renders the saved card of a customer with its expiry. */
export function CardPanel({ customer: { card, card_state: state, status }, askForCard }: Props) {
  const isWanted = state !== 'saved' && state !== 'unknown' && status === 'ACTIVE'
  return (
    <Card title={copy.title}>
      {card === null || state === 'none' ? (
        <>
          <p className="font-medium">{copy.none}</p>
          <p className="mt-0.5 text-pretty text-muted text-sm">{copy.noneHint}</p>
        </>
      ) : (
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="tnum font-medium">{cardName(card)}</span>
          <CardBadge state={state} expiry={card.expiry} />
        </p>
      )}
      {isWanted && askForCard ? <div className="mt-4">{askForCard}</div> : null}
    </Card>
  )
}

function CardBadge({ state, expiry }: { state: Exclude<CardState, 'none'>; expiry: string | null }) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {state === 'unknown' ? expiry || copy.unknown : copy[state](expiry ?? '')}
    </Badge>
  )
}
