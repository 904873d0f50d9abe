import { emailIdentity } from '@/lib/contract/email-address'
import type { Dashboard } from '@/lib/dashboard/context'
import { hashPassword } from '@/lib/platform/password'
import { newPassword } from './new-password'

/**
 * Gives whoever signs in with this e-mail another password, and ends all their sessions.
 * @returns the password, to be told once; null where nobody has the e-mail
 */
export async function setNewPassword(
  { database }: Pick<Dashboard, 'database'>,
  email: string,
): Promise<string | null> {
  const password = newPassword()
  const hash = await hashPassword(password)
  const { count } = await database.as('checkout_dashboard_system').query({
    text: `UPDATE dashboard."user" SET password_hash = $2, session_version = session_version + 1 WHERE email = $1`,
    values: [emailIdentity(email), hash],
  })
  return count === 1 ? password : null
}
