import { ApiError } from '@/lib/contract/errors'
import type { KeyScope } from '@/lib/contract/key-scopes'
import type { Database } from '@/lib/platform/database'
import { type AccountRow, accountColumns } from './account-row'
import { hashApiKey, isApiKeyText } from './api-key-row'

const BEARER = /^Bearer(?: +(.*))?$/i

/** Error `invalid_api_key` of a key that is revoked or has ended, whose log belongs to its account. */
export class InactiveKey extends ApiError {
  constructor(readonly key: AuthenticatedKey) {
    super('invalid_api_key')
  }
}

/** Runs `read` for a key that this process has not found before. Throws `rate_limited` instead of returning null. */
export type LookupGuard = (read: () => Promise<AuthenticatedKey | null>) => Promise<AuthenticatedKey | null>

const caches = new WeakMap<Database, KeyCache>()

/** Returns the key of an `Authorization` header. Throws `missing_api_key`, `invalid_api_key`, as `guard`. */
export async function authenticateKey(
  database: Database,
  authorization: string | undefined,
  nowMs: number = performance.now(),
  now: Date = new Date(),
  guard?: LookupGuard,
): Promise<AuthenticatedKey> {
  const found = await lookUp(database, readBearer(authorization), nowMs, guard)
  if (!found) throw new ApiError('invalid_api_key')
  if (isEnded(found, now)) throw new InactiveKey(found)
  return found
}

/** Returns the key and its account; null if it is unknown, revoked or ended. At most one second old. */
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

/** Returns whether a key was created here, usable or not. */
export async function hasIssuedKey(database: Database, apiKey: string): Promise<boolean> {
  return (await lookUp(database, apiKey, performance.now())) !== null
}

async function lookUp(
  database: Database,
  apiKey: string,
  nowMs: number,
  guard?: LookupGuard,
): Promise<AuthenticatedKey | null> {
  const hash = hashApiKey(apiKey)
  const cacheKey = hash.toString('base64')
  const cache = cacheOf(database)
  const known = cache.get(cacheKey, nowMs)
  if (known) return known
  if (!isApiKeyText(apiKey)) return null
  // A previously found key is read regardless of other clients of the same address.
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

const accountFields = accountColumns.replace(/\w+/g, (column) => `(account).${column}`)

async function readKey(database: Database, hash: Buffer): Promise<AuthenticatedKey | null> {
  const { rows } = await database.as('checkout_system').query<KeyRow>({
    name: 'find-api-key',
    text: `SELECT key_id, revoked_at, expires_at, scope, ${accountFields} FROM service.find_api_key($1)`,
    values: [hash],
  })
  if (!rows[0]) return null
  const { key_id: keyId, revoked_at: revokedAt, expires_at: expiresAt, scope, ...account } = rows[0]
  return { keyId, scope, account, expiresAt, revokedAt }
}

type KeyRow = AccountRow & {
  key_id: string
  scope: KeyScope
  revoked_at: Date | null
  expires_at: Date | null
}

export interface AuthenticatedKey {
  keyId: string
  scope: KeyScope
  account: AccountRow
  expiresAt: Date | null
  revokedAt: Date | null
}

/** Time within which a revoked key and a suspended account are refused, milliseconds (decisions: benchmarks). */
export const KEY_CACHE_MS = 1_000
export const KEY_CACHE_MAX = 5_000

interface Entry {
  key: Promise<AuthenticatedKey | null>
  readAtMs: number
}

/**
 * Caches the look-ups of one process, by the key's hash. An entry's age counts from before its query was sent, and
 * concurrent requests share it. Unknown keys are cached separately, so that they never evict a key in use.
 */
export class KeyCache {
  readonly #entries = new Map<string, Entry>()
  readonly #unknown = new Map<string, Entry>()
  readonly #foundBefore = new Map<string, true>()

  /** Returns the cached key, or null if it must be read: the caller then passes the result to `keep`. */
  get(hash: string, nowMs: number): Promise<AuthenticatedKey | null> | null {
    const entry = this.#entries.get(hash) ?? this.#unknown.get(hash)
    if (!entry) return null
    const ageMs = nowMs - entry.readAtMs
    return ageMs >= 0 && ageMs < KEY_CACHE_MS ? entry.key : null
  }

  keep(hash: string, nowMs: number, key: Promise<AuthenticatedKey | null>): void {
    const entry: Entry = { key, readAtMs: nowMs }
    const forget = () => {
      for (const entries of [this.#entries, this.#unknown])
        if (entries.get(hash) === entry) entries.delete(hash)
    }
    put(this.wasFound(hash) ? this.#entries : this.#unknown, hash, entry)
    key.then((found) => {
      if (!found) return
      forget()
      put(this.#entries, hash, entry)
      put(this.#foundBefore, hash, true)
    }, forget)
  }

  wasFound(hash: string): boolean {
    return this.#foundBefore.has(hash)
  }

  get size(): number {
    return this.#entries.size
  }
}

/** Adds an entry at the end, in place of the oldest if the map is full. */
function put<Value>(map: Map<string, Value>, hash: string, value: Value): void {
  map.delete(hash)
  const oldest = map.size >= KEY_CACHE_MAX ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.set(hash, value)
}
