import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { SIGNATURE_TOLERANCE_S } from './limits'

/** Returns the hex HMAC-SHA256 of `<t>.<rawBody>`, keyed with the whole `whsec_…`; `t` in Unix seconds. */
export function sign(secret: string, t: number | string, rawBody: Uint8Array | string): string {
  const body = typeof rawBody === 'string' ? utf8ToBytes(rawBody) : rawBody
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), concatBytes(utf8ToBytes(`${t}.`), body)))
}

/** Returns the Service-Signature header: one `v1` per secret (two only during an overlapping rotation). */
export function signatureHeader(secrets: readonly string[], t: number, rawBody: Uint8Array | string): string {
  return [`t=${t}`, ...secrets.map((secret) => `v1=${sign(secret, t, rawBody)}`)].join(',')
}

export type SignatureProblem = 'missing' | 'malformed' | 'too_old' | 'in_future' | 'mismatch'

export type SignatureCheck =
  | { readonly ok: true; readonly secretIndex: number; readonly ageSeconds: number }
  /** `ageSeconds` (now − t) is set if the header is readable; negative = in the future. */
  | { readonly ok: false; readonly reason: SignatureProblem; readonly ageSeconds: number | null }

/**
 * Checks a Service-Signature header against the raw body and every live secret. Never throws. A correct signature outside
 * 300 s is too_old or in_future; a wrong one is mismatch at any age.
 */
export function verifySignature(input: {
  header: string | null | undefined
  rawBody: Uint8Array | string
  secrets: readonly string[]
  nowSeconds: number
}): SignatureCheck {
  if (!input.header) return { ok: false, reason: 'missing', ageSeconds: null }
  const parsed = parseSignatureHeader(input.header)
  if (!parsed) return { ok: false, reason: 'malformed', ageSeconds: null }
  const ageSeconds = Math.floor(input.nowSeconds) - Number(parsed.t)
  // Every secret is compared with every v1, without an early exit, so that timing reveals nothing.
  let secretIndex = -1
  input.secrets.forEach((secret, index) => {
    const expected = sign(secret, parsed.t, input.rawBody)
    for (const given of parsed.v1) {
      if (equalInConstantTime(expected, given) && secretIndex < 0) secretIndex = index
    }
  })
  if (secretIndex < 0) return { ok: false, reason: 'mismatch', ageSeconds }
  if (ageSeconds > SIGNATURE_TOLERANCE_S) return { ok: false, reason: 'too_old', ageSeconds }
  if (ageSeconds < -SIGNATURE_TOLERANCE_S) return { ok: false, reason: 'in_future', ageSeconds }
  return { ok: true, secretIndex, ageSeconds }
}

/** Returns `t` (as written) and every `v1` of a header; null unless it has exactly one `t` and at least one `v1`. */
export function parseSignatureHeader(header: string): { t: string; v1: string[] } | null {
  const parts = header.split(',').map((part) => part.trim())
  const values = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1))
  const [t = '', ...otherTimes] = values('t')
  const v1 = values('v1').map((digest) => digest.toLowerCase())
  if (!/^\d{1,12}$/.test(t) || otherTimes.length > 0 || v1.length === 0) return null
  return { t, v1 }
}

/** Compares two strings of equal length in constant time; strings of different lengths are unequal. */
function equalInConstantTime(expected: string, given: string): boolean {
  if (expected.length !== given.length) return false
  let difference = 0
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index)
  }
  return difference === 0
}
