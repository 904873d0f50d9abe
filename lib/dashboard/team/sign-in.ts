import { emailIdentity } from '@/lib/contract/email-address'
import { EMAIL_MAX, PASSWORD_MAX } from '@/lib/contract/limits'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { verifyPassword } from '@/lib/platform/password'
import { countSignIn, rememberSignIn } from './sign-in-attempts'

export interface SignedIn {
  userId: string
  email: string
  name: string
}

/**
 * Judges an e-mail and a password. The work is the same for an e-mail that nobody has.
 * @returns who signed in, `wrong`, or `too_many_attempts` for the account or the address
 */
export async function signIn(
  dashboard: Dashboard,
  {
    email,
    password,
    address,
    userAgent = '',
  }: { email: string; password: string; address: string; userAgent?: string },
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
  if (!(await verifyPassword(password, user?.password_hash ?? null)) || !user) {
    await recordFailedSignIn(dashboard, { userId: user?.id ?? null, address, userAgent, reason: 'password' })
    return 'wrong'
  }
  await rememberSignIn(dashboard, { email: identity, address })
  return { userId: user.id, email: user.email, name: user.name }
}

/**
 * Writes a refused sign-in into the activity of the user’s teams. For nobody it does the same work; neither waits for the disk,
 * whose delay would set the two apart.
 */
export async function recordFailedSignIn(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  {
    userId,
    reason,
    ...from
  }: { userId: string | null; reason: 'password' | 'code'; address: string; userAgent: string },
): Promise<void> {
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    await tx.query({ text: 'SET LOCAL synchronous_commit TO off' })
    const act = { action: 'session.sign_in_failed', outcome: 'failed', details: { reason } } as const
    await recordUserAudit(tx, { ...act, ...from, userId: userId ?? '', now: now() })
  })
}

interface UserRow {
  id: string
  email: string
  name: string
  password_hash: string
}
