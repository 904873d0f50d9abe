import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sign, signatureHeader, verifySignature } from './signature'

const secret = 'whsec_test'
const t = 1_795_000_000
const body = '{"event":"payment.succeeded","name":"Zoë 💶"}'

function check(
  header: string | null,
  over: { rawBody?: Uint8Array | string; secrets?: string[]; now?: number } = {},
) {
  return verifySignature({
    header,
    rawBody: over.rawBody ?? body,
    secrets: over.secrets ?? [secret],
    nowSeconds: over.now ?? t,
  })
}

describe('signature', () => {
  it('the signature equals an independently computed HMAC, for text and for other bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (key, bytes) => {
        const expected = createHmac('sha256', Buffer.from(key, 'utf8'))
          .update(`${t}.`)
          .update(bytes)
          .digest('hex')
        expect(sign(key, t, bytes)).toBe(expected)
      }),
    )
    const expected = createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex')
    expect(sign(secret, t, body)).toBe(expected)
    expect(signatureHeader([secret], t, body)).toBe(`t=${t},v1=${expected}`)
  })

  it('a signature is accepted up to 300 seconds either way and not one more', () => {
    const header = signatureHeader([secret], t, body)
    expect(check(header)).toEqual({ ok: true, secretIndex: 0, ageSeconds: 0 })
    expect(check(header, { now: t + 300 }).ok).toBe(true)
    expect(check(header, { now: t - 300 }).ok).toBe(true)
    expect(check(header, { now: t + 301 })).toEqual({ ok: false, reason: 'too_old', ageSeconds: 301 })
    expect(check(header, { now: t - 301 })).toEqual({ ok: false, reason: 'in_future', ageSeconds: -301 })
  })

  it('the matching secret and the matching v1 are found among several', () => {
    const both = signatureHeader(['whsec_old', secret], t, body)
    expect(check(both)).toMatchObject({ ok: true, secretIndex: 0 })
    expect(check(both, { secrets: ['whsec_other', 'whsec_old'] })).toMatchObject({ ok: true, secretIndex: 1 })
    expect(check(` v0=zz , ${both.replace(',', ' , ')}`)).toMatchObject({ ok: true })
  })

  it.each([
    ['another body', signatureHeader([secret], t, `${body} `)],
    ['another secret', signatureHeader(['whsec_x'], t, body)],
    ['another time', signatureHeader([secret], t, body).replace(`t=${t}`, `t=${t + 1}`)],
    ['a cut digest', signatureHeader([secret], t, body).slice(0, -1)],
    ['a longer digest', `${signatureHeader([secret], t, body)}0`],
  ])('%s is refused as a mismatch', (_, header) => {
    expect(check(header)).toMatchObject({ ok: false, reason: 'mismatch' })
  })

  it('no signature is accepted without a secret', () => {
    expect(check(signatureHeader([''], t, body), { secrets: [] })).toMatchObject({ reason: 'mismatch' })
  })

  it.each([null, ''])('the header %j is reported as missing', (header) => {
    expect(check(header)).toMatchObject({ ok: false, reason: 'missing' })
  })

  it.each(['t=1', 'v1=aa', 't=x,v1=aa', 't=1,t=2,v1=aa', 't=-1,v1=aa', 't=1e3,v1=aa', 'garbage', ',,,'])(
    'the header %j is reported as malformed',
    (header) => {
      expect(check(header)).toMatchObject({ ok: false, reason: 'malformed' })
    },
  )

  it('verification never throws, for any header', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (header) => void check(header)))
  })
})
