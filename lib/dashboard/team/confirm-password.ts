import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { refusals } from '@/lib/messages/refusals'
import { checkPassword } from './sign-in'
import { rememberSignIn } from './sign-in-attempts'

/**
 * Verifies the password of a signed-in member again; attempts count like those of a sign-in. Throws Refusal
 * `invalid_parameters` on the field `password`.
 */
export async function confirmPassword(
  dashboard: Dashboard,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<void> {
  const checked = await checkPassword(dashboard, { email, password, address, hasSession: true })
  if (typeof checked !== 'string') return rememberSignIn(dashboard, { email: checked.email, address })
  const message = checked === 'wrong' ? refusals.fields.password : refusals.fields.password_tries
  throw new Refusal('invalid_parameters', { fields: [{ field: 'password', code: checked, message }] })
}
