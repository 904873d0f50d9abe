import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** Returns this many uniformly distributed decimal digits; at most 14. */
export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}

/**
 * Returns the stored form of a short code: HMAC-SHA256 under a secret of the deployment, over the code's purpose. A
 * million codes are quickly tried, so a hash without the secret would hide nothing.
 */
export function codeMac(secret: string, boundTo: readonly string[], code: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([...boundTo, code]))
    .digest()
}

/** Compares in constant time. With null (there is no code) it takes as long and returns false. */
export function macMatches(mac: Buffer, kept: Uint8Array | null): boolean {
  const equal = timingSafeEqual(mac, kept?.length === mac.length ? kept : Buffer.alloc(mac.length))
  return equal && kept !== null
}
