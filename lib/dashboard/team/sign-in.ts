import { emailIdentity } from '@/lib/contract/email-address'
import { EMAIL_MAX } from '@/lib/contract/limits'
import type { Dashboard } from '@/lib/dashboard/context'
import { verifyPassword } from '@/lib/platform/password'
import { countSignIn, rememberSignIn } from './sign-in-attempts'

export interface SignedIn {
  userId: string
  email: string
  name: string
}

/** Longer ones are no password that a person typed, and argon2 hashes whatever it is given. */
const PASSWORD_MAX = 256

/**
 * Judges an e-mail and a password. The work is the same for an e-mail that nobody has.
 * @returns who signed in, `wrong`, or `too_many_attempts` for the account or the address
 */
export async function signIn(
  dashboard: Dashboard,
  { email, password, address }: { email: string; password: string; address: string },
): Promise<SignedIn | 'wrong' | 'too_many_attempts'> {
  if (email.length > EMAIL_MAX || password.length > PASSWORD_MAX || email.includes('\0')) return 'wrong'
  const identity = emailIdentity(email)
  if (!(await countSignIn(dashboard, { email: identity, address }))) return 'too_many_attempts'
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<UserRow>({
    name: 'find-user',
    text: 'SELECT id, email, name, password_hash FROM dashboard."user" WHERE email = $1',
    values: [identity],
  })
  const [user] = rows
  if (!(await verifyPassword(password, user?.password_hash ?? null)) || !user) return 'wrong'
  await rememberSignIn(dashboard, { email: identity, address })
  return { userId: user.id, email: user.email, name: user.name }
}

interface UserRow {
  id: string
  email: string
  name: string
  password_hash: string
}
