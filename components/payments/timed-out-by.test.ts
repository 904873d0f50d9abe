import { expect, it } from 'vitest'
import { timedOutBy } from './timed-out-by'

const created_at = '2026-11-20T10:00:00.000Z'
const seen = (seen_at: string) => ({ seen_at, confirmed_at: null, conflict: false })

it('a payment has timed out when the payer’s half hour ends, or when that was told before', () => {
  expect(timedOutBy({ created_at, mirror: seen('2026-11-21T08:00:00.000Z') })).toBe(
    '2026-11-20T10:30:00.000Z',
  )
  expect(timedOutBy({ created_at, mirror: seen('2026-11-20T10:01:00.000Z') })).toBe(
    '2026-11-20T10:01:00.000Z',
  )
})
