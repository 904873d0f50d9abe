'use client'

import { ArrowBigUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useGo } from '@/components/shell/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ON_TOUCH } from '@/components/ui/use-media'
import { signIn } from '@/lib/messages/sign-in'
import { PasswordInput } from './password-input'
import { sessionPart, startSession } from './start-session'

type Problem = { email?: string; password?: string | undefined; code?: string; form?: string }
/** `code` follows a right password of a user with two-step sign-in; a recovery code takes the place of the app's. */
type Step = 'password' | 'code' | 'recovery'

/** E-mail and password, then a code where the user has two-step sign-in. `next` is a path of this app, already checked. */
export function SignInForm({ next }: { next: string }) {
  const go = useGo()
  const [problem, setProblem] = useState<Problem>({})
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  const [step, setStep] = useState<Step>('password')

  // A step begins at its own field.
  useEffect(() => {
    if (step !== 'password') code.current?.focus()
  }, [step])

  // Whoever has a keyboard can type at once; a thumb would get one over half of the page unasked.
  useEffect(() => {
    const isFree = document.activeElement === document.body
    if (isFree && !window.matchMedia(ON_TOUCH).matches) email.current?.focus()
  }, [])

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
    // In the second step it was changed meanwhile.
    backToPassword()
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
    <form
      method="post"
      onInput={sessionPart.preload}
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4.5"
    >
      <noscript>
        <Banner tone="warning" title={signIn.needsScripts} />
      </noscript>
      {problem.form ? <Banner tone="danger" title={problem.form} announce /> : null}
      {/* Sent again together with the code: nothing of the first step is kept on the server. */}
      <div hidden={step !== 'password'} className="flex flex-col gap-4.5 [&[hidden]]:hidden">
        <Field label={signIn.email} error={problem.email} required>
          <Input
            ref={email}
            name="email"
            type="email"
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
            // Its error would stand in the place of the word on Caps Lock.
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

/** Failures of a whole try; the others stand at a field. */
const failures: Readonly<Record<string, string>> = {
  too_many_attempts: signIn.tooMany,
  unreachable: signIn.unreachable,
}
