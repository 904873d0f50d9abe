import { expect, it } from 'vitest'
import { settlementDays } from './settlement-days'

it('a payment is settled with its day in the account’s zone, on the next day', () => {
  // 03:00 in UTC is the previous evening in Lima.
  expect(settlementDays('2026-11-21T03:00:00.000Z', 'daily', 'America/Lima')).toEqual({
    first: '2026-11-20',
    last: '2026-11-20',
    made: '2026-11-21',
  })
})

it('a week runs from Monday through Sunday', () => {
  const week = { first: '2026-11-16', last: '2026-11-22', made: '2026-11-23' }
  expect(settlementDays('2026-11-16T12:00:00.000Z', 'weekly', 'UTC')).toEqual(week)
  expect(settlementDays('2026-11-22T23:59:00.000Z', 'weekly', 'UTC')).toEqual(week)
})

it('the days are unknown if the host does not report its schedule or the instant', () => {
  expect(settlementDays('2026-11-16T12:00:00.000Z', null, 'UTC')).toBeNull()
  expect(settlementDays('2026-11-16T12:00:00.000Z', 'fortnightly', 'UTC')).toBeNull()
  expect(settlementDays(undefined, 'daily', 'UTC')).toBeNull()
})
