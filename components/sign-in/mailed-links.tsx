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
import { InlineLink } from '@/components/navigation/link-looks'
import { signOutTo } from '@/components/navigation/sign-out'
import { useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { AuthForm, AuthFrame, useEnter } from './auth-form'
import { NewPasswordField } from './password-input'

/** Renders a form with one field, whose response is the same for an unknown address. `showsMail`: the operator reads the mail. */
export function ForgotPassword({ showsMail }: { showsMail: boolean }) {
  const t = useTexts()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useActionForm({
    fields: ['email'],
    act: ({ email }) => requestResetAction({ email: email.trim() }),
    onDone: (_, { email }) => setSentTo(email.trim()),
  })

  const backToSignIn = { href: '/sign-in', label: t('reset-password.backToSignIn') }
  if (sentTo !== null)
    return (
      <AuthFrame
        tab={t('reset-password.forgotTitle')}
        title={t(showsMail ? 'reset-password.shownTitle' : 'reset-password.sentTitle')}
        lead={t(showsMail ? 'reset-password.shownLead' : 'reset-password.sentLead', { email: sentTo })}
        foot={showsMail ? undefined : t('reset-password.sentHint')}
        announce
        link={backToSignIn}
      />
    )
  return (
    <AuthFrame
      title={t('reset-password.forgotTitle')}
      lead={t('reset-password.forgotLead')}
      foot={<InlineLink href={backToSignIn.href}>{backToSignIn.label}</InlineLink>}
    >
      <AuthForm
        form={form}
        submit={t('reset-password.send')}
        busyLabel={t('reset-password.sending')}
        failed={t('reset-password.failed')}
      >
        <Field label={t('reset-password.email')} {...form.field('email')} required>
          <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
        </Field>
      </AuthForm>
    </AuthFrame>
  )
}

export function ResetPassword({ email, token }: { email: string; token: string }) {
  const t = useTexts()
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
        tab={t('reset-password.title')}
        title={t('reset-password.doneTitle')}
        lead={t('reset-password.doneLead')}
        announce
        link={{ href: '/sign-in', label: t('reset-password.signIn') }}
      />
    )
  return (
    <AuthFrame title={t('reset-password.title')} lead={t('reset-password.lead', { email })}>
      <AuthForm
        form={form}
        submit={t('reset-password.submit')}
        busyLabel={t('reset-password.busy')}
        failed={t('reset-password.setFailed')}
        username={email}
      >
        <NewPasswordField {...form.field('password')} label={t('reset-password.password')} />
      </AuthForm>
    </AuthFrame>
  )
}

/** Renders the page of a link that was used, has expired or never existed. */
export function ResetOver() {
  const t = useTexts()
  return (
    <AuthFrame
      tab={t('reset-password.title')}
      title={t('reset-password.overTitle')}
      lead={t('reset-password.overLead')}
      announce
      link={{ href: '/sign-in', label: t('reset-password.signIn') }}
    >
      <InlineLink href="/forgot-password">{t('reset-password.newLink')}</InlineLink>
    </AuthFrame>
  )
}

export function ConfirmEmail({ email, token }: { email: string; token: string }) {
  const t = useTexts()
  const [isDone, setDone] = useState(false)
  const form = useActionForm({
    fields: [],
    act: () => verifyEmailAction({ token }),
    onDone: () => setDone(true),
  })
  if (isDone)
    return (
      <AuthFrame
        tab={t('verify-email.title')}
        title={t('verify-email.confirmedTitle')}
        lead={t('verify-email.confirmedLead')}
        announce
        link={{ href: '/', label: t('verify-email.toDashboard') }}
      />
    )
  return (
    <AuthFrame title={t('verify-email.title')} lead={t('verify-email.lead', { email })}>
      <AuthForm form={form} submit={t('verify-email.confirm')} busyLabel={t('verify-email.confirming')} />
    </AuthFrame>
  )
}

/** Renders the form for name and password of a new user. The user is signed in after joining the team. */
export function JoinForm({ email, token }: { email: string; token: string }) {
  const t = useTexts()
  const enter = useEnter()
  const form = useActionForm({
    fields: ['name', 'password'],
    act: (typed) => joinAction({ ...typed, token }),
    onDone: ({ email: joined, path }, { password }) => enter({ email: joined, password }, path),
  })
  return (
    <AuthForm
      form={form}
      submit={t('invitation.join')}
      busyLabel={t('invitation.busy')}
      failed={t('invitation.failed')}
      username={email}
    >
      <Field label={t('invitation.name')} {...form.field('name')} required>
        <Input autoComplete="name" maxLength={200} />
      </Field>
      <NewPasswordField {...form.field('password')} label={t('invitation.password')} />
    </AuthForm>
  )
}

export function AcceptButton({ label, of }: { label: string; of: Parameters<typeof acceptAction>[0] }) {
  const t = useTexts()
  const go = useGo()
  const form = useActionForm({
    fields: [],
    act: () => acceptAction(of),
    onDone: ({ path }) => go(path, { replace: true, whenBack: true }),
  })
  return (
    <AuthForm form={form} submit={label} busyLabel={t('invitation.busy')} failed={t('invitation.failed')} />
  )
}

export function SignOutButton({ path }: { path: string }) {
  const t = useTexts()
  return (
    <Button variant="primary" className="min-h-10" onClick={() => signOutTo(path)}>
      {t('sign-in.signOut')}
    </Button>
  )
}
