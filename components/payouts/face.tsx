'use client'

import { useRouter } from 'next/navigation'
import { cancelChangeAction } from '@/app/(dashboard)/[account]/(panel)/payouts/actions'
import { useAct, useCan } from '@/components/data/member'
import { useStepUpDialog } from '@/components/step-up/use-step-up-dialog'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { PayoutAccount } from '@/lib/contract/panel/payouts'

export function PendingChange({ account, next }: { account: PayoutAccount | null; next: PayoutAccount }) {
  const t = useTexts()
  const mayCancel = useCan('payouts.write')
  return (
    <Banner
      tone="warning"
      className="mb-6"
      title={t('payout-change.title', { last4: next.last4 })}
      action={mayCancel ? <CancelChange /> : undefined}
    >
      {t('payout-change.from')} <DateTime iso={next.since} variant="row" />{' '}
      {t('payout-change.lead', { last4: account?.last4 ?? '' })}
    </Banner>
  )
}

function CancelChange() {
  const t = useTexts()
  const cancel = useAct(cancelChangeAction)
  const router = useRouter()
  const toast = useToast()
  const { ask, dialog } = useStepUpDialog()
  const name = t('payout-change.cancel')
  const askCancel = () =>
    ask({
      title: name,
      lead: t('payout-change.cancelLead'),
      submit: name,
      failed: t('payout-change.failed'),
      keep: t('common.close'),
      act: (stepUp) => cancel({}, stepUp),
      onDone: () => {
        toast({ message: t('payout-change.canceled') })
        router.refresh()
      },
      onUnknown: router.refresh,
    })
  return (
    <>
      <Button onClick={askCancel}>{name}</Button>
      {dialog}
    </>
  )
}
