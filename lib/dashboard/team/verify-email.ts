import { emailText } from '@/lib/contract/email'
import { admit } from '@/lib/dashboard/attempts/attempts'
import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type SealedStore, type Store } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { databaseErrorCode } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { createMailedLink, openMailedLink, useMailedLink as spendLink } from './mailed-link'
import { type OwnActor, ownChange } from './own-sign-in'
import { endSessions } from './sessions'

const UNIQUE_VIOLATION = '23505'

/**
 * Mails the verification of the user's own address again; the previous link ends. Throws Refusal `too_many_mails` and
 * `mails_of_deployment`; does nothing for a verified address.
 */
export async function sendVerification(dashboard: Store, actor: OwnActor): Promise<void> {
  const { id: userId, email } = actor.user
  await admit(dashboard, 'link mail', `VERIFY_EMAIL ${email}`)
  await admit(dashboard, 'mails verification', '')
  await ownChange(dashboard, actor, async (tx, now) => {
    const { count } = await tx.query(sql`
      SELECT FROM dashboard."user" WHERE id = ${userId} AND email = ${email} AND email_verified_at IS NULL`)
    if (count === 0) return
    const subject = { purpose: 'VERIFY_EMAIL', userId } as const
    await createMailedLink(tx, { email, subject, now })
  })
}

/**
 * Changes an address that was never verified, and mails the verification of the new one. Throws Refusal
 * `invalid_parameters` on `email`, `too_many_mails`, `address_changes`, `mails_of_deployment`, and `forbidden` for an address that is verified by now, or whose
 * user shares a team.
 */
export async function changeUnverifiedEmail(dashboard: Store, actor: OwnActor, typed: string): Promise<void> {
  const userId = actor.user.id
  if (!emailText.safeParse(typed).success)
    throw fieldRefusal('email', 'invalid_email', 'verify-email.newEmailMissing')
  const email = lowerCaseEmail(typed)
  await admit(dashboard, 'link mail', `VERIFY_EMAIL ${email}`)
  await admit(dashboard, 'address changes', userId)
  await admit(dashboard, 'mails verification', '')
  try {
    await ownChange(dashboard, actor, async (tx, now, audit) => {
      const { count } = await tx.query(sql`
        UPDATE dashboard."user" SET email = ${email} WHERE id = ${userId} AND email_verified_at IS NULL AND NOT EXISTS (
          SELECT FROM dashboard.membership own
          JOIN dashboard.membership other ON other.team_id = own.team_id AND other.user_id <> ${userId}
          WHERE own.user_id = ${userId})`)
      if (count === 0) throw new Refusal('forbidden')
      const subject = { purpose: 'VERIFY_EMAIL', userId } as const
      await createMailedLink(tx, { email, subject, now })
      await audit({ action: 'user.change_email', before: { email: actor.user.email }, after: { email } })
    })
  } catch (error) {
    if (databaseErrorCode(error) === UNIQUE_VIOLATION)
      throw fieldRefusal('email', 'email_taken', 'verify-email.emailTaken')
    throw error
  }
}

/**
 * Verifies the address of a mailed link, and uses the link, if its own user is signed in: otherwise a person who signed
 * up with a stranger's address would have it verified by the stranger. The reader of the mail is then the person who
 * signed up, so nothing is reviewed; every other session ends. Throws Refusal `link_over`, `too_many_tries`, and
 * `signed_out` for another user.
 */
export async function verifyEmail(
  dashboard: SealedStore,
  token: string,
  { address, userId, sessionId }: { address: string; userId: string | null; sessionId: string | null },
): Promise<void> {
  const link = await openMailedLink(dashboard, 'VERIFY_EMAIL', token, address)
  if (userId === null || link.userId !== userId) throw new Refusal('signed_out')
  const now = dashboard.now()
  await asSystem(dashboard).transaction(async (tx) => {
    const { rows } = await tx.query<{ is_first: boolean }>(sql`
      WITH before AS (
        SELECT id, email_verified_at IS NULL AS is_first FROM dashboard."user"
        WHERE id = ${userId} AND email = ${link.email} FOR UPDATE
      )
      UPDATE dashboard."user" u SET email_verified_at = COALESCE(u.email_verified_at, ${now}) FROM before
      WHERE u.id = before.id RETURNING is_first`)
    const [user] = rows
    if (!user || !(await spendLink(tx, link.id, now))) throw new Refusal('link_over')
    if (user.is_first) await endSessions(tx, { userId, by: 'revoked', now, keep: sessionId })
    await recordUserAudit(tx, { userId, action: 'user.verify_email', objectId: userId, address, now })
  })
}
