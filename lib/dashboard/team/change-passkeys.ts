import {
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { newId } from '@/lib/contract/ids'
import type { Dashboard } from '@/lib/dashboard/context'
import { Refusal } from '@/lib/dashboard/refusal'
import { PASSKEY_NAME_MAX, PASSKEY_RESPONSE_MAX } from '@/lib/dashboard/schema/passkey'
import { PASSKEYS_PER_USER } from '@/lib/dashboard/team-limits'
import { normalizeText } from '@/lib/domain/text'
import { common } from '@/lib/messages/common'
import type { Queryable } from '@/lib/platform/database'
import { spendChallenge, storeChallenge } from './consume-passkey'
import { type OwnActor, ownChange } from './own-change'

type Scope = Pick<Dashboard, 'database' | 'now'>

/** Returns the options with which a browser makes a passkey. The caller has checked a step-up. */
export async function startPasskey(
  scope: Scope,
  { user, claim }: Pick<OwnActor, 'user' | 'claim'>,
  webUrl: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { rows } = await scope.database.as('checkout_dashboard_system').query<{ id: string }>({
    name: 'passkey-credentials',
    text: 'SELECT credential_id AS id FROM dashboard.passkey WHERE user_id = $1',
    values: [user.id],
  })
  const options = await generateRegistrationOptions({
    rpName: common.product,
    rpID: new URL(webUrl).hostname,
    userName: user.email,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: rows,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(
    scope,
    { purpose: 'add', holder: claim.sessionId },
    { challenge: options.challenge, webUrl },
  )
  return options
}

/**
 * Adds the passkey that a browser made. Throws Refusal `passkey_refused` for a response that does not answer the
 * session's open challenge, and `passkeys_quota`.
 */
export async function addPasskey(
  scope: Scope,
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
    const { rows } = await tx.query<{ passkeys: number }>({
      name: 'count-passkeys',
      text: 'SELECT count(*)::int AS passkeys FROM dashboard.passkey WHERE user_id = $1',
      values: [user.id],
    })
    if ((rows[0]?.passkeys ?? 0) >= PASSKEYS_PER_USER) throw new Refusal('passkeys_quota')
    const { count } = await tx.query({
      name: 'add-passkey',
      text: `INSERT INTO dashboard.passkey (id, user_id, credential_id, public_key, counter, name, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (credential_id) DO NOTHING`,
      values: [id, user.id, credentialId, Buffer.from(publicKey), counter, shown, now],
    })
    if (count !== 1) throw new Refusal('passkey_refused')
    await audit({ action: 'user.passkey_add', objectId: id, after: { name: shown } })
    return { id }
  })
}

/** Removes a passkey of the user; an unknown one changes nothing. The caller has checked a step-up. */
export async function removePasskey(scope: Scope, actor: OwnActor, { id }: { id: string }): Promise<void> {
  await ownChange(scope, actor, async (tx, _, audit) => {
    const { rows } = await tx.query<{ name: string }>({
      name: 'remove-passkey',
      text: 'DELETE FROM dashboard.passkey WHERE id = $1 AND user_id = $2 RETURNING name',
      values: [id, actor.user.id],
    })
    const [removed] = rows
    if (!removed) return
    await audit({ action: 'user.passkey_remove', objectId: id, after: removed })
  })
}

/** Deletes the passkeys of a user whose account is recovered: another person may have added one. */
export async function dropPasskeys(tx: Queryable, userId: string): Promise<void> {
  await tx.query({
    name: 'drop-passkeys',
    text: 'DELETE FROM dashboard.passkey WHERE user_id = $1',
    values: [userId],
  })
}

async function registered(scope: Scope, sessionId: string, text: string) {
  const posed = await spendChallenge(scope, { purpose: 'add', holder: sessionId })
  if (!posed || text.length > PASSKEY_RESPONSE_MAX) return null
  try {
    const response: RegistrationResponseJSON = JSON.parse(text)
    if (!isUnattested(response)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: posed.challenge,
      expectedOrigin: posed.origin,
      expectedRPID: posed.rpId,
      requireUserVerification: true,
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
