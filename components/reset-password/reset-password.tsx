'use client'

import { useState } from 'react'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/shell/navigation/page-link'
import { AuthForm } from '@/components/sign-in/auth-form'
import { AuthFrame, AuthLink } from '@/components/sign-in/auth-frame'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { resetPassword as copy } from '@/lib/messages/reset-password'

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
