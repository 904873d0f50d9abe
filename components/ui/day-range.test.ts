import { expect, it } from 'vitest'
import { isInverted, pickDay } from './day-range'

it('the first day begins a range, the second ends it, and the third begins another', () => {
  const begun = pickDay({ from: '', to: '' }, '2026-11-05')
  expect(begun).toEqual({ from: '2026-11-05', to: '' })
  const ended = pickDay(begun, '2026-11-09')
  expect(ended).toEqual({ from: '2026-11-05', to: '2026-11-09' })
  expect(pickDay(ended, '2026-11-07')).toEqual({ from: '2026-11-07', to: '' })
})

it('a range may be picked in either order, or be one day', () => {
  expect(pickDay({ from: '2026-11-05', to: '' }, '2026-10-30')).toEqual({
    from: '2026-10-30',
    to: '2026-11-05',
  })
  expect(pickDay({ from: '2026-11-05', to: '' }, '2026-11-05')).toEqual({
    from: '2026-11-05',
    to: '2026-11-05',
  })
  expect(pickDay({ from: '', to: '2026-11-05' }, '2026-11-01')).toEqual({
    from: '2026-11-01',
    to: '2026-11-05',
  })
})

it('an inverted range is recognized', () => {
  expect(isInverted({ from: '2026-11-20', to: '2026-11-01' })).toBe(true)
  expect(isInverted({ from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isInverted({ from: '2026-11-20', to: '' })).toBe(false)
})
