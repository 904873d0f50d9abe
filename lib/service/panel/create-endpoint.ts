import { invalidParameters } from '@/lib/contract/errors'
import { SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { newId } from '@/lib/contract/ids'
import { WEBHOOK_ENDPOINTS_MAX } from '@/lib/contract/limits'
import type { Queryable } from '@/lib/platform/database'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, secretAad } from '@/lib/service/webhooks/endpoint-row'
import { type EndpointInput, readEndpointInput } from './endpoint-input'

const SECRET_BYTES = 32

/** Returns a new signing secret (contract: Authentication). */
export function newSigningSecret(): string {
  return SIGNING_SECRET_PREFIX + randomText(SECRET_BYTES)
}

/**
 * Registers an address, for all events if no kinds are given (contract: Events, Registration). The signing secret is
 * returned only this once; only its sealed form is stored. Throws 400 `invalid_parameters` for values that the rules
 * refuse, and beyond WEBHOOK_ENDPOINTS_MAX endpoints of the account.
 */
export async function createEndpoint(
  { accountId, actor, db, now }: EndpointContext,
  input: EndpointInput,
  { keyring, testMode }: { keyring: Keyring; testMode: boolean },
): Promise<{ id: string; url: string; secret: string }> {
  const { url, description, kinds } = readEndpointInput(input, { testMode })
  const at = now()
  const id = newId('we', at)
  const secret = newSigningSecret()
  await db.transaction(async (tx) => {
    await requireRoom(tx, accountId)
    await tx.query({
      text: `INSERT INTO service.webhook_endpoint (account_id, id, url, description, kinds, secret_sealed, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [
        accountId,
        id,
        url.href,
        description,
        kinds,
        keyring.seal(secret, secretAad({ accountId, id })),
        at,
      ],
    })
    const details = { host: url.host }
    await recordAudit(tx, {
      accountId,
      actor,
      action: 'webhook_endpoint.created',
      objectId: id,
      details,
      now: at,
    })
  })
  return { id, url: url.href, secret }
}

/** Locks the account's row, so that two concurrent registrations are counted one after the other. */
async function requireRoom(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    text: 'SELECT 1 FROM service.account WHERE id = $1 FOR NO KEY UPDATE',
    values: [accountId],
  })
  const { rows } = await tx.query<{ count: number }>({
    text: `SELECT count(*) FROM service.webhook_endpoint WHERE account_id = $1 AND status <> 'DELETED'`,
    values: [accountId],
  })
  if ((rows[0]?.count ?? 0) < WEBHOOK_ENDPOINTS_MAX) return
  const message = `An account has at most ${WEBHOOK_ENDPOINTS_MAX} endpoints. Delete one that is no longer needed.`
  throw invalidParameters([{ field: 'url', code: 'too_many_endpoints', message }])
}
