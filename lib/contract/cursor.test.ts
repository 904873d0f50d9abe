import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeCursor, encodeCursor, parseCursor } from './cursor'
import { ApiError } from './errors'
import { toList } from './list'

const createdAt = new Date('2026-11-20T10:00:00.123Z')

describe('cursor', () => {
  it('a cursor survives encoding as text that is safe in a query', () => {
    const anyId = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter((id) => !id.includes('\n') && !id.includes('\u0000'))
    fc.assert(
      fc.property(
        anyId,
        fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
        (id, at) => {
          const text = encodeCursor({ resource: 'payment', createdAt: at, id })
          expect(encodeURIComponent(text)).toBe(text)
          expect(decodeCursor('payment', text)).toEqual({ resource: 'payment', createdAt: at, id })
        },
      ),
    )
  })

  it('a cursor of one list is refused by every other list', () => {
    const text = encodeCursor({ resource: 'payment', createdAt, id: 'pay_1' })
    expect(decodeCursor('payment_link', text)).toBeNull()
    expect(decodeCursor('customer', text)).toBeNull()
  })

  it('a text that is not an encoded cursor is refused', () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(decodeCursor('payment', text)).toBeNull()))
    const encode = (plain: string) => Buffer.from(plain).toString('base64url')
    for (const plain of [
      'payment.1e3.pay_1',
      'payment.01.pay_1',
      'payment.1.',
      'payment.999999999999999.x',
      'payment.1.a\nb',
      'payment.1.\u0000',
      'pay_1',
    ]) {
      expect(decodeCursor('payment', encode(plain)), plain).toBeNull()
    }
    expect(decodeCursor('payment', encode(`payment.1.${'x'.repeat(400)}`))).toBeNull()
    expect(decodeCursor('payment', `${encode('payment.1.pay_1')}=`)).toBeNull()
  })

  it('a damaged cursor returns 400 on starting_after', () => {
    expect(parseCursor('payment', undefined)).toBeNull()
    let thrown: unknown
    try {
      parseCursor('payment', 'x')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(ApiError)
    expect(thrown).toMatchObject({ status: 400, details: { fields: [{ field: 'starting_after' }] } })
  })
})

describe('toList', () => {
  const rows = ['c', 'b', 'a'].map((id) => ({ id, createdAt }))

  it('has_more is true if one extra row was read, and the cursor points at the last row returned', () => {
    const page = toList('payment', rows, 2, (row) => row.id)
    expect(page).toMatchObject({ object: 'list', data: ['c', 'b'], has_more: true })
    expect(decodeCursor('payment', page.next_cursor ?? '')?.id).toBe('b')
    expect(toList('payment', rows, 3, (row) => row.id)).toMatchObject({ has_more: false, next_cursor: null })
    expect(toList('payment', [], 3, String)).toMatchObject({ data: [], has_more: false, next_cursor: null })
  })
})
