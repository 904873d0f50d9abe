import { recordUserAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { StepUp } from '@/lib/dashboard/schema/step-up'
import { newPassword } from '@/lib/messages/new-password'
import { hashPassword } from '@/lib/platform/credentials'
import { endResetLinks } from './mailed-link'
import { checkNewPassword } from './new-password-rule'
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
  const { user, claim, address } = actor
  const fields = checkNewPassword(chosen, user)
  if (fields.length > 0) throw new Refusal('invalid_parameters', { fields })
  await stepUp(dashboard, actor, typed)
  if (chosen === typed.password)
    throw new Refusal('invalid_parameters', {
      fields: [{ field: 'new_password', code: 'same_password', message: newPassword.same }],
    })
  const hash = await hashPassword(chosen)
  return ownChange(dashboard, actor, async (tx, now) => {
    await tx.query({
      name: 'change-password',
      text: 'UPDATE dashboard."user" SET password_hash = $2 WHERE id = $1',
      values: [claim.userId, hash],
    })
    await endResetLinks(tx, claim.userId, now)
    const ended = await endSessions(tx, {
      userId: claim.userId,
      by: 'password',
      now,
      keep: claim.sessionId,
    })
    await recordUserAudit(tx, {
      ...claim,
      action: 'user.change_password',
      objectId: claim.userId,
      after: { ended },
      address,
      now,
    })
    return { ended }
  })
}
