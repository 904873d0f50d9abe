import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { refusals } from '@/lib/messages/refusals'
import { judgePassword } from './sign-in'
import { rememberSignIn } from './sign-in-attempts'

/**
 * Verifies the password of a signed-in member again; attempts count like those of a sign-in. Throws Refusal
 * `invalid_parameters` on the field `password`.
 */
export async function confirmPassword(
  dashboard: Dashboard,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<void> {
  const judged = await judgePassword(dashboard, { email, password, address, hasSession: true })
  if (typeof judged !== 'string') return rememberSignIn(dashboard, { email: judged.email, address })
  const message = judged === 'wrong' ? refusals.fields.password : refusals.fields.password_tries
  throw new Refusal('invalid_parameters', { fields: [{ field: 'password', code: judged, message }] })
}
