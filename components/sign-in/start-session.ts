import { lazyModule } from '@/components/ui/lazy-module'

/** A third of the form's script, which loads while the form is filled in. */
export const sessionPart = lazyModule(() => import('next-auth/react'))

const reasons = ['too_many_attempts', 'two_step_required', 'wrong_code'] as const

/** Result of a sign-in attempt. None of them reveals if the e-mail exists. */
export type SessionStart = (typeof reasons)[number] | 'signed_in' | 'wrong' | 'unreachable'

/** Starts a session of this browser. `code` is the code of two-step sign-in. Returns the result. */
export async function startSession(values: {
  email: string
  password: string
  code?: string
}): Promise<SessionStart> {
  try {
    const { signIn } = await sessionPart.load()
    const result = await signIn('credentials', { ...values, redirect: false })
    if (result?.ok && !result.error) return 'signed_in'
    if (result?.error === 'unavailable') return 'unreachable'
    return reasons.find((reason) => reason === result?.error) ?? 'wrong'
  } catch {
    return 'unreachable'
  }
}
