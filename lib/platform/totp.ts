import { createHmac, randomBytes } from 'node:crypto'

/** Lifetime of a code, in seconds (RFC 6238). */
const STEP_S = 30
const DIGITS = 6
/** Length of the digest, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Steps before and after the current one whose codes are accepted, because clocks differ. */
const DRIFT_STEPS = 1
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BASE32_BITS = 5

/** Returns a new secret in base 32, the format of authenticator apps. */
export function newTotpSecret(): string {
  return randomBase32(SECRET_BYTES)
}

/** Returns random bytes in base 32. */
export function randomBase32(bytes: number): string {
  return base32(randomBytes(bytes))
}

/** Returns the step that contains an instant. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_S)
}

/** Returns the code of one step (RFC 6238 with SHA-1, which every app supports). */
export function totpCode(secret: string, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** Returns the step near an instant whose code was typed, or null. */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const now = totpStep(at)
  for (let step = now - DRIFT_STEPS; step <= now + DRIFT_STEPS; step += 1)
    if (totpCode(secret, step) === code) return step
  return null
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}

/** Returns bytes in base 32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let bits = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= BASE32_BITS) {
      bits -= BASE32_BITS
      text += BASE32.charAt((held >>> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + BASE32.charAt((held << (BASE32_BITS - bits)) & 31) : text
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let held = 0
  let bits = 0
  for (const letter of text) {
    held = (held << BASE32_BITS) | BASE32.indexOf(letter)
    bits += BASE32_BITS
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >>> bits) & 255)
    }
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
