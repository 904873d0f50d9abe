import { type FieldError, invalidParameters } from '@/lib/contract/errors'
import { type ChosenEventKind, chosenEventKinds } from '@/lib/contract/event-kinds'
import { SIGNING_SECRET_PREFIX } from '@/lib/contract/headers'
import { newId } from '@/lib/contract/ids'
import { ENDPOINT_DESCRIPTION_MAX, WEBHOOK_ENDPOINTS_MAX } from '@/lib/contract/limits'
import { codePoints, isStorable, normalizeText } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'
import { type Keyring, randomText } from '@/lib/platform/secrets'
import { readTypedUrl, typedUrlProblems } from '@/lib/platform/typed-url'
import { recordAudit } from '@/lib/service/audit/record-audit'
import {
  type EndpointContext,
  type EndpointRow,
  endpointColumns,
  getEndpoint,
  secretAad,
} from '@/lib/service/webhooks/endpoint-row'

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
  const sealed = keyring.seal(secret, secretAad({ accountId, id }))
  await db.transaction(async (tx) => {
    await requireRoom(tx, accountId)
    await tx.query({
      text: `INSERT INTO service.webhook_endpoint (account_id, id, url, description, kinds, secret_sealed, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [accountId, id, url.href, description, kinds, sealed, at],
    })
    const trace = { accountId, actor, action: 'webhook_endpoint.created', objectId: id, now: at }
    await recordAudit(tx, { ...trace, details: { host: url.host } })
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

/**
 * Changes address, description and kinds of an endpoint, from its next attempt and the next event on. Unchanged
 * settings are not audited. Throws 404 `resource_not_found` and 400 `invalid_parameters`.
 */
export async function updateEndpoint(
  ctx: EndpointContext,
  id: string,
  input: EndpointInput,
  rules: { testMode: boolean },
): Promise<EndpointRow> {
  const { accountId, actor, db } = ctx
  const { url, description, kinds } = readEndpointInput(input, rules)
  const now = ctx.now()
  const changed = await db.transaction(async (tx) => {
    const { rows } = await tx.query<EndpointRow>({
      text: `UPDATE service.webhook_endpoint SET url = $3, description = $4, kinds = $5
        WHERE account_id = $1 AND id = $2 AND status <> 'DELETED'
          AND (url, description, kinds) IS DISTINCT FROM ($3, $4, $5::text[]) RETURNING ${endpointColumns}`,
      values: [accountId, id, url.href, description, kinds],
    })
    if (!rows[0]) return null
    const trace = { accountId, actor, action: 'webhook_endpoint.updated', objectId: id, now }
    await recordAudit(tx, { ...trace, details: { host: url.host, kinds } })
    return rows[0]
  })
  return changed ?? getEndpoint(ctx, id)
}

/** Settings of an endpoint as typed. */
export interface EndpointInput {
  url: string
  description?: string | null
  /** null = every kind of the contract. */
  kinds?: readonly string[] | null
}

interface EndpointSettings {
  url: URL
  description: string | null
  kinds: ChosenEventKind[] | null
}

/**
 * Parses the settings of an endpoint; the kinds are in the contract's order. Throws 400 `invalid_parameters` with every
 * field error.
 */
function readEndpointInput(
  { url, description = null, kinds = null }: EndpointInput,
  rules: { testMode: boolean },
): EndpointSettings {
  const problems: FieldError[] = []
  const typed = readTypedUrl(url.trim(), rules)
  if (!typed.ok)
    problems.push({ field: 'url', code: typed.problem, message: typedUrlProblems[typed.problem] })
  const text = normalizeText(description ?? '') || null
  if (text !== null && (codePoints(text) > ENDPOINT_DESCRIPTION_MAX || !isStorable(text)))
    problems.push({ field: 'description', code: 'invalid_value', message: messages.description })
  const known = kinds && chosenEventKinds.filter((kind) => kinds.includes(kind))
  if (kinds && known?.length !== new Set(kinds).size)
    problems.push({ field: 'kinds', code: 'invalid_value', message: messages.unknownKind })
  else if (known?.length === 0) problems.push({ field: 'kinds', code: 'required', message: messages.noKind })
  if (!typed.ok || problems.length > 0) throw invalidParameters(problems)
  return { url: typed.url, description: text, kinds: known }
}

const messages = {
  description: `The description must have at most ${ENDPOINT_DESCRIPTION_MAX} characters that can be stored.`,
  unknownKind: 'There is no such event.',
  noKind: 'Choose at least one event, or all of them.',
} as const
