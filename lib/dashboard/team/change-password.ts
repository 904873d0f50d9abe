import { admit, admitForm, clearUnknownAttempts } from '@/lib/dashboard/attempts/attempts'
import { recordOperatorAction, recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Dashboard, type SealedStore, type Store } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { isEmail, lowerCaseEmail } from '@/lib/domain/email-address'
import { hashPassword } from '@/lib/platform/credentials'
import { sql } from '@/lib/platform/sql'
import { createMailedLink, endLinks, openMailedLink, useMailedLink as spendLink } from './mailed-link'
import { newPassword, requireNewPassword } from './new-password-rule'
import { type OwnActor, ownChange } from './own-sign-in'
import { dropPasskeys } from './passkeys'
import { endSessions } from './sessions'
import { type StepUp, stepUp } from './step-up'
import { clearTwoStep } from './two-step'

/**
 * Changes the user's own password and ends every other session. Throws Refusal as `stepUp` does, and
 * `invalid_parameters` on the field `new_password` for one that violates the rule.
 */
export async function changePassword(
  dashboard: Dashboard,
  actor: OwnActor,
  { new_password: chosen, ...typed }: StepUp & { new_password: string },
): Promise<{ ended: number }> {
  const { user, claim } = actor
  requireNewPassword(chosen, user)
  await stepUp(dashboard, actor, typed)
  if (chosen === typed.password) throw fieldRefusal('new_password', 'same_password', 'new-password.same')
  const hash = await hashPassword(chosen)
  return ownChange(dashboard, actor, async (tx, now, audit) => {
    await tx.query(sql`UPDATE dashboard."user" SET password_hash = ${hash} WHERE id = ${claim.userId}`)
    await endLinks(tx, now, { purpose: 'RESET_PASSWORD', userId: claim.userId })
    const { userId, sessionId: keep } = claim
    const ended = await endSessions(tx, { userId, by: 'password', now, keep })
    await audit({ action: 'user.change_password', after: { ended } })
    return { ended }
  })
}

/**
 * Sets a new password for the user of an e-mail, as an operator, and ends all their sessions, passkeys and open invitations.
 * @returns the password, to be shown once; null for an unknown e-mail
 */
export async function setNewPassword({ database, now }: Store, email: string): Promise<string | null> {
  const password = newPassword()
  const hash = await hashPassword(password)
  const at = now()
  return asSystem({ database }).transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(sql`
      UPDATE dashboard."user" SET password_hash = ${hash} WHERE email = ${lowerCaseEmail(email)} RETURNING id`)
    const [user] = rows
    if (!user) return null
    await dropPasskeys(tx, user.id)
    await endLinks(tx, at, { purpose: 'RESET_PASSWORD', userId: user.id })
    await endSessions(tx, { userId: user.id, by: 'password', now: at })
    // Another person who had the password may have sent them.
    await endLinks(tx, at, { purpose: 'INVITATION', createdBy: user.id })
    await recordOperatorAction(tx, { userId: user.id, action: 'user.change_password', now: at })
    return password
  })
}

/**
 * Counts a request for a new password, with the same work for an unknown address. Throws Refusal `invalid_parameters` on
 * `email`, `too_many_tries`, and `too_many_mails` for the address.
 */
export async function admitReset(dashboard: Store, { email, address }: { email: string; address: string }) {
  if (!isEmail(email.trim())) throw fieldRefusal('email', 'invalid_email', 'reset-password.emailMissing')
  await admitForm(dashboard, 'forgot-password', address)
  await admit(dashboard, 'link mail', `RESET_PASSWORD ${lowerCaseEmail(email)}`)
}

/**
 * Mails a link to set a new password to the user of an address, if there is one. Runs after the response, whose time is
 * the same with and without a user.
 */
export async function mailReset({ database, now }: Store, email: string): Promise<void> {
  await asSystem({ database }).transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; email: string }>(sql`
      SELECT id, email FROM dashboard."user" WHERE email = ${lowerCaseEmail(email)} FOR UPDATE`)
    const [user] = rows
    if (!user) return
    const subject = { purpose: 'RESET_PASSWORD', userId: user.id } as const
    await createMailedLink(tx, { email: user.email, subject, now: now() })
  })
}

/**
 * Sets the password of a mailed link's user, verifies the address and ends every session. If the address was never
 * verified, another person may have signed up with it: two-step sign-in is turned off, and the review of the sign-up
 * begins, unless the link was opened in a session of that user, `signedInAs`. Throws Refusal `too_many_tries`, `link_over`,
 * and `invalid_parameters` on `password`.
 */
export async function resetPassword(
  dashboard: SealedStore,
  { token, password }: { token: string; password: string },
  address: string,
  signedInAs: string | null = null,
): Promise<void> {
  const link = await openMailedLink(dashboard, 'RESET_PASSWORD', token, address)
  const userId = link.userId ?? ''
  const db = asSystem(dashboard)
  const { rows } = await db.query<{ name: string }>(sql`
    SELECT name FROM dashboard."user" WHERE id = ${userId}`)
  requireNewPassword(password, { email: link.email, name: rows[0]?.name ?? '' }, 'password')
  const hash = await hashPassword(password)
  const now = dashboard.now()
  const hasTwoStep = await db.transaction(async (tx) => {
    const { rows: before } = await tx.query<{ was_verified: boolean; has_two_step: boolean }>(sql`
      SELECT email_verified_at IS NOT NULL AS was_verified, totp_confirmed_at IS NOT NULL AS has_two_step
      FROM dashboard."user" WHERE id = ${userId} AND email = ${link.email} FOR UPDATE`)
    const [user] = before
    if (!user || !(await spendLink(tx, link.id, now))) throw new Refusal('link_over')
    await tx.query(sql`
      UPDATE dashboard."user" SET password_hash = ${hash}, email_verified_at = COALESCE(email_verified_at, ${now}),
        review_since = CASE WHEN email_verified_at IS NULL
          AND NOT ${signedInAs === userId} THEN ${now} ELSE review_since END
      WHERE id = ${userId}`)
    await dropPasskeys(tx, userId)
    if (!user.was_verified) await clearTwoStep(tx, userId)
    const ended = await endSessions(tx, { userId, by: 'password', now })
    // Another person who had the password may have sent them.
    await endLinks(tx, now, { purpose: 'INVITATION', createdBy: userId })
    const after = { ended, ...(user.was_verified ? {} : { email_verified: true }) }
    const act = { action: 'user.reset_password', objectId: userId, after }
    await recordUserAudit(tx, { userId, ...act, address, now })
    return user.was_verified && user.has_two_step
  })
  await clearUnknownAttempts(dashboard, { email: link.email, address, hasTwoStep })
}
