import type { Database } from '@/lib/platform/database'
import { type BucketRule, leaseTokens } from '@/lib/platform/lease-tokens'
import { limitedAs } from '@/lib/platform/peer-address'
import { sha256 } from '@/lib/platform/secrets'

/** Limits of one address on the payer's pages: people mistype, programs try cards by the thousand. */
export const addressRules = {
  pay: { rate: 0.2, burst: 20 },
  /** Opens of links. Beyond the limit an open is silently not counted. */
  open: { rate: 1, burst: 60 },
  join: { rate: 0.1, burst: 10 },
} as const satisfies Record<string, BucketRule>

/** Takes one token of a client's address. Returns the whole seconds to wait; 0 = allowed. */
export async function limitAddress(
  database: Database,
  purpose: keyof typeof addressRules,
  address: string,
): Promise<number> {
  const rule = addressRules[purpose]
  const { granted, left } = await leaseTokens(
    database.as('checkout_system'),
    // The table contains only a hash of the address.
    sha256(`${purpose} ${limitedAs(address)}`),
    rule,
    1,
  )
  return granted > 0 ? 0 : Math.max(1, Math.ceil((1 - left) / rule.rate))
}

/** Declines of one link, or of one account's sign-ups: a program tests cards by the thousand. */
export const declineRule: BucketRule = { rate: 0.1, burst: 100 }

/** Returns the whole seconds until a link, or the sign-ups of an account, may try cards again after too many declines; 0 = now. */
export async function waitForDeclines(database: Database, subject: string): Promise<number> {
  const { left } = await take(database, subject, 0)
  return left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / declineRule.rate))
}

/** Counts one decline of a link, or of an account's sign-ups. */
export async function countDecline(database: Database, subject: string): Promise<void> {
  await take(database, subject, 1)
}

function take(database: Database, subject: string, tokens: number) {
  return leaseTokens(database.as('checkout_system'), sha256(`declines ${subject}`), declineRule, tokens)
}
