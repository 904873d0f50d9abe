import { expect, it } from 'vitest'
import { isReversed, shownDays } from './day-labels'

const now = Date.parse('2026-11-20T03:00:00.000Z')

it('the label of a date filter contains its days', () => {
  expect(shownDays({ period: 'lastmonth' }, 'America/Lima', now)).toEqual({
    first: '2026-10-01',
    last: '2026-10-31',
  })
  expect(shownDays({ period: '7d' }, 'America/Lima', now)).toEqual({ first: '2026-11-13', last: null })
})

it('an inverted range is recognized', () => {
  expect(isReversed({ period: 'custom', from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isReversed({ period: 'custom', from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isReversed({ period: 'custom', from: '2026-11-01' })).toBe(false)
})
