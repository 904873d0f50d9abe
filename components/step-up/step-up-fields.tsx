'use client'

import { createContext, type ReactNode, useContext, useState } from 'react'
import { PasswordInput } from '@/components/sign-in/password-input'
import { Field, type Problems } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { stepUp as copy } from '@/lib/messages/step-up'

const TwoStepContext = createContext(false)

/** Provides the forms of a user with the state of their two-step sign-in. */
export function TwoStepProvider({ hasTwoStep, children }: { hasTwoStep: boolean; children: ReactNode }) {
  return <TwoStepContext value={hasTwoStep}>{children}</TwoStepContext>
}

/** Names of the fields, in their order on the page. */
export const stepUpNames = ['password', 'code'] as const satisfies readonly (keyof StepUp)[]

/** Returns a function that returns the messages of the empty fields. */
export function useCheckStepUp(): (typed: StepUp) => Problems<keyof StepUp> {
  const hasTwoStep = useContext(TwoStepContext)
  return ({ password, code }) => ({
    ...(password === '' ? { password: copy.passwordMissing } : {}),
    ...(hasTwoStep && code.trim() === '' ? { code: copy.codeMissing } : {}),
  })
}

type Props = { problems: Problems<keyof StepUp>; passwordLabel?: string }

/** Renders the fields of a step-up: the password and, with two-step sign-in, a code. */
export function StepUpFields({ problems, passwordLabel = copy.password }: Props) {
  const hasTwoStep = useContext(TwoStepContext)
  // Two-step sign-in may have been turned on in another tab: the refused code then shows its field.
  const [isRefused, setIsRefused] = useState(false)
  if (problems.code && !isRefused) setIsRefused(true)
  return (
    <>
      <Field label={passwordLabel} error={problems.password} required>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {hasTwoStep || isRefused ? (
        <Field label={copy.code} hint={copy.codeHint} error={problems.code} required>
          <Input
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            className="font-mono tracking-wider"
          />
        </Field>
      ) : null}
    </>
  )
}
