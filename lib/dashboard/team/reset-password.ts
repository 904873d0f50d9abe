import { clearUnknownAttempts, countFormTry, countLinkMail } from '@/lib/dashboard/attempts/attempts'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { isEmail, lowerCaseEmail } from '@/lib/domain/email-address'
import { resetPassword as copy } from '@/lib/messages/reset-password'
import { hashPassword } from '@/lib/platform/credentials'
import { dropPasskeys } from './change-passkeys'
import {
  createMailedLink,
  readMailedLink,
  revokeInvitationsOf,
  useMailedLink as spendLink,
} from './mailed-link'
import { checkNewPassword } from './new-password-rule'
import { endSessions } from './sessions'
import { clearTwoStep } from './two-step'

type Scope = Pick<Dashboard, 'database' | 'keyring' | 'now'>

/**
 * Counts a request for a new password, with the same work for an unknown address. Throws Refusal `invalid_parameters` on
 * `email`, `too_many_tries`, and `too_many_mails` for the address.
 */
export async function admitReset(
  dashboard: Pick<Dashboard, 'database' | 'now'>,
  { email, address }: { email: string; address: string },
): Promise<void> {
  if (!isEmail(email.trim())) {
    const field = { field: 'email', code: 'invalid_email', message: copy.emailMissing }
    throw new Refusal('invalid_parameters', { fields: [field] })
  }
  if (!(await countFormTry(dashboard, 'forgot-password', address))) throw new Refusal('too_many_tries')
  if (!(await countLinkMail(dashboard, 'RESET_PASSWORD', lowerCaseEmail(email))))
    throw new Refusal('too_many_mails')
}

/**
 * Mails a link to set a new password to the user of an address, if there is one. Runs after the response, whose time is
 * the same with and without a user.
 */
export async function mailReset(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  email: string,
): Promise<void> {
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string }>({
      name: 'find-forgetful-user',
      text: 'SELECT id, email FROM dashboard."user" WHERE email = $1 FOR UPDATE',
      values: [lowerCaseEmail(email)],
    })
    const [user] = rows
    if (!user) return
    const subject = { purpose: 'RESET_PASSWORD', userId: user.id } as const
    await createMailedLink(tx, { email: user.email, createdBy: null, byMail: true, subject, now: now() })
  })
}

/** Returns the address whose password a mailed link sets; null for an invalid link. Changes nothing. */
export async function readReset(dashboard: Scope, token: string): Promise<string | null> {
  return (await readMailedLink(dashboard, 'RESET_PASSWORD', token))?.email ?? null
}

/**
 * Sets the password of a mailed link's user, verifies the address and ends every session. If the address was never
 * verified, another person may have signed up with it: two-step sign-in is turned off, and the review of the sign-up
 * begins, unless the link was opened in a session of that user, `signedInAs`. Throws Refusal `too_many_tries`, `link_over`,
 * and `invalid_parameters` on `password`.
 */
export async function resetPassword(
  dashboard: Scope,
  { token, password }: { token: string; password: string },
  address: string,
  signedInAs: string | null = null,
): Promise<void> {
  if (!(await countFormTry(dashboard, 'reset-password', address))) throw new Refusal('too_many_tries')
  const link = await readMailedLink(dashboard, 'RESET_PASSWORD', token)
  const userId = link?.userId
  if (!link || !userId) throw new Refusal('link_over')
  const db = dashboard.database.as('checkout_dashboard_system')
  const { rows } = await db.query<{ name: string }>({
    text: 'SELECT name FROM dashboard."user" WHERE id = $1',
    values: [userId],
  })
  const fields = checkNewPassword(password, { email: link.email, name: rows[0]?.name ?? '' }, 'password')
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  const hash = await hashPassword(password)
  const now = dashboard.now()
  const hasTwoStep = await db.transaction(async (tx) => {
    const { rows: before } = await tx.query<{ was_verified: boolean; has_two_step: boolean }>({
      text: `SELECT email_verified_at IS NOT NULL AS was_verified, totp_confirmed_at IS NOT NULL AS has_two_step
        FROM dashboard."user" WHERE id = $1 AND email = $2 FOR UPDATE`,
      values: [userId, link.email],
    })
    const [user] = before
    if (!user || !(await spendLink(tx, link.id, now))) throw new Refusal('link_over')
    await tx.query({
      name: 'reset-password',
      text: `UPDATE dashboard."user" SET password_hash = $2, email_verified_at = COALESCE(email_verified_at, $3),
          review_since = CASE WHEN email_verified_at IS NULL AND NOT $4 THEN $3 ELSE review_since END
        WHERE id = $1`,
      values: [userId, hash, now, signedInAs === userId],
    })
    await dropPasskeys(tx, userId)
    if (!user.was_verified) await clearTwoStep(tx, userId)
    const ended = await endSessions(tx, { userId, by: 'password', now })
    await revokeInvitationsOf(tx, userId, now)
    const after = { ended, ...(user.was_verified ? {} : { email_verified: true }) }
    await recordUserAudit(tx, {
      userId,
      action: 'user.reset_password',
      objectId: userId,
      after,
      address,
      now,
    })
    return user.was_verified && user.has_two_step
  })
  await clearUnknownAttempts(dashboard, { email: link.email, address, hasTwoStep })
}
