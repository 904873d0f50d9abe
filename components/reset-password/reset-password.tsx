'use client'

import { type FormEvent, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Door } from '@/components/sign-in/door'
import { DoorLink } from '@/components/sign-in/door-link'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { Button } from '@/components/ui/button'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { resetPassword as copy } from '@/lib/messages/reset-password'

type Props = { email: string; reset: (password: string) => Promise<ActionResult<unknown>> }

/** Renders the form of a new password, then its outcome. */
export function ResetPassword({ email, reset }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState<'open' | 'done' | 'over'>('open')
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setBusy(true)
    setProblem(undefined)
    setFailure(null)
    const result = await reset(password).catch(() => null)
    setBusy(false)
    if (result?.ok) return setState('done')
    if (result?.error.code === 'link_over') return setState('over')
    const refused = result?.error.fields?.find(({ field }) => field === 'password')
    if (!refused) return setFailure({ message: result?.error.message ?? copy.noAnswer })
    setProblem(refused.message)
    form.current?.querySelector<HTMLElement>('[name="password"]')?.focus()
  }

  if (state === 'over') return <ResetOver />
  if (state === 'done')
    return (
      <Door tab={copy.title} title={copy.doneTitle} lead={copy.doneLead} announce>
        <DoorLink href="/sign-in">{copy.signIn}</DoorLink>
      </Door>
    )
  return (
    <Door tab={copy.title} title={copy.title} lead={copy.lead(email)}>
      <form ref={form} method="post" onSubmit={submit} noValidate className="flex flex-col gap-4.5">
        {failure ? <FailureBanner title={copy.setFailed} failure={failure} /> : null}
        {/* Password managers store the new password under this address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordField name="password" label={copy.password} error={problem} />
        <Button type="submit" variant="primary" busy={busy} busyLabel={copy.busy} className="min-h-10">
          {copy.submit}
        </Button>
      </form>
    </Door>
  )
}

/** Renders the page of a link that was used, has expired or never existed. */
export function ResetOver() {
  return (
    <Door tab={copy.title} title={copy.overTitle} lead={copy.overLead} announce>
      <DoorLink href="/forgot-password">{copy.newLink}</DoorLink>
    </Door>
  )
}
