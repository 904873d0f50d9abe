'use client'

import type { ComponentProps, ReactNode } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import type { useActionForm } from '@/components/data/use-action-form'
import { useGo } from '@/components/shell/navigation/use-go'
import { Button } from '@/components/ui/button'
import { startSession } from './start-session'

type Form = Pick<ReturnType<typeof useActionForm<string, unknown>>, 'props' | 'failure' | 'busy'>
type Props = {
  form: Form
  submit: ReactNode
  busyLabel: string
  /** Title of a failure, if its message does not contain it. */
  failed?: string
  /** Address under which password managers store the new password; shown nowhere. */
  username?: string
  /** Look of the submit button. */
  look?: Pick<ComponentProps<typeof Button>, 'variant' | 'icon'>
  children?: ReactNode
}

/** Renders a form outside the dashboard: its fields, its failure below them, in view of the submit button, and that button. */
export function AuthForm({ form, submit, busyLabel, failed, username, look, children }: Props) {
  return (
    <form {...form.props} className="flex flex-col gap-4.5">
      {username === undefined ? null : (
        <input type="email" name="email" autoComplete="username" value={username} readOnly hidden />
      )}
      {children}
      {form.failure ? <FailureBanner title={failed} failure={form.failure} /> : null}
      <Button
        type="submit"
        variant="primary"
        {...look}
        busy={form.busy}
        busyLabel={busyLabel}
        className="min-h-10 justify-center"
      >
        {submit}
      </Button>
    </form>
  )
}

/** Returns a function that signs a new user in and opens a path; without a session it opens the sign-in. */
export function useEnter(): (
  credentials: { email: string; password: string },
  path: string,
) => Promise<void> {
  const go = useGo()
  return async (credentials, path) => {
    const isSignedIn = (await startSession(credentials)) === 'signed_in'
    go(isSignedIn ? path : '/sign-in', { replace: true, whenBack: true })
  }
}
