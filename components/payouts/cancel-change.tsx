'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { payouts } from '@/lib/messages/payouts'

const copy = payouts.change

/** Renders the button that cancels a change of the bank account before it is effective. */
export function CancelChange({ cancelChange }: { cancelChange: () => Promise<ActionResult<unknown>> }) {
  const router = useRouter()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function cancel() {
    if (busy) return
    setBusy(true)
    const result = await cancelChange().catch(() => null)
    setBusy(false)
    toast({ message: result?.ok ? copy.canceled : (result?.error.message ?? copy.noAnswer) })
    router.refresh()
  }

  return (
    <Button busy={busy} busyLabel={copy.busy} onClick={() => void cancel()}>
      {copy.cancel}
    </Button>
  )
}
