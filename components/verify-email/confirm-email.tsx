'use client'

import { useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { AuthLink } from '@/components/sign-in/auth-link'
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
      <AuthFrame tab={copy.title} title={copy.confirmedTitle} lead={copy.confirmedLead} announce>
        <AuthLink href="/">{copy.toDashboard}</AuthLink>
      </AuthFrame>
    )
  return (
    <AuthFrame tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      {failure ? <FailureBanner failure={failure} /> : null}
      <Button variant="primary" busy={busy} busyLabel={copy.confirming} onClick={press} className="min-h-10">
        {copy.confirm}
      </Button>
    </AuthFrame>
  )
}
