import { invalidParameters } from '@/lib/contract/errors'
import { SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { newId } from '@/lib/contract/ids'
import { WEBHOOK_ENDPOINTS_MAX } from '@/lib/contract/limits'
import type { Queryable } from '@/lib/platform/database'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import { readTypedUrl, typedUrlProblems } from '@/lib/platform/typed-url'
import { recordAudit } from '@/lib/service/audit/record-audit'
import { type EndpointContext, secretPlace } from './endpoint-row'

const SECRET_BYTES = 32

/**
 * Registers an address for all events (contract: Events, Registration). The signing secret is told this once; only
 * its sealed form is kept. Throws 400 `invalid_parameters` for a URL that the rules refuse, and
 * beyond WEBHOOK_ENDPOINTS_MAX endpoints of the account.
 */
export async function createEndpoint(
  { accountId, actor, db, now }: EndpointContext,
  { url }: { url: string },
  { keyring, testMode }: { keyring: Keyring; testMode: boolean },
): Promise<{ id: string; url: string; secret: string }> {
  const typed = readTypedUrl(url.trim(), { testMode })
  if (!typed.ok) {
    const { problem } = typed
    throw invalidParameters([{ field: 'url', code: problem, message: typedUrlProblems[problem] }])
  }
  const at = now()
  const id = newId('we', at)
  const secret = SIGNING_SECRET_PREFIX + randomText(SECRET_BYTES)
  const { href } = typed.url
  await db.transaction(async (tx) => {
    await requireRoom(tx, accountId)
    await tx.query({
      text: `INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at) VALUES ($1, $2, $3, $4, $5)`,
      values: [accountId, id, href, keyring.seal(secret, secretPlace({ accountId, id })), at],
    })
    const details = { host: typed.url.host }
    await recordAudit(tx, {
      accountId,
      actor,
      action: 'webhook_endpoint.created',
      objectId: id,
      details,
      now: at,
    })
  })
  return { id, url: href, secret }
}

/** Locks the account's row, so that two registrations at once are counted one after the other. */
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
