import type { KeyScope } from '@/lib/contract/key-scopes'
import type { AccountRow } from './account-row'

/** An API key and its account. */
export interface AuthenticatedKey {
  keyId: string
  scope: KeyScope
  account: AccountRow
  /** Null for a key that was not rolled. */
  expiresAt: Date | null
  /** Null for a key that was not revoked. */
  revokedAt: Date | null
}

/** Time within which a revoked key and a suspended account are refused, milliseconds (decisions: benchmarks). */
export const KEY_CACHE_MS = 1_000
/**
 * Limit of cached keys in use within one second in one process, and of older or unknown ones; beyond it there are more
 * look-ups.
 */
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

  /** Returns whether this process has ever found the key. */
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
