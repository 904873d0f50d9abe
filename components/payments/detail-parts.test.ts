import { expect, it } from 'vitest'
import { endedBy, isAwaitingBank } from './detail-parts'

const link = { id: 'pl_1', title: 'Cake', url: '' }
const seen = (at: string) => ({ seen_at: at, confirmed_at: at, conflict: false, missing: false })
const created_at = '2026-11-21T10:00:00.000Z'
const at = (time: string) => Date.parse(`2026-11-21T${time}:00.000Z`)
const pending = {
  status: 'PENDING',
  created_at,
  payment_link: link,
  customer_id: null,
  mirror: seen('2026-11-21T10:00:05.000Z'),
} as const

it('a payment may wait for its payer until the payer’s time ends', () => {
  expect(isAwaitingBank(pending, at('10:10'))).toBe(false)
  expect(isAwaitingBank({ ...pending, customer_id: 'cus_1' }, at('10:10'))).toBe(false)
  expect(isAwaitingBank(pending, at('10:31'))).toBe(true)
})

it('the charge of a saved card waits for the bank alone', () => {
  expect(isAwaitingBank({ ...pending, payment_link: null, customer_id: 'cus_1' }, at('10:01'))).toBe(true)
})

it('a payment that timed out before the payer’s time ended waited for the bank', () => {
  const early = { ...pending, status: 'TIMEOUT', mirror: seen('2026-11-21T10:01:00.000Z') } as const
  expect(isAwaitingBank(early, at('11:00'))).toBe(true)
  expect(isAwaitingBank({ ...early, mirror: seen('2026-11-21T10:31:00.000Z') }, at('11:00'))).toBe(false)
})

const begun = '2026-11-20T10:00:00.000Z'
const seenOnce = (seen_at: string) => ({ seen_at, confirmed_at: null, conflict: false, missing: false })

it('a time-out happens at the end of the payer’s half hour, or when it was reported earlier', () => {
  const timedOut = { status: 'TIMEOUT', created_at: begun } as const
  expect(endedBy({ ...timedOut, mirror: seenOnce('2026-11-21T08:00:00.000Z') })).toBe(
    '2026-11-20T10:30:00.000Z',
  )
  expect(endedBy({ ...timedOut, mirror: seenOnce('2026-11-20T10:01:00.000Z') })).toBe(
    '2026-11-20T10:01:00.000Z',
  )
})

it('a decline happens when it is reported, and the time of one imported later is unknown', () => {
  const declined = { status: 'FAILED', created_at: begun } as const
  expect(endedBy({ ...declined, mirror: seenOnce('2026-11-20T10:01:00.000Z') })).toBe(
    '2026-11-20T10:01:00.000Z',
  )
  expect(endedBy({ ...declined, mirror: seenOnce('2026-11-21T08:00:00.000Z') })).toBeNull()
})
