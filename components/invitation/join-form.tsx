'use client'

import { FailureBanner } from '@/components/data/failure-banner'
import { useActionForm } from '@/components/data/use-action-form'
import { useGo } from '@/components/shell/navigation/use-go'
import { NewPasswordField } from '@/components/sign-in/new-password-field'
import { startSession } from '@/components/sign-in/start-session'
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
  const form = useActionForm({
    fields: ['name', 'password'],
    act: join,
    onDone: async ({ email: joined, path }, { password }) => {
      const isSignedIn = (await startSession({ email: joined, password })) === 'signed_in'
      go(isSignedIn ? path : '/sign-in', { replace: true, whenBack: true })
    },
    noAnswer: copy.noAnswer,
  })
  const { problems, failure } = form

  return (
    <form {...form.props} className="flex flex-col gap-4.5">
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
      <Button
        type="submit"
        variant="primary"
        busy={form.busy}
        busyLabel={copy.busy}
        className="mt-1 min-h-10"
      >
        {copy.join}
      </Button>
    </form>
  )
}
