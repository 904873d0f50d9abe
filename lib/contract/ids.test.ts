import { describe, expect, it } from 'vitest'
import { idPrefixes, newId } from './ids'

describe('newId', () => {
  it('an id is its prefix and a version 7 UUID of the given instant', () => {
    const now = new Date('2026-11-20T10:00:00.123Z')
    const id = newId('pl', now)
    expect(id).toMatch(/^pl_[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    expect(Number.parseInt(id.slice(3, 15), 16)).toBe(now.getTime())
  })

  it('ids sort by time and cannot be guessed from a neighbor', () => {
    const first = newId('pay', new Date(1_000_000_000_000))
    const later = newId('pay', new Date(1_000_000_000_001))
    expect(first < later).toBe(true)
    const same = new Set(Array.from({ length: 2000 }, () => newId('pay', new Date(5))))
    expect(same.size).toBe(2000)
    const tails = new Set([...same].map((id) => id.slice(-12, -6)))
    expect(tails.size).toBeGreaterThan(1950)
  })

  it('an instant outside the range of a UUID is refused', () => {
    expect(() => newId('pay', new Date(Number.NaN))).toThrow(RangeError)
    expect(() => newId('pay', new Date(-1))).toThrow(RangeError)
  })

  it('each kind has its own prefix', () => {
    const all = Object.values(idPrefixes)
    expect(new Set(all).size).toBe(all.length)
  })
})
