import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { payouts } from '@/lib/messages/payouts'
import { CancelChange } from './cancel-change'
import type { PayoutAccount } from './payout-account'

const copy = payouts.change

type Props = {
  account: PayoutAccount | null
  /** Account that the change has set for later. */
  next: PayoutAccount
  /** Null if the member has read-only access. */
  cancelChange: ((stepUp: StepUp) => Promise<ActionResult<unknown>>) | null
}

/** Renders the change of the bank account that waits, with the button that cancels it. */
export function PendingChange({ account, next, cancelChange }: Props) {
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={copy.title(next.last4)}
      action={cancelChange ? <CancelChange cancelChange={cancelChange} /> : undefined}
    >
      {copy.from} <DateTime iso={next.since} variant="row" /> {copy.lead(account?.last4 ?? '')}
    </Banner>
  )
}
