import { generateSecret, generateURI } from 'otplib'
import { expect, test } from 'vitest'
import { appCode } from '@/test/app-code'
import { stepOfCode } from './credentials'

/** Secret of the SHA-1 vectors of RFC 6238, appendix B, as this service stored it before it used a library. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code of RFC 6238 at second %i is accepted', (seconds, code) => {
  expect(stepOfCode(RFC_SECRET, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30))
})

test.each([0, 29_999])(
  'codes of the previous and the next step are accepted %i ms into a step, others are not',
  (ms) => {
    const secret = generateSecret()
    const now = new Date(1_800_000_000_000 + ms)
    const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(secret, appCode(secret, away, now), now))
    expect(found).toEqual([null, 59_999_999, 60_000_000, 60_000_001, null])
  },
)

test('a text that is no code of six digits is refused', () => {
  for (const code of ['', '12345', '1234567', '12345a', '１２３４５６'])
    expect(stepOfCode(RFC_SECRET, code, new Date(59_000))).toBeNull()
})

test('the URI of the QR code names the product and the user', () => {
  expect(generateURI({ issuer: 'Checkout', label: 'rosa+1@aurora.test', secret: 'ABC' })).toBe(
    'otpauth://totp/Checkout:rosa%2B1%40aurora.test?secret=ABC&issuer=Checkout',
  )
})
