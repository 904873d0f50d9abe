import type { Database } from '@/lib/platform/database'
import { type BucketRule, leaseTokens } from '@/lib/platform/lease-tokens'
import { sha256 } from '@/lib/platform/secrets'

/**
 * Declines of one link, from any number of addresses: a program that tests cards makes them by the thousand, a crowd at
 * a popular link a few of each hundred payments.
 */
export const declineRule: BucketRule = { rate: 0.1, burst: 100 }

/** Returns the whole seconds until a link accepts attempts again after too many declines; 0 = now. */
export async function waitForDeclines(database: Database, linkId: string): Promise<number> {
  const { left } = await take(database, linkId, 0)
  return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / declineRule.rate))
}

/** Counts one decline of a link. */
export async function countDecline(database: Database, linkId: string): Promise<void> {
  await take(database, linkId, 1)
}

function take(database: Database, linkId: string, tokens: number) {
  return leaseTokens(database.as('checkout_system'), sha256(`declines ${linkId}`), declineRule, tokens)
}
