import { recordOperatorAction } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { newPassword as copy } from '@/lib/messages/new-password'
import { hashPassword } from '@/lib/platform/password'
import { dropPasskeys } from './change-passkeys'
import { endLinks } from './mailed-link'
import { checkNewPassword, newPassword } from './new-password-rule'
import { type OwnActor, ownChange } from './own-change'
import { endSessions } from './sessions'
import { stepUp } from './step-up'

/**
 * Changes the user's own password and ends every other session. Throws Refusal as `stepUp` does, and
 * `invalid_parameters` on the field `new_password` for one that violates the rule.
 */
export async function changePassword(
  dashboard: Dashboard,
  actor: OwnActor,
  { newPassword: chosen, ...typed }: StepUp & { newPassword: string },
): Promise<{ ended: number }> {
  const { user, claim } = actor
  const fields = checkNewPassword(chosen, user)
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  await stepUp(dashboard, actor, typed)
  if (chosen === typed.password)
    throw new Refusal('invalid_parameters', {
      fields: [{ field: 'new_password', code: 'same_password', message: copy.same }],
    })
  const hash = await hashPassword(chosen)
  return ownChange(dashboard, actor, async (tx, now, audit) => {
    await tx.query({
      name: 'change-password',
      text: 'UPDATE dashboard."user" SET password_hash = $2 WHERE id = $1',
      values: [claim.userId, hash],
    })
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
export async function setNewPassword(
  { database, now }: Pick<Dashboard, 'database' | 'now'>,
  email: string,
): Promise<string | null> {
  const password = newPassword()
  const hash = await hashPassword(password)
  const at = now()
  return database.as('checkout_dashboard_system').transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: 'UPDATE dashboard."user" SET password_hash = $2 WHERE email = $1 RETURNING id',
      values: [lowerCaseEmail(email), hash],
    })
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
