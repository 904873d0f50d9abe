import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eventKinds } from './event-kinds'
import { eventSample } from './event-samples'
import {
  explainSignature,
  isComparableDigest,
  type SignatureInput,
  type SignatureMistake,
} from './explain-signature'
import { sign, signatureHeader, verifySignature } from './signature'

const secret = 'whsec_dGVzdCBzZWNyZXQgb2YgdGhlIHRlc3Q'
const own = secret.slice('whsec_'.length)
const t = 1_795_000_000
const body =
  '{"event":"payment.succeeded","data":{"payment":{"id":"pay_1","amount":25.5,"name":"Zoë","url":"https://a/b"}}}'
const parsed = JSON.parse(body)
const digest = sign(secret, t, body)
const header = signatureHeader([secret], t, body)

const hmac = async (key: Uint8Array, message: Uint8Array) =>
  createHmac('sha256', key).update(message).digest()

function explain(over: Partial<SignatureInput>) {
  return explainSignature({ header, body, secrets: [secret], receivedAtSeconds: t, hmac, ...over })
}

/** Returns a header whose digest covers other bytes, or uses another key, than the contract requires. */
function signed(key: string | Buffer, text: string, encoding: 'hex' | 'base64' = 'hex') {
  return `t=${t},v1=${createHmac('sha256', key).update(text).digest(encoding)}`
}

describe('a correct signature', () => {
  it('a correct signature is valid, with its secret and the end of its acceptance', async () => {
    expect(await explain({ secrets: ['whsec_new', secret], receivedAtSeconds: t + 300 })).toEqual({
      verdict: 'valid',
      mistakes: [],
      t,
      acceptedFrom: t - 300,
      acceptedUntil: t + 300,
      ageSeconds: 300,
      secretIndex: 1,
      v1Index: 0,
      v1Count: 1,
      ofComputed: null,
    })
  })

  it('a correct signature is valid without a time of receipt', async () => {
    expect(await explain({ receivedAtSeconds: null })).toMatchObject({ verdict: 'valid', ageSeconds: null })
  })

  it('the verdict agrees with the receiver’s check', async () => {
    const json = fc.json().filter((it) => it !== '')
    const key = fc.string({ minLength: 1 })
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(json, fc.string({ minLength: 1, unit: 'grapheme' })),
        fc.array(key, { minLength: 1, maxLength: 3 }),
        fc.nat(2),
        fc.integer({ min: -400, max: 400 }),
        fc.constantFrom<(header: string) => string>(
          (it) => it,
          (it) => it.replace(',', ' , '),
          (it) => it.replace(/v1=.*/, (digests) => digests.toUpperCase().replace('V1', 'v1')),
          (it) => it.slice(0, -3),
          (it) => `${it},v1=${digest}`,
          (it) => it.replace('t=', 't= '),
        ),
        async (text, secrets, pick, age, change) => {
          const right = secrets[pick % secrets.length] ?? ''
          const rawBody = text.replace(/\p{Surrogate}/gu, '')
          const sent = change(signatureHeader([right], t, rawBody))
          const nowSeconds = t + age
          const input = { header: sent, secrets, hmac }
          const found = await explainSignature({ ...input, body: rawBody, receivedAtSeconds: nowSeconds })
          const { ok } = verifySignature({ ...input, rawBody, nowSeconds })
          expect(found.verdict).toBe(ok ? 'valid' : 'invalid')
          expect(found.mistakes.length > 0).toBe(!ok || sent !== sent.toLowerCase())
        },
      ),
    )
  })

  it('a signature without a secret gets no verdict', async () => {
    expect(await explain({ secrets: ['', ''] })).toMatchObject({ verdict: 'unchecked', mistakes: [] })
  })

  it('a signature with two digests is explained by the matching one', async () => {
    const both = signatureHeader(['whsec_old', secret], t, body)
    expect(await explain({ header: both })).toMatchObject({ verdict: 'valid', v1Index: 1, v1Count: 2 })
  })
})

const mistakesOfHeader: [string, string, SignatureMistake][] = [
  ['a missing header', '  ', { code: 'header_missing' }],
  ['something else', 'Bearer abc', { code: 'header_unreadable' }],
  ['no time', `v1=${digest}`, { code: 't_missing' }],
  ['two times', `t=${t},t=${t},v1=${digest}`, { code: 't_repeated' }],
  ['a time that is a date', `t=2026-11-20,v1=${digest}`, { code: 't_not_number', t: '2026-11-20' }],
  ['no digest', `t=${t}`, { code: 'v1_missing' }],
  ['a cut digest', header.slice(0, -24), { code: 'v1_cut', length: 40, fits: true }],
  [
    'a cut digest of another body',
    `t=${t},v1=${'ab'.repeat(20)}`,
    { code: 'v1_cut', length: 40, fits: false },
  ],
  ['a digest with more behind it', `${header}00`, { code: 'v1_long', length: 66 }],
  ['a digest that is none', `t=${t},v1=<hex>`, { code: 'v1_not_hex' }],
  ['spaces within', header.replace('t=', 't = '), { code: 'header_spaces' }],
  ['a digest broken over lines', `${header.slice(0, 60)}\n  ${header.slice(60)}`, { code: 'header_spaces' }],
]

describe('the header', () => {
  it.each(mistakesOfHeader)('a header with %s is refused with that mistake', async (_, written, mistake) => {
    const found = await explain({ header: written })
    expect(found).toMatchObject({ verdict: 'invalid' })
    expect(found.mistakes).toContainEqual(mistake)
  })

  it('a digest in upper case is accepted with a note', async () => {
    const found = await explain({ header: `t=${t},v1=${digest.toUpperCase()}` })
    expect(found).toMatchObject({ verdict: 'valid', mistakes: [{ code: 'v1_upper_case' }] })
  })

  it.each([
    [13, 'milliseconds'],
    [16, 'microseconds'],
    [19, 'nanoseconds'],
  ])('a time of %i digits is in %s', async (digits, unit) => {
    const long = String(t).padEnd(digits, '0')
    const found = await explain({ header: `t=${long},v1=${sign(secret, long, body)}` })
    expect(found).toMatchObject({ verdict: 'invalid', t, mistakes: [{ code: 't_not_seconds', unit }] })
  })

  it.each([`Service-Signature: ${header}`, `"service-signature": "${header}",`, ` '${header}' `])(
    'the header is read out of a log: %s',
    async (written) => {
      expect(await explain({ header: written })).toMatchObject({ verdict: 'valid', mistakes: [] })
    },
  )
})

describe('the clock', () => {
  it.each([
    [301, { code: 'too_old', seconds: 301, zoneHours: null }],
    [-420, { code: 'in_future', seconds: 420, zoneHours: null }],
    [21_600 + 20, { code: 'too_old', seconds: 21_620, zoneHours: 6 }],
    [-3_600, { code: 'in_future', seconds: 3_600, zoneHours: 1 }],
  ])('a clock that is off by %i seconds is reported with its direction', async (age, mistake) => {
    const found = await explain({ receivedAtSeconds: t + age })
    expect(found).toMatchObject({ verdict: 'invalid', secretIndex: 0, mistakes: [mistake] })
  })
})

const changedBodies: [string, string, string[]][] = [
  ['indented', JSON.stringify(parsed, null, 2), ['spacing']],
  ['spaced as Python does', body.replaceAll(/([,:])(?=["{\d])/g, '$1 '), ['spacing']],
  ['indented with CRLF', JSON.stringify(parsed, null, 4).replaceAll('\n', '\r\n'), ['spacing']],
  ['with a line end', `${body}\n`, ['space_added']],
  ['with a byte order mark', `\uFEFF${body}`, ['byte_order_mark']],
  ['with escaped letters', body.replace('ë', '\\u00eb'), ['unicode_escaped']],
  ['with escaped slashes', body.replaceAll('/', '\\/'), ['slashes_escaped']],
  [
    'as PHP writes it',
    body.replaceAll('/', '\\/').replace('ë', '\\u00eb'),
    ['unicode_escaped', 'slashes_escaped'],
  ],
  ['with 25.50', body.replace('25.5', '25.50'), ['numbers']],
  ['as a string of JSON', JSON.stringify(body), ['string_literal']],
  ['read as Latin-1', Buffer.from(body, 'utf8').toString('latin1'), ['latin1']],
]

describe('the body', () => {
  it.each(changedBodies)('a body %s is recognized as the signed one', async (_, here, changes) => {
    const found = await explain({ body: here })
    expect(found).toMatchObject({ verdict: 'invalid', mistakes: [{ code: 'body_changed', changes }] })
  })

  it.each([
    ['{"b":1,"a":"\\u00e9"}', '{ "b": 1, "a": "é" }', ['spacing', 'unicode_unescaped']],
    ['{"a":"x\\/y"}', '{"a":"x/y"}', ['slashes_unescaped']],
    ['{"a":[]}\n', '{"a":[]}', ['line_end_removed']],
    ['{"a":1,\n"b":2}', '{"a":1,\r\n"b":2}', ['crlf']],
    ['{"a":1,\r\n"b":2}', '{"a":1,\n"b":2}', ['lf']],
    [
      '{\n  "a": [],\n  "b": {\n    "c": [\n      1,\n      2\n    ]\n  }\n}',
      '{"a":[],"b":{"c":[1,2]}}',
      ['spacing'],
    ],
  ])('the body %j of another host is recognized in %j', async (original, here, changes) => {
    const found = await explain({ header: signatureHeader([secret], t, original), body: here })
    expect(found.mistakes).toEqual([{ code: 'body_changed', changes }])
  })

  it.each(eventKinds)('a body of %s with sorted keys is recognized', async (kind) => {
    const sample = eventSample(kind)
    const sorted = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, it]) => [key, sorted(it)]),
          )
    const found = await explain({
      header: signatureHeader([secret], t, JSON.stringify(sample)),
      body: JSON.stringify(sorted(sample)),
      samples: eventKinds.map(eventSample),
    })
    expect(found.mistakes).toEqual([{ code: 'body_changed', changes: ['key_order'] }])
  })

  it.each([
    ['that is missing', '', 'body_missing'],
    ['that is cut', body.slice(0, 60), 'body_cut'],
    ['with letters that were lost', body.replace('ë', '\uFFFD'), 'body_garbled'],
    ['of another event', '{"event":"payment.failed"}', 'no_match'],
  ])('a body %s is reported', async (_, here, code) => {
    expect((await explain({ body: here })).mistakes).toEqual([{ code }])
  })
})

describe('the body of a known delivery', () => {
  const tampered = body.replace('25.5', '26').replace('"pay_1"', '"pay_2"').replace('"name":"Zoë",', '')
  const fields = ['data.payment.id', 'data.payment.amount', 'data.payment.name']

  it('changed fields are listed, with or without a secret', async () => {
    for (const secrets of [[secret], ['']]) {
      const found = await explain({ body: tampered, original: body, secrets })
      expect(found).toMatchObject({ verdict: 'invalid', mistakes: [{ code: 'body_differs', fields }] })
    }
  })

  it('changed fields and a wrong secret are both reported', async () => {
    const found = await explain({ body: tampered, original: body, secrets: ['whsec_old'] })
    expect(found.mistakes).toEqual([{ code: 'body_differs', fields }, { code: 'no_match' }])
  })

  it('an unchanged body is not reported beside a wrong secret', async () => {
    const found = await explain({ original: body, secrets: ['whsec_old'] })
    expect(found.mistakes).toEqual([{ code: 'other_key' }])
    expect((await explain({ original: body })).verdict).toBe('valid')
  })

  it('another serialization of the body changes no field', async () => {
    const indented = JSON.stringify(parsed, null, 2)
    const found = await explain({ body: indented, original: body, secrets: [''] })
    expect(found.mistakes).toEqual([{ code: 'body_differs', fields: [] }])
    const known = await explain({ body: indented, original: body })
    expect(known.mistakes).toEqual([{ code: 'body_changed', changes: ['spacing'] }])
  })
})

describe('the secret', () => {
  it.each([
    [own, 'prefix_missing'],
    [` ${secret} `, 'spaces'],
    [`"${secret}"`, 'quotes'],
    [`'${own}'`, 'prefix_missing'],
  ])('a secret pasted as %j is recognized', async (pasted, use) => {
    const found = await explain({ secrets: ['whsec_other', pasted] })
    expect(found.mistakes).toEqual([{ code: 'secret_form', use, line: 1 }])
  })

  const hexSecret = 'whsec_00ff10'
  it.each([
    [secret, Buffer.from(own, 'base64'), 'base64_decoded'],
    [hexSecret, Buffer.from('00ff10', 'hex'), 'hex_decoded'],
    [secret, own, 'prefix_removed'],
    [secret, `${secret}\n`, 'line_end'],
  ])('the secret %s used in another form is recognized', async (pasted, key, use) => {
    const found = await explain({ header: signed(key, `${t}.${body}`), secrets: [pasted] })
    expect(found.mistakes).toEqual([{ code: 'secret_form', use, line: 0 }])
  })

  it('an unrelated secret matches nothing, and an API key is reported as such', async () => {
    expect((await explain({ secrets: ['whsec_old'] })).mistakes).toEqual([{ code: 'no_match' }])
    const apiKey = await explain({ secrets: ['checkout_sk_1'] })
    expect(apiKey.mistakes).toEqual([{ code: 'secret_is_api_key', line: 0 }])
  })
})

describe('the digest of the receiver’s code', () => {
  const own = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest('hex')

  it.each([
    ['the right one', digest, []],
    ['one in upper case', digest.toUpperCase(), []],
    ['one of the body alone', own(secret, body), [{ code: 'signed_otherwise', text: 'body_alone' }]],
    [
      'one of the indented body',
      own(secret, `${t}.${JSON.stringify(parsed, null, 2)}`),
      [{ code: 'body_changed', changes: ['spacing'] }],
    ],
    [
      'one with the decoded secret',
      own(Buffer.from(secret.slice('whsec_'.length), 'base64'), `${t}.${body}`),
      [{ code: 'secret_form', use: 'base64_decoded', line: 0 }],
    ],
    [
      'one in base64',
      createHmac('sha256', secret).update(`${t}.${body}`).digest('base64'),
      [{ code: 'v1_base64' }],
    ],
    ['one of something else', own('x', 'y'), [{ code: 'no_match' }]],
  ])('%s is explained beside a correct header', async (_, computed, ofComputed) => {
    expect(await explain({ computed })).toMatchObject({ verdict: 'valid', mistakes: [], ofComputed })
  })

  it.each(['not a digest', 'xyz', 'abc'])(
    'the text %j, which is no digest, is not explained',
    async (computed) => {
      expect(isComparableDigest(computed)).toBe(false)
      expect((await explain({ computed })).ofComputed).toBeNull()
    },
  )

  it('a digest made with another secret than the header’s is reported with the line of that secret', async () => {
    const secrets = ['whsec_new', secret]
    const found = await explain({
      header: signatureHeader(['whsec_new'], t, body),
      secrets,
      computed: digest,
    })
    expect(found).toMatchObject({ verdict: 'valid', ofComputed: [{ code: 'other_secret', line: 1 }] })
  })

  it('a digest is correct if it equals any of the header’s digests', async () => {
    const both = signatureHeader(['whsec_new', secret], t, body)
    const found = await explain({ header: both, secrets: ['whsec_new', secret], computed: digest })
    expect(found.ofComputed).toEqual([])
  })

  it('a digest is not called correct if the header matches no secret', async () => {
    const found = await explain({ header: signatureHeader(['whsec_new'], t, body), computed: digest })
    expect(found).toMatchObject({ mistakes: [{ code: 'no_match' }], ofComputed: null })
  })

  it('a digest gets no verdict if the header has no time, unless the body alone was signed', async () => {
    const untimed = `v1=${digest}`
    expect((await explain({ header: untimed, computed: digest })).ofComputed).toBeNull()
    expect((await explain({ header: untimed, computed: own(secret, body) })).ofComputed).toEqual([
      { code: 'signed_otherwise', text: 'body_alone' },
    ])
  })
})

describe('the signed text', () => {
  it.each([
    ['body_alone', body],
    ['without_dot', `${t}${body}`],
    ['time_last', `${body}.${t}`],
    ['milliseconds', `${t}000.${body}`],
  ])('signing %s instead of the time, a dot and the body is recognized', async (text, bytes) => {
    const found = await explain({ header: signed(secret, bytes) })
    expect(found.mistakes).toEqual([{ code: 'signed_otherwise', text }])
  })

  it('a digest in base64 is recognized', async () => {
    const found = await explain({ header: signed(secret, `${t}.${body}`, 'base64') })
    expect(found).toMatchObject({ verdict: 'invalid', mistakes: [{ code: 'v1_base64' }] })
  })

  it('a bare digest of the body is recognized', async () => {
    const bare = createHmac('sha256', secret).update(body).digest('hex')
    const found = await explain({ header: bare })
    expect(found.mistakes).toEqual([
      { code: 'header_is_digest' },
      { code: 'signed_otherwise', text: 'body_alone' },
    ])
  })
})
