'use client'

import { useState } from 'react'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/shell/navigation/page-link'
import { AuthForm } from '@/components/sign-in/auth-form'
import { AuthFrame, AuthLink } from '@/components/sign-in/auth-frame'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { resetPassword as copy } from '@/lib/messages/reset-password'

type Props = {
  request: (input: { email: string }) => Promise<ActionResult<unknown>>
  /** True if the deployment shows its mail to the operator instead of sending it. */
  showsMail: boolean
}

/** Renders a form with one field. The response is the same for an unknown address. */
export function ForgotPassword({ request, showsMail }: Props) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useActionForm({
    fields: ['email'],
    act: ({ email }) => request({ email: email.trim() }),
    onDone: (_, { email }) => setSentTo(email.trim()),
    noAnswer: copy.noAnswer,
  })

  if (sentTo !== null)
    return (
      <AuthFrame
        tab={copy.forgotTitle}
        title={showsMail ? copy.shownTitle : copy.sentTitle}
        lead={(showsMail ? copy.shownLead : copy.sentLead)(sentTo)}
        foot={showsMail ? undefined : copy.sentHint}
        announce
      >
        <AuthLink href="/sign-in">{copy.backToSignIn}</AuthLink>
      </AuthFrame>
    )
  return (
    <AuthFrame
      tab={copy.forgotTitle}
      title={copy.forgotTitle}
      lead={copy.forgotLead}
      foot={
        <TextLink>
          <PageLink href="/sign-in">{copy.backToSignIn}</PageLink>
        </TextLink>
      }
    >
      <AuthForm form={form} submit={copy.send} busyLabel={copy.sending} failed={copy.failed}>
        <Field label={copy.email} error={form.problems.email} required>
          <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
      </AuthForm>
    </AuthFrame>
  )
}
