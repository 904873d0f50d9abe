import { generateSecret } from 'otplib'
import { EMAIL_MAX, PASSWORD_MAX } from '@/lib/contract/limits'
import { countCode, countSignIn, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Dashboard, type SealedStore, type Store } from '@/lib/dashboard/context'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { stepOfCode, verifyPassword } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { type Aad, sha256 } from '@/lib/platform/secrets'
import { sql } from '@/lib/platform/sql'
import type { CheckedCredentials } from './sessions'

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
  const { rows } = await asSystem(dashboard).query<UserRow>(sql`
    SELECT id, email, name, password_hash, totp_confirmed_at IS NOT NULL AS has_two_step
    FROM dashboard."user" WHERE email = ${identity}`)
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
  { database, now }: Store,
  {
    userId,
    reason,
    ...from
  }: { userId: string | null; reason: 'password' | 'code' | 'passkey'; address: string; userAgent: string },
): Promise<void> {
  await asSystem({ database }).transaction(async (tx) => {
    await tx.query(sql`SET LOCAL synchronous_commit TO off`)
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

const RECOVERY_CODES = 10
/** 80 bits: a code cannot be found from its hash. */
const RECOVERY_BYTES = 10
const GROUP = 4

export function totpAad(userId: string): Aad {
  return { table: 'dashboard.user', column: 'totp_sealed', row: userId, tenant: userId }
}

/**
 * Checks a code of the user's app, or a recovery code, and uses it: no code counts twice, however many are sent at once.
 * @returns whether it was correct
 */
export async function consumeTwoStepCode(
  { database, keyring, now }: SealedStore,
  { userId, code, address }: { userId: string; code: string; address: string },
): Promise<boolean> {
  const db = asSystem({ database })
  const typed = plain(code)
  const at = now()
  if (!/^\d{6}$/.test(typed)) return spendRecoveryCode(db, { userId, typed, address, at })
  const { rows } = await db.query<{ totp_sealed: string }>(sql`
    SELECT totp_sealed FROM dashboard."user"
    WHERE id = ${userId} AND totp_sealed IS NOT NULL AND totp_confirmed_at IS NOT NULL`)
  const sealed = rows[0]?.totp_sealed
  const step = sealed ? stepOfCode(keyring.open(sealed, totpAad(userId)), typed, at) : null
  if (step === null) return false
  const { count } = await db.query(sql`
    UPDATE dashboard."user" SET totp_last_step = ${step}
    WHERE id = ${userId} AND totp_sealed = ${sealed} AND totp_confirmed_at IS NOT NULL
      AND (totp_last_step IS NULL OR totp_last_step < ${step})`)
  return count === 1
}

/** Replaces the recovery codes of a user. @returns the new ones, to be shown once: only their hashes are stored */
export async function replaceRecoveryCodes(tx: Queryable, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateSecret({ length: RECOVERY_BYTES }))
  await tx.query(sql`DELETE FROM dashboard.recovery_code WHERE user_id = ${userId}`)
  const hashes = codes.map((code) => hashOf(userId, code))
  await tx.query(sql`
    INSERT INTO dashboard.recovery_code (user_id, hash, created_at) SELECT ${userId}, unnest(${hashes}::bytea[]), ${at}`)
  return codes.map(
    (code) =>
      code
        .match(new RegExp(`.{${GROUP}}`, 'g'))
        ?.join('-')
        .toLowerCase() ?? code,
  )
}

async function spendRecoveryCode(
  db: ReturnType<Dashboard['database']['as']>,
  { userId, typed, address, at }: { userId: string; typed: string; address: string; at: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { count } = await tx.query(sql`
      UPDATE dashboard.recovery_code SET used_at = ${at}
      WHERE user_id = ${userId} AND hash = ${hashOf(userId, typed)} AND used_at IS NULL`)
    if (count !== 1) return false
    const act = { action: 'user.recovery_code_used', objectId: userId }
    await recordUserAudit(tx, { userId, ...act, address, now: at })
    return true
  })
}

/** Removes spaces, hyphens and case, which do not count. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

function hashOf(userId: string, code: string): Buffer {
  return sha256(`recovery ${userId} ${code}`)
}
