'use client'

import { useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Door } from '@/components/sign-in/door'
import { DoorLink } from '@/components/sign-in/door-link'
import { Button } from '@/components/ui/button'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { verifyEmail as copy } from '@/lib/messages/verify-email'

type Props = { email: string; confirm: () => Promise<ActionResult<unknown>> }

/** Renders the address of an e-mail verification with the button that confirms it. */
export function ConfirmEmail({ email, confirm }: Props) {
  const [isDone, setDone] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function press() {
    if (busy) return
    setBusy(true)
    setFailure(null)
    const result = await confirm().catch(() => null)
    setBusy(false)
    if (result?.ok) return setDone(true)
    setFailure({ message: result?.error.message ?? copy.noAnswer, requestId: result?.error.requestId })
  }

  if (isDone)
    return (
      <Door tab={copy.title} title={copy.confirmedTitle} lead={copy.confirmedLead} announce>
        <DoorLink href="/">{copy.toDashboard}</DoorLink>
      </Door>
    )
  return (
    <Door tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      {failure ? <FailureBanner failure={failure} /> : null}
      <Button variant="primary" busy={busy} busyLabel={copy.confirming} onClick={press} className="min-h-10">
        {copy.confirm}
      </Button>
    </Door>
  )
}
