import { ApiError } from '@/lib/contract/errors'
import type { Database } from '@/lib/platform/database'
import { type AccountRow, accountColumns } from './account-row'
import { hashApiKey, isApiKeyText } from './api-key-text'
import { type AuthenticatedKey, KeyCache } from './key-cache'

const BEARER = /^Bearer(?: +(.*))?$/i

/** `invalid_api_key` for a key that is revoked or at its end: the answer is that to an unknown key, the log is its account's. */
export class EndedKey extends ApiError {
  constructor(readonly key: AuthenticatedKey) {
    super('invalid_api_key')
  }
}

/** Asks the database, by `read`, for a key that this process has not found before. Throws `rate_limited` instead of returning null. */
export type LookUpGuard = (read: () => Promise<AuthenticatedKey | null>) => Promise<AuthenticatedKey | null>

const caches = new WeakMap<Database, KeyCache>()

/**
 * Who sent this `Authorization` header (contract: Authentication). `nowMs` is a clock that never goes back, `now` the
 * time of day. Throws `missing_api_key` and `invalid_api_key` (EndedKey for a key that was good once), and what `guard` throws;
 * whether the account may charge is for the caller to ask.
 */
export async function authenticateKey(
  database: Database,
  authorization: string | undefined,
  nowMs: number = performance.now(),
  now: Date = new Date(),
  guard?: LookUpGuard,
): Promise<AuthenticatedKey> {
  const found = await lookUp(database, readBearer(authorization), nowMs, guard)
  if (!found) throw new ApiError('invalid_api_key')
  if (isEnded(found, now)) throw new EndedKey(found)
  return found
}

/**
 * Whom a key stands for, charges switched off or not; null for a key that is mistyped, unknown, revoked or at its end. Answers
 * are at most a second old; a known end is kept to the instant.
 */
export async function findKey(
  database: Database,
  apiKey: string,
  nowMs: number = performance.now(),
  now: Date = new Date(),
): Promise<AuthenticatedKey | null> {
  const found = await lookUp(database, apiKey, nowMs)
  return found && isEnded(found, now) ? null : found
}

function isEnded({ revokedAt, expiresAt }: AuthenticatedKey, now: Date): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now)
}

/** Returns whether a key was made here, live or not. */
export async function wasKeyMade(database: Database, apiKey: string): Promise<boolean> {
  return (await lookUp(database, apiKey, performance.now())) !== null
}

async function lookUp(
  database: Database,
  apiKey: string,
  nowMs: number,
  guard?: LookUpGuard,
): Promise<AuthenticatedKey | null> {
  const hash = hashApiKey(apiKey)
  const cacheKey = hash.toString('base64')
  const cache = cacheOf(database)
  const known = cache.get(cacheKey, nowMs)
  if (known) return known
  if (!isApiKeyText(apiKey)) return null
  // A key of before is read again whatever strangers of the same address do.
  const read = () => readKey(database, hash)
  const reading = guard && !cache.wasFound(cacheKey) ? guard(read) : read()
  cache.keep(cacheKey, nowMs, reading)
  return reading
}

function cacheOf(database: Database): KeyCache {
  const known = caches.get(database)
  if (known) return known
  const cache = new KeyCache()
  caches.set(database, cache)
  return cache
}

function readBearer(authorization: string | undefined): string {
  const sent = authorization?.trim()
  if (!sent) throw new ApiError('missing_api_key')
  const bearer = BEARER.exec(sent)
  if (!bearer) throw new ApiError('invalid_api_key')
  if (!bearer[1]) throw new ApiError('missing_api_key')
  return bearer[1]
}

/** The columns of an account inside the composite that `find_api_key` answers. */
const accountFields = accountColumns.replace(/\w+/g, (column) => `(account).${column}`)

async function readKey(database: Database, hash: Buffer): Promise<AuthenticatedKey | null> {
  const { rows } = await database.as('checkout_system').query<KeyRow>({
    name: 'find-api-key',
    text: `SELECT key_id, revoked_at, expires_at, ${accountFields} FROM service.find_api_key($1)`,
    values: [hash],
  })
  if (!rows[0]) return null
  const { key_id: keyId, revoked_at: revokedAt, expires_at: expiresAt, ...account } = rows[0]
  return { keyId, account, expiresAt, revokedAt }
}

type KeyRow = AccountRow & { key_id: string; revoked_at: Date | null; expires_at: Date | null }
