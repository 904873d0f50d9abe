import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { countFromAddress, rememberSignIn } from '@/lib/dashboard/attempts/attempts'
import type { Dashboard } from '@/lib/dashboard/context'
import { PASSKEY_RESPONSE_MAX } from '@/lib/dashboard/schema/passkey'
import { sha256 } from '@/lib/platform/secrets'
import { recordFailedSignIn, type SignedIn } from './sign-in'

type Scope = Pick<Dashboard, 'database' | 'now'>

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
  scope: Scope,
  of: ChallengeHolder,
  { webUrl, userId = null }: { webUrl: string; userId?: string | null },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { rows } = await scope.database.as('checkout_dashboard_system').query<{ id: string }>({
    name: 'passkey-credentials',
    text: 'SELECT credential_id AS id FROM dashboard.passkey WHERE user_id = $1',
    values: [userId],
  })
  const options = await generateAuthenticationOptions({
    rpID: new URL(webUrl).hostname,
    userVerification: 'required',
    allowCredentials: rows,
  })
  await storeChallenge(scope, of, { challenge: options.challenge, webUrl })
  return options
}

/** Uses a passkey of the user in place of a code. @returns whether its response to the session's challenge is correct */
export async function consumePasskey(
  scope: Scope,
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
  {
    browser,
    typed,
    address,
    userAgent,
  }: { browser: string; typed: string; address: string; userAgent: string },
): Promise<SignedIn | 'wrong' | 'too_many_attempts'> {
  const response = responseOf(typed)
  const passkey = await findPasskey(dashboard, response)
  if (!(await countFromAddress(dashboard, { email: passkey?.email ?? '', address })))
    return 'too_many_attempts'
  if (!response || !passkey) return 'wrong'
  const { user_id: userId, email, name } = passkey
  if (!(await verify(dashboard, { purpose: 'sign_in', holder: browser }, { passkey, response }))) {
    await recordFailedSignIn(dashboard, { userId, address, userAgent, reason: 'passkey' })
    return 'wrong'
  }
  await rememberSignIn(dashboard, { email, address })
  const checked = {
    passwordHash: passkey.password_hash,
    hasTwoStep: passkey.has_two_step,
    passkeyId: passkey.id,
  }
  return { userId, email, name, checked }
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
  { database }: Pick<Scope, 'database'>,
  response: AuthenticationResponseJSON | null,
): Promise<PasskeyRow | undefined> {
  const { rows } = await database.as('checkout_dashboard_system').query<PasskeyRow>({
    name: 'find-passkey',
    text: `SELECT p.id, p.user_id, p.credential_id, p.public_key, p.counter, u.email, u.name, u.password_hash,
        u.totp_confirmed_at IS NOT NULL AS has_two_step
      FROM dashboard.passkey p JOIN dashboard."user" u ON u.id = p.user_id WHERE p.credential_id = $1`,
    values: [response?.id.replaceAll('\0', '') ?? ''],
  })
  return rows[0]
}

/** Checks a response against the holder's challenge. The counter of the passkey may only grow, unless it stays 0. */
async function verify(
  scope: Scope,
  of: ChallengeHolder,
  { passkey, response }: { passkey: PasskeyRow; response: AuthenticationResponseJSON },
): Promise<boolean> {
  const posed = await spendChallenge(scope, of)
  const { userHandle } = response.response
  const isTheirs = !userHandle || userHandle === Buffer.from(passkey.user_id).toString('base64url')
  if (!posed || !isTheirs) return false
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: posed.challenge,
    expectedOrigin: posed.origin,
    expectedRPID: posed.rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: Number(passkey.counter),
    },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { count } = await scope.database.as('checkout_dashboard_system').query({
    name: 'use-passkey',
    text: `UPDATE dashboard.passkey SET counter = $2, last_used_at = $3
      WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))`,
    values: [passkey.id, verified.authenticationInfo.newCounter, scope.now()],
  })
  return count === 1
}

/** Lifetime of a challenge. */
export const CHALLENGE_S = 5 * 60

/** Purpose of a challenge and its holder: the id of a session, or the cookie of a browser that signs in. */
export type ChallengeHolder = { purpose: 'add' | 'step_up' | 'sign_in'; holder: string }

/** Challenge and the deployment that posed it. */
export type PosedChallenge = { challenge: string; origin: string; rpId: string }

/** Stores a challenge for five minutes; the holder's earlier one for the same purpose is void. */
export async function storeChallenge(
  { database, now }: Scope,
  of: ChallengeHolder,
  { challenge, webUrl }: { challenge: string; webUrl: string },
): Promise<void> {
  const at = now()
  await database.as('checkout_dashboard_system').query({
    name: 'store-passkey-challenge',
    text: `WITH swept AS (
        DELETE FROM dashboard.passkey_challenge WHERE subject IN (
          SELECT subject FROM dashboard.passkey_challenge WHERE expires_at <= $4 AND subject <> $1
          LIMIT 100 FOR UPDATE SKIP LOCKED)
      )
      INSERT INTO dashboard.passkey_challenge (subject, challenge, origin, expires_at) VALUES ($1, $2, $3, $5)
      ON CONFLICT (subject) DO UPDATE
        SET challenge = excluded.challenge, origin = excluded.origin, expires_at = excluded.expires_at`,
    values: [
      subjectOf(of),
      challenge,
      new URL(webUrl).origin,
      at,
      new Date(at.getTime() + CHALLENGE_S * 1_000),
    ],
  })
}

/** Deletes the holder's challenge, so that one response is checked against it. @returns null if there is none, or it expired */
export async function spendChallenge(
  { database, now }: Scope,
  of: ChallengeHolder,
): Promise<PosedChallenge | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<{
    challenge: string
    origin: string
    is_open: boolean
  }>({
    name: 'spend-passkey-challenge',
    text: `DELETE FROM dashboard.passkey_challenge WHERE subject = $1
      RETURNING challenge, origin, expires_at > $2 AS is_open`,
    values: [subjectOf(of), now()],
  })
  const [row] = rows
  if (!row?.is_open) return null
  return { challenge: row.challenge, origin: row.origin, rpId: new URL(row.origin).hostname }
}

function subjectOf({ purpose, holder }: ChallengeHolder): Buffer {
  return sha256(`passkey ${purpose} ${holder}`)
}
