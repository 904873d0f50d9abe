import type { Database } from '@/lib/platform/database'
import { limitedAs } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'
import { type BucketRule, leaseTokens } from './lease-tokens'

/** What one address may do on the payer's pages: people mistype, programs try cards by the thousand. */
export const addressRules = {
  /** Tries to pay. */
  pay: { rate: 0.2, burst: 20 },
  /** Links opened. Beyond it nobody is told anything: the open is just not counted. */
  open: { rate: 1, burst: 60 },
  /** Sign-ups and codes asked for. */
  join: { rate: 0.1, burst: 10 },
} as const satisfies Record<string, BucketRule>

/**
 * Takes one token of an address for one purpose. The address is the connection's or what trusted proxies tell, never
 * an X-Forwarded-For that the client wrote. Gives whole seconds to wait; 0 = go ahead.
 */
export async function limitAddress(
  database: Database,
  purpose: keyof typeof addressRules,
  address: string,
): Promise<number> {
  const rule = addressRules[purpose]
  const { granted, left } = await leaseTokens(
    database.as('checkout_system'),
    // Hashed: the table holds nobody's address.
    sha256(`${purpose} ${limitedAs(address)}`),
    rule,
    1,
  )
  return granted > 0 ? 0 : Math.max(1, Math.ceil((1 - left) / rule.rate))
}
