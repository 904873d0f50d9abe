import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventKinds } from './event-kinds'
import { eventSample } from './event-samples'
import {
  explainSignature,
  readTimeOfReceipt,
  type SignatureInput,
  type SignatureMistake,
} from './explain-signature'
import { sign, signatureHeader, verifySignature } from './signature'

const secret = 'whsec_dGVzdCBzZWNyZXQgb2YgdGhlIHRlc3Q'
const t = 1_795_000_000
const body =
  '{"event":"payment.succeeded","data":{"payment":{"id":"pay_1","amount":25.5,"name":"Zoë","url":"https://a/b"}}}'
const digest = sign(secret, t, body)
const header = signatureHeader([secret], t, body)
const indented = JSON.stringify(JSON.parse(body), null, 2)

function explain(over: Partial<SignatureInput>) {
  return explainSignature({ header, body, secrets: [secret], receivedAtSeconds: t, original: null, ...over })
}

it('a correct signature is valid, with its secret and what was computed', () => {
  const secrets = ['whsec_new', '', secret]
  expect(explain({ secrets, receivedAtSeconds: t + 300 })).toEqual({
    verdict: 'valid',
    mistakes: [],
    t,
    secretLine: 3,
    computed: [
      { line: 1, digest: sign('whsec_new', t, body) },
      { line: 3, digest },
    ],
  })
  expect(explain({ receivedAtSeconds: null })).toMatchObject({ verdict: 'valid' })
})

it('the verdict agrees with the receiver’s check', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
      fc.nat(2),
      fc.integer({ min: -400, max: 400 }),
      fc.constantFrom<(header: string) => string>(
        (it) => it,
        (it) => it.replace(',', ' , '),
        (it) => it.replace(/v1=.*/, (digests) => digests.toUpperCase().replace('V1', 'v1')),
        (it) => it.slice(0, -3),
        (it) => `${it}0`,
        (it) => `${it},v1=${digest}`,
        (it) => it.replace('t=', 't= '),
      ),
      (text, secrets, pick, age, change) => {
        const rawBody = text.replace(/\p{Surrogate}/gu, '')
        const sent = change(signatureHeader([secrets[pick % secrets.length] ?? ''], t, rawBody))
        const nowSeconds = t + age
        const found = explain({ header: sent, body: rawBody, secrets, receivedAtSeconds: nowSeconds })
        const { ok } = verifySignature({ header: sent, secrets, rawBody, nowSeconds })
        expect(found.verdict).toBe(ok ? 'valid' : 'invalid')
      },
    ),
  )
})

it('a signature without a secret gets no verdict', () => {
  expect(explain({ secrets: ['', ''] })).toMatchObject({ verdict: 'unchecked', mistakes: [] })
})

const mistakesOfHeader: [string, string, SignatureMistake][] = [
  ['is missing', '  ', { code: 'header_malformed' }],
  ['is something else', 'Bearer abc', { code: 'header_malformed' }],
  ['has no time', `v1=${digest}`, { code: 'header_cut', part: 't' }],
  ['has no digest', `t=${t}`, { code: 'header_cut', part: 'v1' }],
  ['has a cut digest', header.slice(0, -24), { code: 'digest_cut', length: 40 }],
  ['has a date', `t=2026-11-20,v1=${digest}`, { code: 'header_malformed' }],
  ['has a digest in base64', `t=${t},v1=4ESYfZ/6g2u2sQ==`, { code: 'header_malformed' }],
]

it.each(mistakesOfHeader)('a header that %s is refused with that mistake', (_, written, mistake) => {
  expect(explain({ header: written })).toMatchObject({ verdict: 'invalid', mistakes: [mistake] })
})

it('the header is read with its name', () => {
  expect(explain({ header: ` Service-Signature: ${header}` })).toMatchObject({ verdict: 'valid' })
})

it.each([
  [430, { code: 'clock_off', seconds: 430 }],
  [-420, { code: 'clock_off', seconds: -420 }],
])('a clock that is off by %i seconds is reported with its direction', (age, mistake) => {
  const found = explain({ receivedAtSeconds: t + age })
  expect(found).toMatchObject({ verdict: 'invalid', secretLine: 1, mistakes: [mistake] })
})

describe('the body', () => {
  it.each([
    ['indented', indented],
    ['spaced as Python does', body.replaceAll(/([,:])(?=["{\d])/g, '$1 ')],
    ['as PHP writes it', body.replaceAll('/', '\\/').replace('ë', '\\u00eb')],
    ['with 25.50', body.replace('25.5', '25.50')],
    ['with a line end', `${body}\n`],
  ])('a body %s is recognized as a serialization of the signed one', (_, here) => {
    const found = explain({ body: here })
    expect(found).toMatchObject({ verdict: 'invalid', secretLine: 1, mistakes: [{ code: 'body_rewritten' }] })
  })

  it.each(eventKinds)('a body of %s with sorted keys is recognized', (kind) => {
    const sample = eventSample(kind)
    const sorted = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, it]) => [key, sorted(it)]),
          )
    const sent = JSON.stringify(sample)
    const found = explain({
      header: signatureHeader([secret], t, sent),
      body: JSON.stringify(sorted(sample)),
    })
    expect(found.mistakes).toEqual([{ code: 'body_rewritten' }])
  })

  it('a body of another event gets the plain answer with what was computed', () => {
    const other = '{"event":"payment.failed"}'
    expect(explain({ body: other })).toMatchObject({
      verdict: 'invalid',
      mistakes: [{ code: 'no_match' }],
      computed: [{ line: 1, digest: sign(secret, t, other) }],
    })
  })
})

describe('the body of a known delivery', () => {
  const tampered = body.replace('25.5', '26')

  it.each([
    ['changed', { body: tampered }, ['body_differs']],
    ['changed, without a secret', { body: tampered, secrets: [''] }, ['body_differs']],
    [
      'changed, with another secret',
      { body: tampered, secrets: ['whsec_old'] },
      ['body_differs', 'other_secret'],
    ],
    ['unchanged, with another secret', { secrets: ['whsec_old'] }, ['other_secret']],
    ['rewritten, without a secret', { body: indented, secrets: [''] }, ['body_rewritten']],
    ['unchanged', {}, []],
  ])('a body that is %s is recognized', (_, over, codes) => {
    expect(explain({ original: body, ...over }).mistakes.map(({ code }) => code)).toEqual(codes)
  })
})

it.each([
  [[`"${secret}"`], [{ code: 'secret_form', line: 1 }]],
  [['whsec_old', 'checkout_sk_1'], [{ code: 'secret_form', line: 2 }]],
  [['whsec_old'], [{ code: 'no_match' }]],
])('the secrets %j are reported', (secrets, mistakes) => {
  expect(explain({ secrets }).mistakes).toEqual(mistakes)
})

it.each([
  ['1795000000', t],
  [' 1795000000.7 ', t],
  ['2026-11-18T05:06:40.999-06:00', t],
  ['Wed, 18 Nov 2026 11:06:40 GMT', t],
  // The time would differ between computers without a zone.
  ['2026-11-18T11:06:40', null],
  ['yesterday', null],
])('the time of receipt %j is read as %j', (text, seconds) => {
  expect(readTimeOfReceipt(text)).toBe(seconds)
})
