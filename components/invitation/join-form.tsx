'use client'

import { type FormEvent, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { useGo } from '@/components/shell/navigation/use-go'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { sessionPart, startSession } from '@/components/sign-in/start-session'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { invitation as copy } from '@/lib/messages/invitation'

type Joined = { email: string; path: string }
type Props = {
  email: string
  join: (input: { name: string; password: string }) => Promise<ActionResult<Joined>>
}

/** Renders the form for name and password of a new user. The user is signed in after joining the team. */
export function JoinForm({ email, join }: Props) {
  const go = useGo()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = { name: String(data.get('name') ?? ''), password: String(data.get('password') ?? '') }
    setBusy(true)
    setProblems({})
    setFailure(null)
    const result = await join(typed).catch(() => null)
    if (result?.ok) {
      const isSignedIn =
        (await startSession({ email: result.data.email, password: typed.password })) === 'signed_in'
      go(isSignedIn ? result.data.path : '/sign-in', { replace: true, whenBack: true })
      return
    }
    setBusy(false)
    const found = Object.fromEntries(
      (result?.error.fields ?? []).map(({ field, message }) => [field, message]),
    )
    setProblems(found)
    const first = ['name', 'password'].find((name) => found[name])
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    setFailure({ message: result?.error.message ?? copy.noAnswer, requestId: result?.error.requestId })
  }

  return (
    <form
      ref={form}
      method="post"
      onInput={sessionPart.preload}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4.5"
    >
      <noscript>
        <Banner tone="warning" title={copy.needsScripts} />
      </noscript>
      {/* Password managers store the password under this address. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={copy.name} error={problems.name} required>
        <Input name="name" autoComplete="name" maxLength={200} />
      </Field>
      <NewPasswordField name="password" label={copy.password} error={problems.password} />
      {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
      <Button type="submit" variant="primary" busy={busy} busyLabel={copy.busy} className="mt-1 min-h-10">
        {copy.join}
      </Button>
    </form>
  )
}
