'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { fieldDialog as dialog } from '@/components/settings/field-dialog-part'
import { Button } from '@/components/ui/button'
import { useLazyModule } from '@/components/ui/lazy-module'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { common } from '@/lib/messages/common'
import { payouts } from '@/lib/messages/payouts'

const copy = payouts.change
type Act = (stepUp: StepUp) => Promise<ActionResult<unknown>>

/** Renders the button that cancels a change of the bank account before it is effective. */
export function CancelChange({ cancelChange }: { cancelChange: Act }) {
  const router = useRouter()
  const toast = useToast()
  const [isAsked, setIsAsked] = useState(false)
  const PasswordDialog = useLazyModule(dialog)

  return (
    <>
      <Button onClick={async () => setIsAsked((await dialog.loadOrNull()) !== null)}>{copy.cancel}</Button>
      {isAsked && PasswordDialog ? (
        <PasswordDialog
          title={copy.cancel}
          lead={copy.cancelLead}
          name={null}
          submitLabel={copy.cancel}
          cancelLabel={common.close}
          failed={copy.failed}
          act={cancelChange}
          onDone={() => {
            toast({ message: copy.canceled })
            router.refresh()
          }}
          onUnknown={router.refresh}
          onClose={() => setIsAsked(false)}
        />
      ) : null}
    </>
  )
}
