import { describe, expect, it } from 'vitest'
import { base62, equalInConstantTime, Keyring, randomText } from './secrets'

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64')
const aad = { table: 'connection', column: 'api_key', row: 'conn_1', tenant: 'conn_1' }

describe('Keyring', () => {
  it('a sealed text opens, and two seals of it differ', () => {
    const ring = new Keyring(`k1:${key(1)}`)
    const [one, two] = [ring.seal('checkout_sk_x', aad), ring.seal('checkout_sk_x', aad)]
    expect(one).not.toBe(two)
    expect(one).not.toContain('checkout_sk_x')
    expect([ring.open(one, aad), ring.open(two, aad)]).toEqual(['checkout_sk_x', 'checkout_sk_x'])
    expect(ring.open(ring.seal('', aad), aad)).toBe('')
    expect(ring.open(ring.seal('Ñandú 🎂', aad), aad)).toBe('Ñandú 🎂')
  })

  it('a sealed text that was moved does not open', () => {
    const ring = new Keyring(`k1:${key(1)}`)
    const sealed = ring.seal('secret', aad)
    for (const field of ['table', 'column', 'row', 'tenant'] as const) {
      expect(() => ring.open(sealed, { ...aad, [field]: 'other' })).toThrow()
    }
  })

  it('a sealed text that was changed or cut does not open', () => {
    const ring = new Keyring(`k1:${key(1)}`)
    const sealed = ring.seal('secret', aad)
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      // The last digit of base64url may have unused bits.
      if (
        Buffer.from(changed.split('.').at(-1) ?? '', 'base64url').equals(
          Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url'),
        ) &&
        at > sealed.lastIndexOf('.')
      )
        continue
      expect(() => ring.open(changed, aad), `digit ${at}`).toThrow()
    }
    expect(() => ring.open(sealed.slice(0, -4), aad)).toThrow()
    expect(() => ring.open('', aad)).toThrow('unknown form')
  })

  it('the first key seals and any key opens, so that keys can be rotated', () => {
    const old = new Keyring(`k1:${key(1)}`)
    const rotated = new Keyring(`k2:${key(2)},k1:${key(1)}`)
    expect(rotated.open(old.seal('secret', aad), aad)).toBe('secret')
    expect(rotated.currentKeyId).toBe('k2')
    expect(() => old.open(rotated.seal('secret', aad), aad)).toThrow('no key "k2"')
  })

  it('another key of the same id does not open a sealed text, and the error names the key and the row', () => {
    const sealed = new Keyring(`k1:${key(1)}`).seal('secret', aad)
    const open = () => new Keyring(`k1:${key(2)}`).open(sealed, aad)
    expect(open).toThrow(
      `The key "k1" of ENCRYPTION_KEYS does not open ${aad.table}.${aad.column} of ${aad.row}`,
    )
  })

  it.each(['', 'k1', `:${key(1)}`, 'k1:c2hvcnQ=', `K 1:${key(1)}`, `k1:${key(1)},`])(
    'the setting %j is refused without being repeated',
    (text) => {
      expect(() => new Keyring(text)).toThrow(/^ENCRYPTION_KEYS must read/)
    },
  )
})

describe('random texts', () => {
  it('random texts of the same number of bytes have the same length', () => {
    expect(base62(Buffer.alloc(32))).toBe('0'.repeat(43))
    expect(base62(Buffer.alloc(32, 255))).toHaveLength(43)
    expect(base62(Buffer.from([61]))).toBe('0z')
    expect(randomText(32)).toMatch(/^[0-9A-Za-z]{43}$/)
    expect(randomText(32)).not.toBe(randomText(32))
  })

  it('texts are compared by value, regardless of their lengths', () => {
    expect(equalInConstantTime('abc', 'abc')).toBe(true)
    expect(equalInConstantTime('abc', 'abd')).toBe(false)
    expect(equalInConstantTime('abc', 'abcd')).toBe(false)
  })
})
