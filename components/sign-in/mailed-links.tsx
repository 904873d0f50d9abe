'use client'

import { useState } from 'react'
import {
  acceptAction,
  joinAction,
  requestResetAction,
  resetPasswordAction,
  verifyEmailAction,
} from '@/app/(auth)/actions'
import { useActionForm } from '@/components/data/use-action-form'
import { signOutTo } from '@/components/navigation/sign-out'
import { useGo } from '@/components/navigation/use-go'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { MemberRole } from '@/lib/dashboard/schema/role-permissions'
import { invitation } from '@/lib/messages/invitation'
import { resetPassword as copy } from '@/lib/messages/reset-password'
import { shell } from '@/lib/messages/shell'
import { team } from '@/lib/messages/team'
import { verifyEmail } from '@/lib/messages/verify-email'
import { AuthForm, AuthFrame, FootLink, useEnter } from './auth-form'
import { NewPasswordField } from './password-input'

/** Renders a form with one field, whose response is the same for an unknown address. `showsMail`: the operator reads the mail. */
export function ForgotPassword({ showsMail }: { showsMail: boolean }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useActionForm({
    fields: ['email'],
    act: ({ email }) => requestResetAction({ email: email.trim() }),
    onDone: (_, { email }) => setSentTo(email.trim()),
  })

  const backToSignIn = { href: '/sign-in', label: copy.backToSignIn }
  if (sentTo !== null)
    return (
      <AuthFrame
        tab={copy.forgotTitle}
        title={showsMail ? copy.shownTitle : copy.sentTitle}
        lead={(showsMail ? copy.shownLead : copy.sentLead)(sentTo)}
        foot={showsMail ? undefined : copy.sentHint}
        announce
        link={backToSignIn}
      />
    )
  return (
    <AuthFrame title={copy.forgotTitle} lead={copy.forgotLead} foot={<FootLink {...backToSignIn} />}>
      <AuthForm form={form} submit={copy.send} busyLabel={copy.sending} failed={copy.failed}>
        <Field label={copy.email} error={form.problems.email} required>
          <Input name="email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
      </AuthForm>
    </AuthFrame>
  )
}

/** Renders the form of a new password, then its outcome. */
export function ResetPassword({ email, token }: { email: string; token: string }) {
  const [state, setState] = useState<'open' | 'done' | 'over'>('open')
  const form = useActionForm({
    fields: ['password'],
    act: ({ password }) => resetPasswordAction({ token, password }),
    onDone: () => setState('done'),
    onRefusal: ({ code }) => {
      if (code === 'link_over') setState('over')
    },
  })

  if (state === 'over') return <ResetOver />
  if (state === 'done')
    return (
      <AuthFrame
        tab={copy.title}
        title={copy.doneTitle}
        lead={copy.doneLead}
        announce
        link={{ href: '/sign-in', label: copy.signIn }}
      />
    )
  return (
    <AuthFrame title={copy.title} lead={copy.lead(email)}>
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
    <AuthFrame
      tab={copy.title}
      title={copy.overTitle}
      lead={copy.overLead}
      announce
      link={{ href: '/sign-in', label: copy.signIn }}
    >
      <FootLink href="/forgot-password" label={copy.newLink} />
    </AuthFrame>
  )
}

/** Renders the address of an e-mail verification with the button that confirms it. */
export function ConfirmEmail({ email, token }: { email: string; token: string }) {
  const [isDone, setDone] = useState(false)
  const form = useActionForm({
    fields: [],
    act: () => verifyEmailAction({ token }),
    onDone: () => setDone(true),
  })
  if (isDone)
    return (
      <AuthFrame
        tab={verifyEmail.title}
        title={verifyEmail.confirmedTitle}
        lead={verifyEmail.confirmedLead}
        announce
        link={{ href: '/', label: verifyEmail.toDashboard }}
      />
    )
  return (
    <AuthFrame title={verifyEmail.title} lead={verifyEmail.lead(email)}>
      <AuthForm form={form} submit={verifyEmail.confirm} busyLabel={verifyEmail.confirming} />
    </AuthFrame>
  )
}

type FactsProps = { email: string; role: MemberRole; until: string }

/** Renders the address, role and expiry of an invitation. */
export function InvitationFacts({ email, role, until }: FactsProps) {
  const facts = [
    [invitation.email, email],
    [invitation.role, shell.roles[role], team.roleHints[role]],
    [invitation.until, until],
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

/** Renders the form for name and password of a new user. The user is signed in after joining the team. */
export function JoinForm({ email, token }: { email: string; token: string }) {
  const enter = useEnter()
  const form = useActionForm({
    fields: ['name', 'password'],
    act: (typed) => joinAction({ ...typed, token }),
    onDone: ({ email: joined, path }, { password }) => enter({ email: joined, password }, path),
  })
  return (
    <AuthForm
      form={form}
      submit={invitation.join}
      busyLabel={invitation.busy}
      failed={invitation.failed}
      username={email}
    >
      <Field label={invitation.name} error={form.problems.name} required>
        <Input name="name" autoComplete="name" maxLength={200} />
      </Field>
      <NewPasswordField name="password" label={invitation.password} error={form.problems.password} />
    </AuthForm>
  )
}

type AcceptProps = { label: string; of: Parameters<typeof acceptAction>[0] }

/** Renders the button by which a signed-in user joins a team. */
export function AcceptButton({ label, of }: AcceptProps) {
  const go = useGo()
  const form = useActionForm({
    fields: [],
    act: () => acceptAction(of),
    onDone: ({ path }) => go(path, { replace: true, whenBack: true }),
  })
  return <AuthForm form={form} submit={label} busyLabel={invitation.busy} failed={invitation.failed} />
}

/** Renders the button that ends the session and opens the same page again. */
export function SignOutButton({ path }: { path: string }) {
  return (
    <Button variant="primary" className="min-h-10" onClick={() => signOutTo(path)}>
      {invitation.signOut}
    </Button>
  )
}
