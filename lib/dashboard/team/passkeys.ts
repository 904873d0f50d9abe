import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { newId } from '@/lib/contract/ids'
import { countFromAddress, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import { asSystem, type Dashboard, type Store } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { PASSKEYS_PER_USER } from '@/lib/dashboard/team-limits'
import { normalizeText } from '@/lib/domain/text'
import { PRODUCT } from '@/lib/messages/product'
import type { Queryable } from '@/lib/platform/database'
import { sha256 } from '@/lib/platform/secrets'
import { sql } from '@/lib/platform/sql'
import { type OwnActor, ownChange } from './own-sign-in'
import { recordFailedSignIn, type SignedIn } from './sign-in'

/** Longest name of a passkey. */
const PASSKEY_NAME_MAX = 60

/** Longest response of an authenticator as JSON. */
export const PASSKEY_RESPONSE_MAX = 10_000

interface PasskeyRow {
  id: string
  user_id: string
  credential_id: string
  public_key: Buffer
  counter: string
  email: string
  name: string
  password_hash: string
  has_two_step: boolean
}

/**
 * Returns the options with which a browser asks for a passkey: one of `userId`, or any of this deployment at a sign-in.
 * The authenticator must verify its user.
 */
export async function passkeyOptions(
  scope: Store,
  of: ChallengeHolder,
  { webUrl, userId = null }: { webUrl: string; userId?: string | null },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await generateAuthenticationOptions({
    rpID: new URL(webUrl).hostname,
    userVerification: 'required',
    allowCredentials: await credentialsOf(scope, userId),
  })
  await storeChallenge(scope, of, { challenge: options.challenge, webUrl })
  return options
}

async function credentialsOf({ database }: Store, userId: string | null): Promise<{ id: string }[]> {
  const { rows } = await asSystem({ database }).query<{ id: string }>(sql`
    SELECT credential_id AS id FROM dashboard.passkey WHERE user_id = ${userId}`)
  return [...rows]
}

/** Uses a passkey of the user in place of a code. @returns whether its response to the session's challenge is correct */
export async function consumePasskey(
  scope: Store,
  { userId, sessionId, typed }: { userId: string; sessionId: string; typed: string },
): Promise<boolean> {
  const response = responseOf(typed)
  const passkey = await findPasskey(scope, response)
  if (!response || passkey?.user_id !== userId) return false
  return verify(scope, { purpose: 'step_up', holder: sessionId }, { passkey, response })
}

/**
 * Signs a user in by a passkey alone. `browser` is the cookie of the browser that got the challenge.
 */
export async function signInByPasskey(
  dashboard: Dashboard,
  { browser, typed, ...from }: { browser: string; typed: string; address: string; userAgent: string },
): Promise<SignedIn | 'wrong' | 'too_many_attempts'> {
  const response = responseOf(typed)
  const passkey = await findPasskey(dashboard, response)
  const { address } = from
  if (!(await countFromAddress(dashboard, { email: passkey?.email ?? '', address })))
    return 'too_many_attempts'
  if (!response || !passkey) return 'wrong'
  const { user_id: userId, email, name, password_hash: passwordHash, has_two_step: hasTwoStep } = passkey
  if (!(await verify(dashboard, { purpose: 'sign_in', holder: browser }, { passkey, response }))) {
    await recordFailedSignIn(dashboard, { userId, ...from, reason: 'passkey' })
    return 'wrong'
  }
  await rememberSignIn(dashboard, { email, address })
  return { userId, email, name, checked: { passwordHash, hasTwoStep, passkeyId: passkey.id } }
}

function responseOf(typed: string): AuthenticationResponseJSON | null {
  if (typed.length > PASSKEY_RESPONSE_MAX) return null
  try {
    const parsed = JSON.parse(typed)
    return typeof parsed?.id === 'string' && parsed.response ? parsed : null
  } catch {
    return null
  }
}

async function findPasskey(
  { database }: Pick<Store, 'database'>,
  response: AuthenticationResponseJSON | null,
): Promise<PasskeyRow | undefined> {
  const id = response?.id.replaceAll('\0', '') ?? ''
  const { rows } = await asSystem({ database }).query<PasskeyRow>(sql`
    SELECT p.id, p.user_id, p.credential_id, p.public_key, p.counter, u.email, u.name, u.password_hash,
      u.totp_confirmed_at IS NOT NULL AS has_two_step
    FROM dashboard.passkey p JOIN dashboard."user" u ON u.id = p.user_id WHERE p.credential_id = ${id}`)
  return rows[0]
}

/** Checks a response against the holder's challenge. The counter of the passkey may only grow, unless it stays 0. */
async function verify(
  scope: Store,
  of: ChallengeHolder,
  { passkey, response }: { passkey: PasskeyRow; response: AuthenticationResponseJSON },
): Promise<boolean> {
  const posed = await spendChallenge(scope, of)
  const { userHandle } = response.response
  const isTheirs = !userHandle || userHandle === Buffer.from(passkey.user_id).toString('base64url')
  if (!posed || !isTheirs) return false
  const verified = await verifyAuthenticationResponse({
    response,
    ...posed,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
  }).catch(() => null)
  if (!verified?.verified) return false
  const { newCounter } = verified.authenticationInfo
  const { count } = await asSystem(scope).query(sql`
    UPDATE dashboard.passkey SET counter = ${newCounter}, last_used_at = ${scope.now()}
    WHERE id = ${passkey.id} AND (counter < ${newCounter} OR (counter = 0 AND ${newCounter}::bigint = 0))`)
  return count === 1
}

export const CHALLENGE_S = 5 * 60

/** Purpose of a challenge and its holder: the id of a session, or the cookie of a browser that signs in. */
type ChallengeHolder = { purpose: 'add' | 'step_up' | 'sign_in'; holder: string }

/** Stores a challenge for five minutes; the holder's earlier one for the same purpose is void. */
async function storeChallenge(
  { database, now }: Store,
  of: ChallengeHolder,
  { challenge, webUrl }: { challenge: string; webUrl: string },
): Promise<void> {
  const at = now()
  const expiresAt = new Date(at.getTime() + CHALLENGE_S * 1_000)
  const subject = subjectOf(of)
  await asSystem({ database }).query(sql`
    WITH swept AS (
      DELETE FROM dashboard.passkey_challenge WHERE subject IN (
        SELECT subject FROM dashboard.passkey_challenge WHERE expires_at <= ${at} AND subject <> ${subject}
        LIMIT 100 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO dashboard.passkey_challenge (subject, challenge, origin, expires_at)
    VALUES (${subject}, ${challenge}, ${new URL(webUrl).origin}, ${expiresAt})
    ON CONFLICT (subject) DO UPDATE
      SET challenge = excluded.challenge, origin = excluded.origin, expires_at = excluded.expires_at`)
}

/**
 * Deletes the holder's challenge, so that one response is checked against it. @returns what a response to it must prove;
 * null if there is none, or it expired
 */
async function spendChallenge({ database, now }: Store, of: ChallengeHolder) {
  const { rows } = await asSystem({ database }).query<{
    challenge: string
    origin: string
    is_open: boolean
  }>(sql`
    DELETE FROM dashboard.passkey_challenge WHERE subject = ${subjectOf(of)}
    RETURNING challenge, origin, expires_at > ${now()} AS is_open`)
  const [row] = rows
  if (!row?.is_open) return null
  return {
    expectedChallenge: row.challenge,
    expectedOrigin: row.origin,
    expectedRPID: new URL(row.origin).hostname,
    requireUserVerification: true,
  }
}

function subjectOf({ purpose, holder }: ChallengeHolder): Buffer {
  return sha256(`passkey ${purpose} ${holder}`)
}

/** Returns the options with which a browser makes a passkey. The caller has checked a step-up. */
export async function startPasskey(
  scope: Store,
  { user, claim }: Pick<OwnActor, 'user' | 'claim'>,
  webUrl: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const options = await generateRegistrationOptions({
    rpName: PRODUCT,
    rpID: new URL(webUrl).hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: await credentialsOf(scope, user.id),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const of = { purpose: 'add', holder: claim.sessionId } as const
  await storeChallenge(scope, of, { challenge: options.challenge, webUrl })
  return options
}

/**
 * Adds the passkey that a browser made. Throws Refusal `passkey_refused` for a response that does not answer the
 * session's open challenge, and `passkeys_quota`.
 */
export async function addPasskey(
  scope: Store,
  actor: OwnActor,
  { name, response }: { name: string; response: string },
): Promise<{ id: string }> {
  const { user, claim } = actor
  const credential = await registered(scope, claim.sessionId, response)
  if (!credential) throw new Refusal('passkey_refused')
  const { id: credentialId, publicKey, counter } = credential
  const id = newId('psk', scope.now())
  const shown = normalizeText(name).slice(0, PASSKEY_NAME_MAX)
  return ownChange(scope, actor, async (tx, now, audit) => {
    const { rows } = await tx.query<{ passkeys: number }>(sql`
      SELECT count(*)::int AS passkeys FROM dashboard.passkey WHERE user_id = ${user.id}`)
    if ((rows[0]?.passkeys ?? 0) >= PASSKEYS_PER_USER) throw new Refusal('passkeys_quota')
    const { count } = await tx.query(sql`
      INSERT INTO dashboard.passkey (id, user_id, credential_id, public_key, counter, name, created_at)
      VALUES (${id}, ${user.id}, ${credentialId}, ${Buffer.from(publicKey)}, ${counter}, ${shown}, ${now})
      ON CONFLICT (credential_id) DO NOTHING`)
    if (count !== 1) throw new Refusal('passkey_refused')
    await audit({ action: 'user.passkey_add', objectId: id, after: { name: shown } })
    return { id }
  })
}

/** Removes a passkey of the user; an unknown one changes nothing. The caller has checked a step-up. */
export async function removePasskey(scope: Store, actor: OwnActor, { id }: { id: string }): Promise<void> {
  await ownChange(scope, actor, async (tx, _, audit) => {
    const { rows } = await tx.query<{ name: string }>(sql`
      DELETE FROM dashboard.passkey WHERE id = ${id} AND user_id = ${actor.user.id} RETURNING name`)
    const [removed] = rows
    if (!removed) return
    await audit({ action: 'user.passkey_remove', objectId: id, after: removed })
  })
}

/** Deletes the passkeys of a user whose account is recovered: another person may have added one. */
export async function dropPasskeys(tx: Queryable, userId: string): Promise<void> {
  await tx.query(sql`DELETE FROM dashboard.passkey WHERE user_id = ${userId}`)
}

async function registered(scope: Store, sessionId: string, text: string) {
  const posed = await spendChallenge(scope, { purpose: 'add', holder: sessionId })
  if (!posed || text.length > PASSKEY_RESPONSE_MAX) return null
  try {
    const response: RegistrationResponseJSON = JSON.parse(text)
    if (!isUnattested(response)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      ...posed,
    })
    return verified ? registrationInfo.credential : null
  } catch {
    return null
  }
}

/**
 * Returns whether a response has no certificates, as requested. The library would fetch the revocation lists that
 * certificates name, from any address.
 */
function isUnattested({ response }: RegistrationResponseJSON): boolean {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}
