'use client'

import { useState } from 'react'
import { useActionForm } from '@/components/data/use-action-form'
import { AuthForm } from '@/components/sign-in/auth-form'
import { AuthFrame, AuthLink } from '@/components/sign-in/auth-frame'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { verifyEmail as copy } from '@/lib/messages/verify-email'

type Props = { email: string; confirm: () => Promise<ActionResult<unknown>> }

/** Renders the address of an e-mail verification with the button that confirms it. */
export function ConfirmEmail({ email, confirm }: Props) {
  const [isDone, setDone] = useState(false)
  const form = useActionForm({
    fields: [],
    act: confirm,
    onDone: () => setDone(true),
    noAnswer: copy.noAnswer,
  })
  if (isDone)
    return (
      <AuthFrame tab={copy.title} title={copy.confirmedTitle} lead={copy.confirmedLead} announce>
        <AuthLink href="/">{copy.toDashboard}</AuthLink>
      </AuthFrame>
    )
  return (
    <AuthFrame tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      <AuthForm form={form} submit={copy.confirm} busyLabel={copy.confirming} />
    </AuthFrame>
  )
}
