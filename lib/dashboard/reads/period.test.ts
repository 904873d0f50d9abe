import { expect, test } from 'vitest'
import { type DayFilter, periodBounds } from './period'

const now = Date.parse('2026-11-20T03:00:00.000Z')
const bounds = (filter: DayFilter) => periodBounds(filter, 'America/Lima', now)

test('days are those of the account’s zone: it is still the 19th in Lima', () => {
  expect(bounds({ period: 'today' })).toEqual({ after: '2026-11-19T05:00:00.000Z' })
  expect(bounds({ period: '7d' })).toEqual({ after: '2026-11-13T05:00:00.000Z' })
})

test('months neither overlap nor leave gaps: the end of one is the start of the next', () => {
  const last = bounds({ period: 'lastmonth' })
  expect(last).toEqual({ after: '2026-10-01T05:00:00.000Z', before: '2026-11-01T05:00:00.000Z' })
  expect(bounds({ period: 'month' }).after).toBe(last.before)
})

test('a range includes its whole last day', () => {
  expect(bounds({ period: 'custom', from: '2026-11-01', to: '2026-11-02' })).toEqual({
    after: '2026-11-01T05:00:00.000Z',
    before: '2026-11-03T05:00:00.000Z',
  })
  expect(bounds({ period: 'custom' })).toEqual({})
  expect(bounds({ from: '2026-11-01' })).toEqual({})
})
