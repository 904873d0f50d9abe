import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id minimum: 19 MiB, two passes, one lane. About 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage: argon2id with its salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let dummyHash: Promise<string> | null = null

/**
 * Returns whether a password matches a stored hash. With `null` (no user has the e-mail) it does the same work and
 * returns false, so that the time does not reveal accounts.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await dummyHash), password)
  return matches && stored !== null
}
