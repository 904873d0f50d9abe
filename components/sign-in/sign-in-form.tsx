'use client'

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { ArrowBigUp, KeyRound } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useGo } from '@/components/shell/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ON_TOUCH } from '@/components/ui/use-media'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { signIn } from '@/lib/messages/sign-in'
import { getPasskey } from './passkeys'
import { PasswordInput } from './password-input'
import { startSession } from './start-session'

type Problem = { email?: string; password?: string | undefined; code?: string; form?: string }
/**
 * The current step. `code` follows the correct password of a user with two-step sign-in; `recovery` replaces it by a
 * recovery code.
 */
type Step = 'password' | 'code' | 'recovery'

type Props = {
  /** Validated path of this app. */
  next: string
  /** Address that the form proposes; empty for none. */
  email: string
  askPasskey: () => Promise<ActionResult<PublicKeyCredentialRequestOptionsJSON>>
}

/**
 * Renders the fields for e-mail and password, then for a code if the user has two-step sign-in, and the button that
 * replaces both by a passkey.
 */
export function SignInForm({ next, email: proposed, askPasskey }: Props) {
  const go = useGo()
  const [problem, setProblem] = useState<Problem>({})
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step>('password')

  // The focus moves to the field of the new step.
  useEffect(() => {
    if (step !== 'password') code.current?.focus()
  }, [step])

  // The focus is set only on devices without touch, where it does not open an on-screen keyboard.
  useEffect(() => {
    const isFree = document.activeElement === document.body
    if (isFree && !window.matchMedia(ON_TOUCH).matches) (proposed ? password : email).current?.focus()
  }, [proposed])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const values = {
      email: email.current?.value.trim() ?? '',
      password: password.current?.value ?? '',
      code: code.current?.value.trim() ?? '',
    }
    const missing: Problem = {
      ...(values.email ? {} : { email: signIn.emailMissing }),
      ...(values.password ? {} : { password: signIn.passwordMissing }),
      ...(values.code || step === 'password' ? {} : { code: copyOf(step).missing }),
    }
    setProblem(missing)
    if (missing.email) return email.current?.focus()
    if (missing.password) return password.current?.focus()
    if (missing.code) return code.current?.focus()
    setBusy(true)
    const outcome = await startSession(values)
    if (outcome === 'signed_in') {
      go(next, { replace: true, whenBack: true })
      return
    }
    setBusy(false)
    if (outcome === 'two_step_required') return setStep(step === 'password' ? 'code' : step)
    if (outcome === 'wrong_code' && step !== 'password') {
      setProblem({ code: copyOf(step).wrong })
      return code.current?.select()
    }
    setProblem({ form: failures[outcome] ?? signIn.wrong })
    if (outcome !== 'wrong') return (step === 'password' ? password : code).current?.select()
    // The password was changed after the first step, so the form returns to that step.
    backToPassword()
  }

  async function submitPasskey() {
    if (busy) return
    setProblem({})
    setBusy(true)
    const asked = await askPasskey().catch(() => null)
    const response = asked?.ok ? await getPasskey(asked.data) : null
    const outcome = response === null ? null : await startSession({ response })
    if (outcome === 'signed_in') {
      go(next, { replace: true, whenBack: true })
      return
    }
    setBusy(false)
    if (outcome !== null) return setProblem({ form: failures[outcome] ?? signIn.passkey.wrong })
    if (!asked) return setProblem({ form: signIn.unreachable })
    setProblem({ form: asked.ok ? signIn.passkey.failed : asked.error.message })
  }

  function begin(at: Step) {
    if (code.current) code.current.value = ''
    setStep(at)
  }

  function backToPassword() {
    begin('password')
    requestAnimationFrame(() => password.current?.select())
  }

  function readCapsLock(event: KeyboardEvent) {
    setCapsLock(event.getModifierState('CapsLock'))
  }

  return (
    <form method="post" onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <noscript>
        <Banner tone="warning" title={signIn.needsScripts} />
      </noscript>
      {problem.form ? <Banner tone="danger" title={problem.form} announce /> : null}
      {/* The first step is sent again with the code, because the server stores nothing of it. */}
      <div hidden={step !== 'password'} className="flex flex-col gap-4.5 [&[hidden]]:hidden">
        <Field label={signIn.email} error={problem.email} required>
          <Input
            ref={email}
            name="email"
            type="email"
            defaultValue={proposed}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field
          label={signIn.password}
          hint={capsLock ? <CapsLockHint /> : undefined}
          error={problem.password}
          required
        >
          <PasswordInput
            ref={password}
            name="password"
            autoComplete="current-password"
            // The error is removed while typing, because it would hide the hint about Caps Lock.
            onInput={() => problem.password && setProblem({ ...problem, password: undefined })}
            onKeyDown={readCapsLock}
            onKeyUp={readCapsLock}
            onBlur={() => setCapsLock(false)}
          />
        </Field>
      </div>
      {step === 'password' ? null : (
        <Field label={copyOf(step).label} hint={copyOf(step).hint} error={problem.code} required>
          <Input
            key={step}
            ref={code}
            name="code"
            inputMode={step === 'code' ? 'numeric' : 'text'}
            autoComplete={step === 'code' ? 'one-time-code' : 'off'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            className="font-mono tracking-wider"
          />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={busy} busyLabel={signIn.busy} className="mt-1 min-h-10">
        {signIn.submit}
      </Button>
      <Button
        icon={<KeyRound aria-hidden className="size-4" />}
        className="min-h-10 justify-center"
        onClick={submitPasskey}
      >
        {signIn.passkey.submit}
      </Button>
      {step === 'password' ? null : (
        <div className="-mt-1 flex flex-wrap justify-between gap-2">
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setProblem({})
              backToPassword()
            }}
          >
            {signIn.twoStep.back}
          </Button>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setProblem({})
              begin(step === 'code' ? 'recovery' : 'code')
            }}
          >
            {step === 'code' ? signIn.twoStep.useRecovery : signIn.twoStep.useApp}
          </Button>
        </div>
      )}
    </form>
  )
}

function CapsLockHint() {
  return (
    <span role="status" className="flex items-center gap-1.5 text-warning">
      <ArrowBigUp aria-hidden className="size-3.5 shrink-0" />
      {signIn.capsLock}
    </span>
  )
}

function copyOf(step: Exclude<Step, 'password'>) {
  return signIn.twoStep[step]
}

/** Failures of the whole attempt. Other failures are shown at a field. */
const failures: Readonly<Record<string, string>> = {
  too_many_attempts: signIn.tooMany,
  foreign_origin: signIn.foreignOrigin,
  refused: signIn.refused,
  unavailable: signIn.unavailable,
  unreachable: signIn.unreachable,
}
