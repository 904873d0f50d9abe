'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { payouts as copy } from '@/lib/messages/payouts'
import type { BankAccountInput, PayoutAccount } from './payout-account'
import type { TestAccountLine } from './test-accounts'

const payoutDialog = lazyModule(() => import('./payout-dialog').then(({ PayoutDialog }) => PayoutDialog))

type Props = {
  account: PayoutAccount | null
  next: PayoutAccount | null
  /** True if a change has a waiting time. */
  holds: boolean
  nameAccount: (input: BankAccountInput, stepUp: StepUp) => Promise<ActionResult<unknown>>
  testAccounts: readonly TestAccountLine[]
}

/** Renders the button that opens the bank account form. The form loads on demand. */
export function ChangeAccount({ account, next, holds, nameAccount, testAccounts }: Props) {
  const router = useRouter()
  const toast = useToast()
  const [open, setOpen] = useState(false)
  const PayoutDialog = useLazyModule(payoutDialog)
  const timing = account === null ? 'first' : holds ? 'held' : 'atOnce'
  return (
    <>
      <Button
        variant={account ? 'secondary' : 'primary'}
        onPointerEnter={payoutDialog.preload}
        onFocus={payoutDialog.preload}
        onClick={async () => {
          if (await payoutDialog.loadOrNull()) setOpen(true)
        }}
      >
        {account ? copy.account.change : copy.account.name}
      </Button>
      {open && PayoutDialog ? (
        <PayoutDialog
          account={account}
          next={next}
          timing={timing}
          nameAccount={nameAccount}
          testAccounts={testAccounts}
          onClose={() => setOpen(false)}
          onSaved={() => {
            setOpen(false)
            toast({ message: copy.form.saved[timing] })
            router.refresh()
          }}
        />
      ) : null}
    </>
  )
}
