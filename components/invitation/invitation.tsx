'use client'

import { useActionForm } from '@/components/data/use-action-form'
import { signOutTo } from '@/components/navigation/sign-out'
import { useGo } from '@/components/navigation/use-go'
import { AuthForm, useEnter } from '@/components/sign-in/auth-form'
import { NewPasswordField } from '@/components/sign-in/password-input'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { invitation as copy } from '@/lib/messages/invitation'
import { shell } from '@/lib/messages/shell'
import { team } from '@/lib/messages/team'

type FactsProps = { email: string; role: MemberRole; until: string }

/** Renders the address, role and expiry of an invitation. */
export function InvitationFacts({ email, role, until }: FactsProps) {
  const facts = [
    [copy.email, email],
    [copy.role, shell.roles[role], team.roleHints[role]],
    [copy.until, until],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {facts.map(([name, value, hint]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {value}
            {hint ? <span className="block text-muted text-sm">{hint}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

type JoinProps = {
  email: string
  join: (input: { name: string; password: string }) => Promise<ActionResult<{ email: string; path: string }>>
}

/** Renders the form for name and password of a new user. The user is signed in after joining the team. */
export function JoinForm({ email, join }: JoinProps) {
  const enter = useEnter()
  const form = useActionForm({
    fields: ['name', 'password'],
    act: join,
    onDone: ({ email: joined, path }, { password }) => enter({ email: joined, password }, path),
    noAnswer: copy.noAnswer,
  })
  return (
    <AuthForm form={form} submit={copy.join} busyLabel={copy.busy} failed={copy.failed} username={email}>
      <Field label={copy.name} error={form.problems.name} required>
        <Input name="name" autoComplete="name" maxLength={200} />
      </Field>
      <NewPasswordField name="password" label={copy.password} error={form.problems.password} />
    </AuthForm>
  )
}

type AcceptProps = { label: string; accept: () => Promise<ActionResult<{ path: string }>> }

/** Renders the button by which a signed-in user joins a team. */
export function AcceptButton({ label, accept }: AcceptProps) {
  const go = useGo()
  const form = useActionForm({
    fields: [],
    act: accept,
    onDone: ({ path }) => go(path, { replace: true, whenBack: true }),
    noAnswer: copy.noAnswer,
  })
  return <AuthForm form={form} submit={label} busyLabel={copy.busy} failed={copy.failed} />
}

/** Renders the button that ends the session and opens the same page again. */
export function SignOutButton({ path }: { path: string }) {
  return (
    <Button variant="primary" className="min-h-10" onClick={() => signOutTo(path)}>
      {copy.signOut}
    </Button>
  )
}
