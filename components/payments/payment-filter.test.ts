import { expect, it } from 'vitest'
import {
  clearedHref,
  isFiltered,
  isTwisted,
  paymentsDataQuery,
  paymentsExportHref,
  paymentsHref,
  shownDays,
  tabAlone,
} from './payment-filter'

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

it('keeps amounts, card and link, and exports what it shows: the same filters, no page', () => {
  const filter = {
    status: 'APPROVED',
    min: '10',
    max: '99.5',
    card: 'visa',
    link: 'pl_1',
    unpaid: '1',
    cursor: 'abc',
  } as const
  expect(paymentsHref(filter)).toBe('/payments?status=APPROVED&min=10&max=99.5&card=visa&link=pl_1&unpaid=1')
  expect(query(filter)).toEqual({
    status: 'APPROVED',
    amount_min: '10',
    amount_max: '99.5',
    card: 'visa',
    link_id: 'pl_1',
    unpaid: '1',
    cursor: 'abc',
  })
  expect(paymentsExportHref(filter, 'America/Lima', now)).toBe(
    '/payments/export?status=APPROVED&link_id=pl_1&card=visa&amount_min=10&amount_max=99.5&unpaid=1',
  )
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
