import { lazyModule } from '@/components/ui/lazy-module'

/** A third of a form's script: it comes while the form is filled in. */
export const sessionPart = lazyModule(() => import('next-auth/react'))

const reasons = ['too_many_attempts', 'two_step_required', 'wrong_code'] as const

/** The end of a try to sign in. Nobody learns from it whether the e-mail exists. */
export type SessionStart = (typeof reasons)[number] | 'signed_in' | 'wrong' | 'unreachable'

/** Starts a session of this browser. `code` is that of two-step sign-in. */
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
