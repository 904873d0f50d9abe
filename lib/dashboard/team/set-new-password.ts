import type { Dashboard } from '@/lib/dashboard/context'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { hashPassword } from '@/lib/platform/credentials'
import { dropPasskeys } from './change-passkeys'
import { endResetLinks, revokeInvitationsOf } from './mailed-link'
import { newPassword } from './new-password'
import { recordOperatorAction } from './record-operator-action'
import { endSessions } from './sessions'

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
    await endResetLinks(tx, user.id, at)
    await endSessions(tx, { userId: user.id, by: 'password', now: at })
    await revokeInvitationsOf(tx, user.id, at)
    await recordOperatorAction(tx, { userId: user.id, action: 'user.change_password', now: at })
    return password
  })
}
