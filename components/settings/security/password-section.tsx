'use client'

import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { Panel, SettingsSection } from '@/components/settings/settings-section'
import { useAccount } from '@/components/shell/navigation/use-account'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { PasswordInput } from '@/components/sign-in/password-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { newPassword } from '@/lib/messages/new-password'
import { security } from '@/lib/messages/security'
import { settings } from '@/lib/messages/settings'
import { securityQuery } from './security-query'

const copy = security.password
const fields = ['password', 'new_password'] as const

type Props = {
  email: string
  change: (input: { password: string; new_password: string }) => Promise<ActionResult<{ ended: number }>>
}

/** Renders the form that changes the user's own password. */
export function PasswordSection({ email, change }: Props) {
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)

  function refuse(found: Readonly<Record<string, string>>) {
    setProblems(found)
    const first = fields.find((field) => found[field])
    form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const data = new FormData(event.currentTarget)
    const typed = {
      password: String(data.get('password') ?? ''),
      new_password: String(data.get('new_password') ?? ''),
    }
    setFailure(null)
    const missing = {
      ...(typed.password === '' ? { password: copy.currentMissing } : {}),
      ...(typed.new_password === '' ? { new_password: newPassword.missing } : {}),
    }
    if (Object.keys(missing).length > 0) return refuse(missing)
    setBusy(true)
    setProblems({})
    const result = await change(typed).catch(() => null)
    setBusy(false)
    if (result?.ok) {
      form.current?.reset()
      const { ended } = result.data
      toast({ message: ended > 0 ? copy.doneEnded(ended) : copy.done })
      return client.invalidateQueries({ queryKey: securityQuery(account).queryKey })
    }
    const refused = result?.error.fields ?? []
    if (refused.length > 0) return refuse(Object.fromEntries(refused.map((one) => [one.field, one.message])))
    setFailure({ message: result?.error.message ?? settings.noAnswer, requestId: result?.error.requestId })
  }

  return (
    <SettingsSection id="password" title={copy.title} lead={copy.lead}>
      <Panel className="px-4 py-4 sm:px-5">
        <form ref={form} onSubmit={submit} method="post" noValidate className="flex max-w-md flex-col gap-4">
          {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
          {/* Password managers store the new password under this username. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <Field label={copy.current} error={problems.password} required>
            <PasswordInput name="password" autoComplete="current-password" />
          </Field>
          <NewPasswordField name="new_password" label={copy.new} error={problems.new_password} />
          <div>
            <Button type="submit" busy={busy} busyLabel={copy.busy}>
              {copy.submit}
            </Button>
          </div>
        </form>
      </Panel>
    </SettingsSection>
  )
}
