import type { AccountRow } from './account-row'

/** Who an API key stands for. */
export interface AuthenticatedKey {
  keyId: string
  account: AccountRow
  /** Null for a key that was not rolled. */
  expiresAt: Date | null
  /** Null for a key that was not revoked. */
  revokedAt: Date | null
}

/** A revoked key and a suspended account are refused within this time, milliseconds (decisions: benchmarks). */
export const KEY_CACHE_MS = 1_000
/** Keys in use within one second in one process; more only means more look-ups. */
export const KEY_CACHE_MAX = 5_000

interface Entry {
  key: Promise<AuthenticatedKey | null>
  readAtMs: number
}

/**
 * Look-ups of one process, by the key's hash. An entry's age counts from before the query left, and requests that
 * come meanwhile share it. Keys that were not found are not kept.
 */
export class KeyCache {
  readonly #entries = new Map<string, Entry>()

  /** The key from the cache, or null when it has to be read: a caller then gives the reading to `keep`. */
  get(hash: string, nowMs: number): Promise<AuthenticatedKey | null> | null {
    const entry = this.#entries.get(hash)
    if (!entry) return null
    const ageMs = nowMs - entry.readAtMs
    return ageMs >= 0 && ageMs < KEY_CACHE_MS ? entry.key : null
  }

  keep(hash: string, nowMs: number, key: Promise<AuthenticatedKey | null>): void {
    const entry: Entry = { key, readAtMs: nowMs }
    this.#entries.delete(hash)
    const oldest = this.#entries.size >= KEY_CACHE_MAX ? this.#entries.keys().next().value : undefined
    if (oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(hash, entry)
    const forget = () => {
      if (this.#entries.get(hash) === entry) this.#entries.delete(hash)
    }
    key.then((found) => found ?? forget(), forget)
  }

  get size(): number {
    return this.#entries.size
  }
}
