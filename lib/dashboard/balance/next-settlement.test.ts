import { expect, test } from 'vitest'
import type { Balance } from '@/lib/contract/balance'
import { anAccount } from '@/test/factories/dashboard'
import { nextSettlement } from './balance-view'

const balance: Balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 1, gross_amount: 20, fee_amount: 1, net_amount: 19 },
  in_transit: 0,
  paid_out: 0,
  fee_schedule: { percent: 5, fixed: 0 },
}
const times = { earliest: 1, usual: 2, settlements: 9 }

function next(
  timezone: string,
  schedule: string | undefined,
  { now, oldest }: { now: string; oldest?: string },
) {
  const account = anAccount({ timezone, ...(schedule ? { settlement_schedule: schedule } : {}) })
  return nextSettlement({
    account,
    balance,
    times,
    now: new Date(now),
    oldest: oldest ? new Date(oldest) : null,
  })
}

test('a settlement covers the day of the account’s zone, up to its last millisecond and across clock changes', () => {
  // New York sets its clocks back on Sunday, 1 November 2026: that day has 25 hours.
  const oldest = '2026-11-01T04:00:00.000Z'
  expect(next('America/New_York', 'daily', { oldest, now: '2026-11-02T04:59:59.999Z' })).toEqual({
    first: '2026-11-01',
    last: '2026-11-01',
    made: '2026-11-02',
    isDue: false,
    net: 19,
    // Two working days after a Monday.
    arrives: '2026-11-04',
  })
  // The clocks go forward on 8 March: 23 hours.
  const spring = { oldest: '2026-03-08T05:00:00.000Z', now: '2026-03-09T03:59:59.999Z' }
  expect(next('America/New_York', 'daily', spring)).toMatchObject({ first: '2026-03-08', made: '2026-03-09' })
})

test('an unsettled closed day is settled next, on the day after it, without an amount of the balance', () => {
  const oldest = '2026-11-01T20:00:00.000Z'
  expect(next('America/New_York', 'daily', { oldest, now: '2026-11-02T05:00:00.000Z' })).toMatchObject({
    first: '2026-11-01',
    made: '2026-11-02',
    isDue: true,
    net: null,
  })
  // A host that is a day late settles it together with the current day.
  expect(next('America/New_York', 'daily', { oldest, now: '2026-11-03T05:00:00.000Z' })).toMatchObject({
    first: '2026-11-03',
    made: '2026-11-04',
    net: 19,
  })
})

test('a week is settled on the Monday after it', () => {
  expect(next('UTC', 'weekly', { now: '2026-11-22T23:59:59.999Z' })).toMatchObject({
    first: '2026-11-16',
    last: '2026-11-22',
    made: '2026-11-23',
  })
})

test('a host without a schedule has no next settlement', () => {
  expect(next('UTC', undefined, { now: '2026-11-22T12:00:00.000Z' })).toBeNull()
})
