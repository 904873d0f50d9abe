'use client'

import { useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { PageLink } from '@/components/shell/navigation/page-link'
import { AuthFrame } from '@/components/sign-in/auth-frame'
import { AuthLink } from '@/components/sign-in/auth-link'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { Button } from '@/components/ui/button'
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
  const { problems, failure } = form

  if (state === 'over') return <ResetOver />
  if (state === 'done')
    return (
      <AuthFrame tab={copy.title} title={copy.doneTitle} lead={copy.doneLead} announce>
        <AuthLink href="/sign-in">{copy.signIn}</AuthLink>
      </AuthFrame>
    )
  return (
    <AuthFrame tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      <form {...form.props} className="flex flex-col gap-4.5">
        {failure ? <FailureBanner title={copy.setFailed} failure={failure} /> : null}
        {/* Password managers store the new password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField name="password" label={copy.password} error={problems.password} />
        <Button type="submit" variant="primary" busy={form.busy} busyLabel={copy.busy} className="min-h-10">
          {copy.submit}
        </Button>
      </form>
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
