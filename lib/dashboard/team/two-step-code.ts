import { generateSecret } from 'otplib'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { stepOfCode } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { type Aad, sha256 } from '@/lib/platform/secrets'

const RECOVERY_CODES = 10
/** 80 bits: a code cannot be found from its hash. */
const RECOVERY_BYTES = 10
const GROUP = 4

/** Returns the AAD of a user's sealed secret. */
export function totpAad(userId: string): Aad {
  return { table: 'dashboard.user', column: 'totp_sealed', row: userId, tenant: userId }
}

/**
 * Checks a code of the user's app, or a recovery code, and uses it: no code counts twice, however many are sent at once.
 * @returns whether it was correct
 */
export async function consumeTwoStepCode(
  { database, keyring, now }: Pick<Dashboard, 'database' | 'keyring' | 'now'>,
  { userId, code, address }: { userId: string; code: string; address: string },
): Promise<boolean> {
  const db = database.as('checkout_dashboard_system')
  const typed = plain(code)
  const at = now()
  if (!/^\d{6}$/.test(typed)) return spendRecoveryCode(db, { userId, typed, address, at })
  const { rows } = await db.query<{ totp_sealed: string }>({
    name: 'read-totp',
    text: `SELECT totp_sealed FROM dashboard."user" WHERE id = $1 AND totp_sealed IS NOT NULL AND totp_confirmed_at IS NOT NULL`,
    values: [userId],
  })
  const sealed = rows[0]?.totp_sealed
  const step = sealed ? stepOfCode(keyring.open(sealed, totpAad(userId)), typed, at) : null
  if (step === null) return false
  const { count } = await db.query({
    name: 'use-totp-step',
    text: `UPDATE dashboard."user" SET totp_last_step = $2
      WHERE id = $1 AND totp_sealed = $3 AND totp_confirmed_at IS NOT NULL AND (totp_last_step IS NULL OR totp_last_step < $2)`,
    values: [userId, step, sealed],
  })
  return count === 1
}

/** Replaces the recovery codes of a user. @returns the new ones, to be shown once: only their hashes are stored */
export async function replaceRecoveryCodes(tx: Queryable, userId: string, at: Date): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => generateSecret({ length: RECOVERY_BYTES }))
  await tx.query({
    name: 'delete-recovery-codes',
    text: 'DELETE FROM dashboard.recovery_code WHERE user_id = $1',
    values: [userId],
  })
  await tx.query({
    name: 'add-recovery-codes',
    text: `INSERT INTO dashboard.recovery_code (user_id, hash, created_at) SELECT $1, unnest($2::bytea[]), $3`,
    values: [userId, codes.map((code) => hashOf(userId, code)), at],
  })
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
    const { count } = await tx.query({
      name: 'use-recovery-code',
      text: `UPDATE dashboard.recovery_code SET used_at = $3 WHERE user_id = $1 AND hash = $2 AND used_at IS NULL`,
      values: [userId, hashOf(userId, typed), at],
    })
    if (count !== 1) return false
    await recordUserAudit(tx, {
      userId,
      action: 'user.recovery_code_used',
      objectId: userId,
      address,
      now: at,
    })
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
