'use client'

import { type FormEvent, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Door } from '@/components/sign-in/door'
import { DoorLink } from '@/components/sign-in/door-link'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { resetPassword as copy } from '@/lib/messages/reset-password'

type Props = { request: (input: { email: string }) => Promise<ActionResult<unknown>> }

/** Renders a form with one field. The response is the same for an unknown address. */
export function ForgotPassword({ request }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const email = field.current?.value.trim() ?? ''
    setBusy(true)
    setProblem(undefined)
    setFailure(null)
    const result = await request({ email }).catch(() => null)
    setBusy(false)
    if (result?.ok) return setSentTo(email)
    const refused = result?.error.fields?.find((one) => one.field === 'email')
    if (!refused) return setFailure({ message: result?.error.message ?? copy.noAnswer })
    setProblem(refused.message)
    field.current?.focus()
  }

  if (sentTo !== null)
    return (
      <Door
        tab={copy.forgotTitle}
        title={copy.sentTitle}
        lead={copy.sentLead(sentTo)}
        foot={copy.sentHint}
        announce
      >
        <DoorLink href="/sign-in">{copy.backToSignIn}</DoorLink>
      </Door>
    )
  return (
    <Door
      tab={copy.forgotTitle}
      title={copy.forgotTitle}
      lead={copy.forgotLead}
      foot={
        <TextLink>
          <PageLink href="/sign-in">{copy.backToSignIn}</PageLink>
        </TextLink>
      }
    >
      <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4.5">
        {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
        <Field label={copy.email} error={problem} required>
          <Input
            ref={field}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" variant="primary" busy={busy} busyLabel={copy.sending} className="min-h-10">
          {copy.send}
        </Button>
      </form>
    </Door>
  )
}
