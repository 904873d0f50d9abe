import * as z from 'zod'
import type { FieldError } from '@/lib/contract/errors'
import { countStepUp, forgetStepUps, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import type { TextKey } from '@/lib/messages/translator'
import { type OwnActor, revokeSession } from './own-sign-in'
import { consumePasskey, PASSKEY_RESPONSE_MAX } from './passkeys'
import { checkPassword, consumeTwoStepCode, recordFailedSignIn } from './sign-in'

/**
 * Proof that a signed-in member gives again: the password and, with two-step sign-in, a code or the response of a passkey
 * as JSON.
 */
export const stepUpInput = z.strictObject({
  password: z.string().max(1_000),
  code: z.string().max(100),
  passkey: z.string().max(PASSKEY_RESPONSE_MAX).optional(),
})

export type StepUp = z.infer<typeof stepUpInput>

/**
 * Verifies a signed-in member again by their password and, with two-step sign-in, a code or a passkey, which is used. Attempts count
 * like those of a sign-in. Wrong passwords and wrong codes also count together for the session and its user: too many
 * within an hour end the session. Throws Refusal `invalid_parameters` on the field `password` or `code`, and `signed_out`
 * if the session has ended.
 */
export async function stepUp(dashboard: Dashboard, actor: OwnActor, typed: StepUp): Promise<void> {
  const { user, claim, address } = actor
  const isLeft = await countStepUp(dashboard, claim)
  if (!isLeft.ofSession) return signOut(dashboard, actor)
  const problem = await problemOf(dashboard, actor, typed)
  if (problem === null) {
    await forgetStepUps(dashboard, claim)
    return rememberSignIn(dashboard, { email: user.email, address })
  }
  if (!isLeft.ofUser) return signOut(dashboard, actor)
  throw new Refusal('invalid_parameters', { fields: [problem] })
}

async function problemOf(
  dashboard: Dashboard,
  { user: { email }, claim, address }: OwnActor,
  { password, code, passkey = '' }: StepUp,
): Promise<FieldError | null> {
  const signedIn = await checkPassword(dashboard, { email, password, address, hasSession: true })
  if (typeof signedIn === 'string') {
    const message: TextKey =
      signedIn === 'wrong' ? 'refusals.fields.password' : 'refusals.fields.password_tries'
    return { field: 'password', code: signedIn, message }
  }
  if (!signedIn.checked.hasTwoStep) return null
  const { userId } = claim
  const usesPasskey = passkey !== ''
  if (!usesPasskey && code.trim() === '')
    return { field: 'code', code: 'two_step_required', message: 'step-up.codeMissing' }
  const isRight = usesPasskey
    ? await consumePasskey(dashboard, { ...claim, typed: passkey })
    : await consumeTwoStepCode(dashboard, { userId, code, address })
  if (isRight) return null
  const reason = usesPasskey ? 'passkey' : 'code'
  await recordFailedSignIn(dashboard, { userId, address, userAgent: '', reason })
  return { field: 'code', code: 'wrong', message: usesPasskey ? 'step-up.passkeyWrong' : 'step-up.codeWrong' }
}

async function signOut(dashboard: Dashboard, actor: OwnActor): Promise<never> {
  await revokeSession(dashboard, actor, actor.claim.sessionId)
  throw new Refusal('signed_out')
}
