import { generateSecret, generateURI } from 'otplib'
import { countSignIn } from '@/lib/dashboard/attempts/attempts'
import { recordOperatorAction } from '@/lib/dashboard/audit/record-team-audit'
import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { fieldRefusal, Refusal } from '@/lib/dashboard/refusal'
import { lowerCaseEmail } from '@/lib/domain/email-address'
import { PRODUCT } from '@/lib/messages/product'
import { stepOfCode } from '@/lib/platform/credentials'
import type { Queryable } from '@/lib/platform/database'
import { sql } from '@/lib/platform/sql'
import { type OwnActor, ownChange } from './own-sign-in'
import { dropPasskeys } from './passkeys'
import { endSessions } from './sessions'
import { replaceRecoveryCodes, totpAad } from './sign-in'
import { type StepUp, stepUp } from './step-up'

/** Secret for an authenticator app, until one of its codes confirms it. */
export type TwoStepSetup = { secret: string; uri: string }

/** Recovery codes, shown once. */
export type RecoveryCodes = { codes: string[] }

/**
 * Gives the user a secret for an authenticator app; one of its codes turns two-step sign-in on. Throws Refusal
 * `email_unverified`, `two_step_changed` if it is on already, and as `stepUp` does.
 */
export async function startTwoStep(
  dashboard: Dashboard,
  actor: OwnActor,
  typed: StepUp,
  { hasMail }: { hasMail: boolean },
): Promise<TwoStepSetup> {
  const { user } = actor
  await stepUp(dashboard, actor, typed)
  const secret = generateSecret()
  await ownChange(dashboard, actor, async (tx) => {
    const { rows } = await tx.query<{ is_verified: boolean }>(sql`
      SELECT email_verified_at IS NOT NULL AS is_verified FROM dashboard."user" WHERE id = ${user.id}`)
    // Without mail there is no reset by which another person could take over the account, so no verification is needed.
    if (hasMail && !rows[0]?.is_verified) throw new Refusal('email_unverified')
    const { count } = await tx.query(sql`
      UPDATE dashboard."user" SET totp_sealed = ${dashboard.keyring.seal(secret, totpAad(user.id))}, totp_last_step = NULL
      WHERE id = ${user.id} AND totp_confirmed_at IS NULL`)
    if (count !== 1) throw new Refusal('two_step_changed')
  })
  return { secret, uri: generateURI({ issuer: PRODUCT, label: user.email, secret }) }
}

/**
 * Turns two-step sign-in on by a code of the started secret, and ends every other session. @returns the recovery codes.
 * Throws Refusal `two_step_changed` if none was started, and `invalid_parameters` on the field `code`.
 */
export async function confirmTwoStep(
  dashboard: Dashboard,
  actor: OwnActor,
  { code }: { code: string },
  { hasMail }: { hasMail: boolean },
): Promise<RecoveryCodes> {
  const { id: userId, email } = actor.user
  if (!(await countSignIn(dashboard, { email, address: actor.address })))
    throw fieldRefusal('code', 'too_many_attempts', 'refusals.fields.password_tries')
  return ownChange(dashboard, actor, async (tx, now, audit) => {
    const { rows } = await tx.query<{ totp_sealed: string }>(sql`
      SELECT totp_sealed FROM dashboard."user"
      WHERE id = ${userId} AND totp_sealed IS NOT NULL AND totp_confirmed_at IS NULL
        AND (email_verified_at IS NOT NULL OR NOT ${hasMail})`)
    const [started] = rows
    if (!started) throw new Refusal('two_step_changed')
    const secret = dashboard.keyring.open(started.totp_sealed, totpAad(userId))
    const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now)
    if (step === null) throw fieldRefusal('code', 'wrong', 'refusals.fields.two_step_code')
    await tx.query(sql`
      UPDATE dashboard."user" SET totp_confirmed_at = ${now}, totp_last_step = ${step} WHERE id = ${userId}`)
    const codes = await replaceRecoveryCodes(tx, userId, now)
    await endSessions(tx, { userId, by: 'two_step', now, keep: actor.claim.sessionId })
    await audit({ action: 'user.two_step_on' })
    return { codes }
  })
}

/** Turns two-step sign-in off and ends every other session. Throws Refusal as `stepUp` does. */
export async function disableTwoStep(dashboard: Dashboard, actor: OwnActor, typed: StepUp): Promise<void> {
  await stepUp(dashboard, actor, typed)
  await ownChange(dashboard, actor, async (tx, now, audit) => {
    const { userId, sessionId: keep } = actor.claim
    if (!(await clearTwoStep(tx, userId))) return
    await endSessions(tx, { userId, by: 'two_step', now, keep })
    await audit({ action: 'user.two_step_off' })
  })
}

/**
 * Replaces the recovery codes. Throws Refusal `two_step_changed` while two-step sign-in is off, and as `stepUp` does.
 */
export async function renewRecoveryCodes(dashboard: Dashboard, actor: OwnActor, typed: StepUp) {
  const { id: userId } = actor.user
  await stepUp(dashboard, actor, typed)
  return ownChange(dashboard, actor, async (tx, now, audit) => {
    const { count } = await tx.query(sql`
      SELECT FROM dashboard."user" WHERE id = ${userId} AND totp_confirmed_at IS NOT NULL`)
    if (count !== 1) throw new Refusal('two_step_changed')
    const codes = await replaceRecoveryCodes(tx, userId, now)
    await audit({ action: 'user.recovery_codes' })
    return { codes }
  })
}

/**
 * Turns two-step sign-in off for a user who lost phone and recovery codes, as an operator, and ends all their sessions and
 * passkeys.
 * @returns whether it was on; null for an unknown e-mail
 */
export async function dropTwoStep({ database, now }: Store, email: string): Promise<boolean | null> {
  const at = now()
  return asSystem({ database }).transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string; is_on: boolean }>(sql`
      SELECT id, totp_confirmed_at IS NOT NULL AS is_on FROM dashboard."user"
      WHERE email = ${lowerCaseEmail(email)} FOR UPDATE`)
    const [user] = rows
    if (!user) return null
    if (!user.is_on) return false
    await clearTwoStep(tx, user.id)
    await dropPasskeys(tx, user.id)
    await endSessions(tx, { userId: user.id, by: 'two_step', now: at })
    await recordOperatorAction(tx, { userId: user.id, action: 'user.two_step_off', now: at })
    return true
  })
}

/** Deletes secret and recovery codes. @returns whether two-step sign-in was on, or started */
export async function clearTwoStep(tx: Queryable, userId: string): Promise<boolean> {
  const { count } = await tx.query(sql`
    WITH codes AS (DELETE FROM dashboard.recovery_code WHERE user_id = ${userId})
    UPDATE dashboard."user" SET totp_sealed = NULL, totp_confirmed_at = NULL, totp_last_step = NULL
    WHERE id = ${userId} AND totp_sealed IS NOT NULL`)
  return count === 1
}
