'use client'

import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { askPasskeyAction } from '@/app/(auth)/actions'
import { useActionForm } from '@/components/data/use-action-form'
import { InlineLink } from '@/components/navigation/link-looks'
import { useGo } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import { type BoundField, Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ON_TOUCH } from '@/components/ui/use-media'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import type { Translate } from '@/lib/messages/translator'
import { AuthForm, type SessionStart, startSession } from './auth-form'
import { getPasskey } from './passkeys'
import { PasswordInput } from './password-input'

/** `code` follows the correct password of a user with two-step sign-in; `recovery` replaces it by a recovery code. */
type Step = 'password' | 'code' | 'recovery'

type Props = {
  next: string
  /** Address that the form proposes; empty for none. */
  email: string
  mayReset: boolean
}

/** Renders the fields for e-mail and password, then for a code with two-step sign-in, and the button of a passkey. */
export function SignInForm({ next, email: proposed, mayReset }: Props) {
  const t = useTexts()
  const go = useGo()
  const enter = () => go(next, { replace: true, whenBack: true })
  const [step, setStep] = useState<Step>('password')
  const form = useActionForm({
    fields: ['email', 'password', 'code'],
    check: ({ email, password, code }) => ({
      ...(email.trim() ? {} : { email: t('sign-in.emailMissing') }),
      ...(password ? {} : { password: t('sign-in.passwordMissing') }),
      ...(code.trim() || step === 'password' ? {} : { code: t(`sign-in.twoStep.${step}.missing`) }),
    }),
    act: async ({ email, password, code }) => {
      const outcome = await startSession({ email: email.trim(), password, code: code.trim() })
      return outcome === 'two_step_required'
        ? { ok: true, data: outcome }
        : resultOf(t, outcome, t('sign-in.wrong'))
    },
    onDone: (outcome) => {
      if (outcome !== 'two_step_required') return enter()
      form.unlock()
      setStep('code')
    },
    onRefusal: ({ code }) => {
      if (code === 'wrong_code' && step !== 'password') return { code: t(`sign-in.twoStep.${step}.wrong`) }
      // The password was changed after the first step, so the form returns to that step.
      if (code === 'wrong') setStep('password')
      fields.current?.querySelector<HTMLInputElement>('[name="password"]')?.select()
    },
    noAnswer: t('sign-in.failures.unreachable'),
  })
  const passkey = useActionForm({
    fields: [],
    act: async () => {
      const asked = await askPasskeyAction({})
      if (!asked.ok) return asked
      const response = await getPasskey(asked.data)
      if (response === null) return refused('passkey_refused', t('sign-in.passkey.failed'))
      return resultOf(t, await startSession({ response }), t('sign-in.passkey.wrong'))
    },
    onDone: enter,
    noAnswer: t('sign-in.failures.unreachable'),
  })
  const fields = form.props.ref

  useEffect(() => {
    const field = step !== 'password' ? 'code' : proposed ? 'password' : 'email'
    const isFree = step !== 'password' || document.activeElement === document.body
    // Without a press, the focus on a touch screen would open the on-screen keyboard.
    if (isFree && (step !== 'password' || !window.matchMedia(ON_TOUCH).matches))
      fields.current?.querySelector<HTMLElement>(`[name="${field}"]`)?.focus()
  }, [step, proposed, fields])

  const show = (next: Step) => {
    form.clear()
    setStep(next)
  }
  return (
    <div className="flex flex-col gap-4.5">
      <AuthForm form={form} submit={t('sign-in.submit')} busyLabel={t('sign-in.busy')}>
        {/* The first step is sent again with the code, because the server stores nothing of it. */}
        <div hidden={step !== 'password'} className="flex flex-col gap-4.5 [&[hidden]]:hidden">
          <Field label={t('sign-in.email')} {...form.field('email')} required>
            <Input
              type="email"
              defaultValue={proposed}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          {/* The link follows its field, so that a Tab leads from the e-mail to the password. */}
          <div className="relative flex flex-col gap-1.5">
            <Field label={t('sign-in.password')} {...form.field('password')} required>
              <PasswordInput autoComplete="current-password" />
            </Field>
            {mayReset ? (
              <InlineLink
                className="self-end text-sm sm:absolute sm:top-0 sm:right-0"
                href="/forgot-password"
              >
                {t('sign-in.forgotLink')}
              </InlineLink>
            ) : null}
          </div>
        </div>
        {step === 'password' ? null : <CodeField key={step} step={step} field={form.field('code')} />}
      </AuthForm>
      <AuthForm
        form={passkey}
        submit={t('sign-in.passkey.submit')}
        busyLabel={t('sign-in.busy')}
        look={{ variant: 'secondary', Icon: KeyRound }}
      />
      {step === 'password' ? null : (
        <div className="-mt-1 flex flex-wrap justify-between gap-2">
          <Button size="sm" variant="quiet" onClick={() => show('password')}>
            {t('sign-in.twoStep.back')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => show(step === 'code' ? 'recovery' : 'code')}>
            {t(step === 'code' ? 'sign-in.twoStep.useRecovery' : 'sign-in.twoStep.useApp')}
          </Button>
        </div>
      )}
    </div>
  )
}

type CodeProps = { step: Exclude<Step, 'password'>; field: BoundField }

function CodeField({ step, field }: CodeProps) {
  const t = useTexts()
  return (
    <Field
      label={t(`sign-in.twoStep.${step}.label`)}
      hint={t(`sign-in.twoStep.${step}.hint`)}
      {...field}
      required
    >
      <Input
        inputMode={step === 'code' ? 'numeric' : 'text'}
        autoComplete={step === 'code' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        className="font-mono tracking-wider"
      />
    </Field>
  )
}

/** Returns the outcome of an attempt as a result; `wrong` is the message of refused credentials. */
function resultOf(t: Translate, outcome: SessionStart, wrong: string): ActionResult<SessionStart> {
  return outcome === 'signed_in'
    ? { ok: true, data: outcome }
    : refused(outcome, t.first(`sign-in.failures.${outcome}`) ?? wrong)
}

function refused(code: string, message: string) {
  return { ok: false, error: { code, message } } as const
}
