'use client'

import { useRouter } from 'next/navigation'
import { cancelChangeAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import { useCan } from '@/components/data/member'
import { useAct } from '@/components/data/read'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { PayoutAccount } from '@/lib/contract/panel/payouts'
import { common } from '@/lib/messages/common'
import { payouts } from '@/lib/messages/payouts'

const copy = payouts.change

type Props = {
  account: PayoutAccount | null
  /** Account that the change has set for later. */
  next: PayoutAccount
}

/** Renders the change of the bank account that waits, with the button that cancels it. */
export function PendingChange({ account, next }: Props) {
  const mayCancel = useCan('payouts.write')
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={copy.title(next.last4)}
      action={mayCancel ? <CancelChange /> : undefined}
    >
      {copy.from} <DateTime iso={next.since} variant="row" /> {copy.lead(account?.last4 ?? '')}
    </Banner>
  )
}

function CancelChange() {
  const cancel = useAct(cancelChangeAction)
  const router = useRouter()
  const toast = useToast()
  const { ask, dialog } = useStepUpDialog()
  const askCancel = () =>
    ask({
      ...{ title: copy.cancel, lead: copy.cancelLead, submit: copy.cancel, failed: copy.failed },
      keep: common.close,
      act: (stepUp) => cancel({}, stepUp),
      onDone: () => {
        toast({ message: copy.canceled })
        router.refresh()
      },
      onUnknown: router.refresh,
    })
  return (
    <>
      <Button onClick={askCancel}>{copy.cancel}</Button>
      {dialog}
    </>
  )
}
