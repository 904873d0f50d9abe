'use client'

import { ArrowBigUp } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useGo } from '@/components/shell/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { lazyModule } from '@/components/ui/lazy-module'
import { ON_TOUCH } from '@/components/ui/use-media'
import { signIn } from '@/lib/messages/sign-in'
import { PasswordInput } from './password-input'

/** A third of this page's script: it comes while the form is filled in. */
const sessionPart = lazyModule(() => import('next-auth/react'))

type Problem = { email?: string; password?: string | undefined; form?: string }

/** E-mail and password. `next` is a path of this app, already checked. */
export function SignInForm({ next }: { next: string }) {
  const go = useGo()
  const [problem, setProblem] = useState<Problem>({})
  const [busy, setBusy] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  // Whoever has a keyboard can type at once; a thumb would get one over half of the page unasked.
  useEffect(() => {
    const isFree = document.activeElement === document.body
    if (isFree && !window.matchMedia(ON_TOUCH).matches) email.current?.focus()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const values = { email: email.current?.value.trim() ?? '', password: password.current?.value ?? '' }
    const missing: Problem = {
      ...(values.email ? {} : { email: signIn.emailMissing }),
      ...(values.password ? {} : { password: signIn.passwordMissing }),
    }
    setProblem(missing)
    if (missing.email) return email.current?.focus()
    if (missing.password) return password.current?.focus()
    setBusy(true)
    const form = await attempt(values)
    if (form === null) {
      go(next, { replace: true, whenBack: true })
      return
    }
    setBusy(false)
    setProblem({ form })
    password.current?.select()
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
      <Button type="submit" variant="primary" busy={busy} busyLabel={signIn.busy} className="mt-1 min-h-10">
        {signIn.submit}
      </Button>
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

/** Null when signed in, else what to tell. Nobody learns from it whether the e-mail exists. */
async function attempt(values: { email: string; password: string }): Promise<string | null> {
  try {
    const { signIn: startSession } = await sessionPart.load()
    const result = await startSession('credentials', { ...values, redirect: false })
    if (result?.ok && !result.error) return null
    return result?.error === 'too_many_attempts' ? signIn.tooMany : signIn.wrong
  } catch {
    return signIn.unreachable
  }
}
