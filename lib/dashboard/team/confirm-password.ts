import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { refusals } from '@/lib/messages/refusals'
import type { OwnActor } from './own-change'
import { revokeSession } from './revoke-session'
import { checkPassword } from './sign-in'
import { countStepUp, forgetStepUps, rememberSignIn } from './sign-in-attempts'

/**
 * Verifies the password of a signed-in member again; attempts count like those of a sign-in, and wrong ones also for the
 * session and its user: too many within an hour end the session. Throws Refusal `invalid_parameters` on the field
 * `password`, and `signed_out` if the session has ended.
 */
export async function confirmPassword(
  dashboard: Dashboard,
  actor: OwnActor,
  password: string,
): Promise<void> {
  const { user, claim, address } = actor
  const { email } = user
  const isLeft = await countStepUp(dashboard, claim)
  if (!isLeft.ofSession) return signOut(dashboard, actor)
  const checked = await checkPassword(dashboard, { email, password, address, hasSession: true })
  if (typeof checked !== 'string') {
    await forgetStepUps(dashboard, claim)
    return rememberSignIn(dashboard, { email: checked.email, address })
  }
  if (!isLeft.ofUser) return signOut(dashboard, actor)
  const message = checked === 'wrong' ? refusals.fields.password : refusals.fields.password_tries
  throw new Refusal('invalid_parameters', { fields: [{ field: 'password', code: checked, message }] })
}

async function signOut(dashboard: Dashboard, actor: OwnActor): Promise<never> {
  await revokeSession(dashboard, actor, actor.claim.sessionId)
  throw new Refusal('signed_out')
}
