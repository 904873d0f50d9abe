'use client'

import { useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/shell/navigation/page-link'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { AuthLink } from '@/components/sign-in/auth-link'
import { Button } from '@/components/ui/button'
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
  const { problems, failure } = form

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
      <form {...form.props} className="flex flex-col gap-4.5">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <Field label={copy.email} error={problems.email} required>
          <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          busyLabel={copy.sending}
          className="min-h-10"
        >
          {copy.send}
        </Button>
      </form>
    </AuthFrame>
  )
}
