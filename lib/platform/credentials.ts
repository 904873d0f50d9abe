import { hash, verify } from '@node-rs/argon2'
import { verifySync } from 'otplib'

/** OWASP's argon2id minimum: 19 MiB, two passes, one lane. About 25 ms of one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password for storage: argon2id with its salt and cost. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let dummyHash: Promise<string> | null = null

/** Returns whether a password matches a stored hash; null takes as long, so that accounts stay hidden. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password')
  const matches = await verify(stored ?? (await dummyHash), password)
  return matches && stored !== null
}

/** Difference of clocks that is accepted, in seconds: the codes of one step before and after the current one. */
const TOLERANCE_S = 30

/** Returns the step (RFC 6238) near an instant whose code was typed, or null. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  // The library throws for any other text.
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(at.getTime() / 1_000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_S })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}
