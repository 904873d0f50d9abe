import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import type { PaymentReceipt } from '@/lib/dashboard/schema/payment'
import { mail } from '@/lib/messages/mail'

const copy = mail.receipts

/** Renders the latest receipts sent by mail, each with its address and state. */
export function SentReceipts({ receipts }: { receipts: readonly PaymentReceipt[] }) {
  return (
    <ul aria-label={copy.title} className="flex flex-col gap-3">
      {receipts.map(({ id, to, state, at }) => {
        const { tone, Icon } = looks[state]
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 flex-1 basis-40">{to}</span>
            <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
              {copy.state[state]}
            </Badge>
            <DateTime iso={at} className="tnum text-muted text-sm" />
            {state === 'FAILED' ? <p className="basis-full text-muted text-sm">{copy.failedHint}</p> : null}
          </li>
        )
      })}
    </ul>
  )
}

const looks = {
  QUEUED: { tone: 'neutral', Icon: Clock },
  SENT: { tone: 'success', Icon: CircleCheck },
  SHOWN: { tone: 'muted', Icon: CircleCheck },
  FAILED: { tone: 'danger', Icon: CircleAlert },
} as const satisfies Record<PaymentReceipt['state'], { tone: Tone; Icon: unknown }>
