import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

/** So many decimal digits, each as likely as any other; at most 14. */
export function randomDigits(count: number): string {
  return String(randomInt(10 ** count)).padStart(count, '0')
}

/**
 * What is kept of a short code: HMAC-SHA256 under a secret of the deployment, over what the code is good for. A million
 * codes are soon tried, so a hash without the secret would hide nothing.
 */
export function codeMac(secret: string, boundTo: readonly string[], code: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([...boundTo, code]))
    .digest()
}

/** Compares in a time that tells nothing of where they differ. With null (there is no code) it works as long and says no. */
export function macMatches(mac: Buffer, kept: Uint8Array | null): boolean {
  const equal = timingSafeEqual(mac, kept?.length === mac.length ? kept : Buffer.alloc(mac.length))
  return equal && kept !== null
}
