import { expect, it } from 'vitest'
import { paymentsDataQuery, paymentsHref } from './payment-filter'

const now = Date.parse('2026-11-20T03:00:00.000Z')
const query = (filter: Parameters<typeof paymentsDataQuery>[0]) =>
  Object.fromEntries(new URLSearchParams(paymentsDataQuery(filter, 'America/Lima', now)))

it('keeps every filter in the URL, and starts at the first page when one changes', () => {
  const filter = { status: 'FAILED', q: 'ana', period: '7d', cursor: 'abc' } as const
  expect(paymentsHref(filter)).toBe('/payments?status=FAILED&q=ana&period=7d')
  expect(paymentsHref(filter, { cursor: 'def' })).toBe('/payments?status=FAILED&q=ana&period=7d&cursor=def')
  expect(paymentsHref(filter, { q: undefined, status: undefined })).toBe('/payments?period=7d')
  expect(paymentsHref({}, {})).toBe('/payments')
})

it('counts days in the account’s zone: it is still the 19th in Lima', () => {
  expect(query({ period: 'today' })).toEqual({ created_after: '2026-11-19T05:00:00.000Z' })
  expect(query({ period: '7d' })).toEqual({ created_after: '2026-11-13T05:00:00.000Z' })
})

it('makes months that tile: the end of one is the start of the next', () => {
  const last = query({ period: 'lastmonth' })
  expect(last).toEqual({
    created_after: '2026-10-01T05:00:00.000Z',
    created_before: '2026-11-01T05:00:00.000Z',
  })
  expect(query({ period: 'month' }).created_after).toBe(last.created_before)
})

it('includes the whole last day of a range', () => {
  expect(query({ period: 'custom', from: '2026-11-01', to: '2026-11-02' })).toEqual({
    created_after: '2026-11-01T05:00:00.000Z',
    created_before: '2026-11-03T05:00:00.000Z',
  })
  expect(query({ period: 'custom' })).toEqual({})
})
