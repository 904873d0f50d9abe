import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import type { Refund } from '@/lib/contract/refund'
import type { RefundStatus } from '@/lib/contract/states'
import { payments } from '@/lib/messages/payments'

const copy = payments.detail.refunds

export const refundTones = {
  PENDING: 'neutral',
  SUCCEEDED: 'muted',
  FAILED: 'danger',
} as const satisfies Record<RefundStatus, Tone>

/** Renders the newest refunds of a payment, newest first, each with its amount, state, time, reason and note. */
export function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  return (
    <>
      <ul aria-label={copy.title} className="flex flex-col gap-3">
        {refunds.map(
          ({ id, amount, currency, status, reason, note, decline_code, created_at, finished_at }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Amount amount={amount} currency={currency} className="font-medium" />
              <Badge tone={refundTones[status]}>{copy.status[status]}</Badge>
              <DateTime iso={finished_at ?? created_at} className="tnum ms-auto text-muted text-sm" />
              <p className="wrap-anywhere basis-full text-muted text-sm">
                {copy.reason[reason]}
                {note ? (
                  <>
                    {': '}
                    <bdi>{note}</bdi>
                  </>
                ) : null}
                {decline_code ? ` ${copy.declined(decline_code)}` : null}
              </p>
            </li>
          ),
        )}
      </ul>
      {refunds.length >= SHOWN_REFUNDS_MAX ? (
        <p className="mt-3 text-muted text-xs">{copy.newest(SHOWN_REFUNDS_MAX)}</p>
      ) : null}
    </>
  )
}
