import { expect, it } from 'vitest'
import { endedBy } from './is-awaiting-bank'

const created_at = '2026-11-20T10:00:00.000Z'
const seen = (seen_at: string) => ({ seen_at, confirmed_at: null, conflict: false, missing: false })

it('a time-out happens at the end of the payer’s half hour, or when it was reported earlier', () => {
  const timedOut = { status: 'TIMEOUT', created_at } as const
  expect(endedBy({ ...timedOut, mirror: seen('2026-11-21T08:00:00.000Z') })).toBe('2026-11-20T10:30:00.000Z')
  expect(endedBy({ ...timedOut, mirror: seen('2026-11-20T10:01:00.000Z') })).toBe('2026-11-20T10:01:00.000Z')
})

it('a decline happens when it is reported, and the time of one imported later is unknown', () => {
  const declined = { status: 'FAILED', created_at } as const
  expect(endedBy({ ...declined, mirror: seen('2026-11-20T10:01:00.000Z') })).toBe('2026-11-20T10:01:00.000Z')
  expect(endedBy({ ...declined, mirror: seen('2026-11-21T08:00:00.000Z') })).toBeNull()
})
