import { expect, it } from 'vitest'
import { clearedHref, isFiltered, isTwisted, paymentsHref, shownDays, tabAlone } from './payment-filter'

const now = Date.parse('2026-11-20T03:00:00.000Z')

it('keeps every filter in the URL, and starts at the first page when one changes', () => {
  const filter = { status: 'FAILED', q: 'ana', period: '7d', cursor: 'abc' } as const
  expect(paymentsHref(filter)).toBe('/payments?status=FAILED&q=ana&period=7d')
  expect(paymentsHref(filter, { cursor: 'def' })).toBe('/payments?status=FAILED&q=ana&period=7d&cursor=def')
  expect(paymentsHref(filter, { q: undefined, status: undefined })).toBe('/payments?period=7d')
  expect(paymentsHref({}, {})).toBe('/payments')
})

it('clears its filters, and keeps the status and what was typed', () => {
  expect(clearedHref({ status: 'PENDING', q: 'grace', card: 'visa', unpaid: '1', cursor: 'abc' })).toBe(
    '/payments?status=PENDING&q=grace',
  )
  expect(clearedHref({ period: 'today' })).toBe('/payments')
})

it('names the days that a date filter shows', () => {
  expect(shownDays({ period: 'lastmonth' }, 'America/Lima', now)).toEqual({
    first: '2026-10-01',
    last: '2026-10-31',
  })
  expect(shownDays({ period: '7d' }, 'America/Lima', now)).toEqual({ first: '2026-11-13', last: null })
})

it('knows a range whose end is before its beginning', () => {
  expect(isTwisted({ period: 'custom', from: '2026-11-02', to: '2026-11-01' })).toBe(true)
  expect(isTwisted({ period: 'custom', from: '2026-11-01', to: '2026-11-01' })).toBe(false)
  expect(isTwisted({ period: 'custom', from: '2026-11-01' })).toBe(false)
})

it('an amount of at least nought narrows nothing', () => {
  expect(isFiltered({ min: '0' })).toBe(false)
  expect(isFiltered({ min: '0.5' })).toBe(true)
})

it('a tab stands alone while no filter, no search and no page narrows it', () => {
  expect(tabAlone({ status: 'PENDING' })).toBe('PENDING')
  expect(tabAlone({ status: 'PENDING', min: '0' })).toBe('PENDING')
  for (const other of [
    { q: 'a' },
    { card: 'visa' },
    { period: 'today' },
    { unpaid: '1' },
    { cursor: 'x' },
  ] as const)
    expect(tabAlone({ status: 'PENDING', ...other })).toBeUndefined()
  expect(tabAlone({})).toBeUndefined()
})
