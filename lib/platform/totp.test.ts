import { expect, test } from 'vitest'
import { base32, newTotpSecret, stepOfCode, totpCode, totpStep, totpUri } from './totp'

/** Secret of the SHA-1 vectors of RFC 6238, appendix B. */
const RFC_SECRET = base32(Buffer.from('12345678901234567890'))

test.each([
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
])('the code at second %i is that of RFC 6238', (seconds, code) => {
  expect(totpCode(RFC_SECRET, totpStep(new Date(seconds * 1_000)), 8)).toBe(code)
  expect(totpCode(RFC_SECRET, totpStep(new Date(seconds * 1_000)))).toBe(code.slice(2))
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('the text %j is encoded in base 32 as in RFC 4648', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('codes of the previous and the next step are accepted, others are not', () => {
  const secret = newTotpSecret()
  const now = new Date(1_800_000_010_000)
  const step = totpStep(now)
  const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, totpCode(secret, step + away), now))
  expect(found).toEqual([null, step - 1, step, step + 1, null])
})

test('the URI of the QR code names the product and the user', () => {
  expect(totpUri('ABC', { issuer: 'Checkout', email: 'rosa+1@aurora.test' })).toBe(
    'otpauth://totp/Checkout:rosa%2B1%40aurora.test?secret=ABC&issuer=Checkout',
  )
})
