import { EMAIL_MAX, PASSWORD_MAX } from '@/lib/contract/limits'
import { countCode, countSignIn, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { verifyPassword } from '@/lib/platform/credentials'
import type { CheckedCredentials } from './sessions'
import { consumeTwoStepCode } from './two-step-code'

export interface SignedIn {
  userId: string
  email: string
  name: string
  checked: CheckedCredentials
}

/** Refusal that reveals nothing about the account. */
type Refused = 'wrong' | 'too_many_attempts'

interface Typed {
  email: string
  password: string
  address: string
  userAgent?: string
}

/**
 * Checks an e-mail and a password, together with the code of a user with two-step sign-in: a sign-in without it stores
 * nothing. Only the correct password reveals that a code is needed.
 * @returns the signed-in user, `wrong`, `two_step_required`, `wrong_code`, or `too_many_attempts` for the account or the
 * IP address
 */
export async function signIn(
  dashboard: Dashboard,
  { code = '', ...typed }: Typed & { code?: string },
): Promise<SignedIn | Refused | 'two_step_required' | 'wrong_code'> {
  const signedIn = await checkPassword(dashboard, typed)
  if (typeof signedIn === 'string') return signedIn
  const { userId, email, checked } = signedIn
  const { address, userAgent = '' } = typed
  if (checked.hasTwoStep) {
    if (code.trim() === '') return 'two_step_required'
    if (!(await countCode(dashboard, { email, address }))) return 'too_many_attempts'
    if (!(await consumeTwoStepCode(dashboard, { userId, code, address }))) {
      await recordFailedSignIn(dashboard, { userId, address, userAgent, reason: 'code' })
      return 'wrong_code'
    }
  }
  await rememberSignIn(dashboard, { email, address })
  return signedIn
}

/** Checks an e-mail and a password only. The work is the same for an unknown e-mail. */
export async function checkPassword(
  dashboard: Dashboard,
  { email, password, address, userAgent = '', hasSession = false }: Typed & { hasSession?: boolean },
): Promise<SignedIn | Refused> {
  if (email.length > EMAIL_MAX || password.length > PASSWORD_MAX || email.includes('\0')) return 'wrong'
  const identity = lowerCaseEmail(email)
  if (!(await countSignIn(dashboard, { email: identity, address, hasSession }))) return 'too_many_attempts'
  const { rows } = await dashboard.database.as('checkout_dashboard_system').query<UserRow>({
    name: 'find-user',
    text: `SELECT id, email, name, password_hash, totp_confirmed_at IS NOT NULL AS has_two_step
      FROM dashboard."user" WHERE email = $1`,
    values: [identity],
  })
  const [user] = rows
  if (!(await verifyPassword(password, user?.password_hash ?? null)) || !user) {
    await recordFailedSignIn(dashboard, { userId: user?.id ?? null, address, userAgent, reason: 'password' })
    return 'wrong'
  }
  const checked = { passwordHash: user.password_hash, hasTwoStep: user.has_two_step }
  return { userId: user.id, email: user.email, name: user.name, checked }
}

/**
 * Records a refused sign-in in the activity of the user's teams. For an unknown e-mail it does the same work; neither
 * waits for the disk, whose delay would reveal the difference.
 */
export async function recordFailedSignIn(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  {
    userId,
    reason,
    ...from
  }: { userId: string | null; reason: 'password' | 'code' | 'passkey'; address: string; userAgent: string },
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
  has_two_step: boolean
}
