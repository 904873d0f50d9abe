'use client'

import { useState } from 'react'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/navigation/page-link'
import { AuthForm } from '@/components/sign-in/auth-form'
import { AuthFrame, AuthLink } from '@/components/sign-in/auth-frame'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { resetPassword as copy } from '@/lib/messages/reset-password'

type ForgotProps = {
  request: (input: { email: string }) => Promise<ActionResult<unknown>>
  /** True if the deployment shows its mail to the operator instead of sending it. */
  showsMail: boolean
}

/** Renders a form with one field. The response is the same for an unknown address. */
export function ForgotPassword({ request, showsMail }: ForgotProps) {
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

type Props = { email: string; reset: (password: string) => Promise<ActionResult<unknown>> }

/** Renders the form of a new password, then its outcome. */
export function ResetPassword({ email, reset }: Props) {
  const [state, setState] = useState<'open' | 'done' | 'over'>('open')
  const form = useActionForm({
    fields: ['password'],
    act: ({ password }) => reset(password),
    onDone: () => setState('done'),
    onRefusal: ({ code }) => {
      if (code === 'link_over') setState('over')
    },
    noAnswer: copy.noAnswer,
  })

  if (state === 'over') return <ResetOver />
  if (state === 'done')
    return (
      <AuthFrame tab={copy.title} title={copy.doneTitle} lead={copy.doneLead} announce>
        <AuthLink href="/sign-in">{copy.signIn}</AuthLink>
      </AuthFrame>
    )
  return (
    <AuthFrame tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      <AuthForm
        form={form}
        submit={copy.submit}
        busyLabel={copy.busy}
        failed={copy.setFailed}
        username={email}
      >
        <NewPasswordField name="password" label={copy.password} error={form.problems.password} />
      </AuthForm>
    </AuthFrame>
  )
}

/** Renders the page of a link that was used, has expired or never existed. */
export function ResetOver() {
  return (
    <AuthFrame tab={copy.title} title={copy.overTitle} lead={copy.overLead} announce>
      <AuthLink href="/sign-in">{copy.signIn}</AuthLink>
      <TextLink>
        <PageLink href="/forgot-password">{copy.newLink}</PageLink>
      </TextLink>
    </AuthFrame>
  )
}
