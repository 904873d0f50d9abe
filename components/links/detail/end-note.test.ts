import { expect, it } from 'vitest'
import { emptyDraft, expiryOf } from '@/components/links/create/link-form'
import { endNote } from './link-stats'

const at = (iso: string) => Date.parse(iso)
const lima = 'America/Lima'
const berlin = 'Europe/Berlin'

it('an end is counted in calendar days, not in periods of 24 hours', () => {
  const now = at('2026-11-20T20:00:00.000Z') // 15:00 in Lima
  expect(endNote('2026-11-27T20:00:00.000Z', lima, now, 'en')).toBe('in 7 days')
  expect(endNote('2026-11-27T05:00:00.000Z', lima, now, 'en')).toBe('in 7 days')
  expect(endNote('2026-11-27T04:59:59.000Z', lima, now, 'en')).toBe('in 6 days')
})

it('an end in seven days is shown as seven days, a moment later too', () => {
  const now = at('2026-11-20T20:00:00.000Z')
  const end = expiryOf({ ...emptyDraft, expiry: 'week' }, { timeZone: lima, now }) ?? ''
  expect(endNote(end, lima, now + 90_000, 'en')).toBe('in 7 days')
})

it('an end today is shown in hours, and an end on an adjacent day by name', () => {
  const now = at('2026-11-20T20:00:00.000Z')
  expect(endNote('2026-11-20T23:00:00.000Z', lima, now, 'en')).toBe('in 3 h')
  expect(endNote('2026-11-20T06:05:00.000Z', lima, now, 'en')).toBe('13 h ago')
  expect(endNote('2026-11-21T05:00:00.000Z', lima, now, 'en')).toBe('tonight at midnight')
  expect(endNote('2026-11-21T05:01:00.000Z', lima, now, 'en')).toBe('tomorrow')
  expect(endNote('2026-11-22T04:59:00.000Z', lima, now, 'en')).toBe('tomorrow')
  expect(endNote('2026-11-20T04:59:59.000Z', lima, now, 'en')).toBe('yesterday')
  expect(endNote('2026-11-18T20:00:00.000Z', lima, now, 'en')).toBe('2 days ago')
})

it('the day changes at midnight of the zone', () => {
  const end = '2026-11-22T04:30:00.000Z' // 23:30 on the 21st in Lima, the 22nd in UTC
  expect(endNote(end, lima, at('2026-11-21T04:59:59.999Z'), 'en')).toBe('tomorrow')
  expect(endNote(end, lima, at('2026-11-21T05:00:00.000Z'), 'en')).toBe('in 23 h')
  expect(endNote(end, 'UTC', at('2026-11-21T05:00:00.000Z'), 'en')).toBe('tomorrow')
})

it('a day of 23 or 25 hours counts as one day', () => {
  // The clocks of Berlin go back on 25 October 2026 and forward on 28 March 2027.
  expect(endNote('2026-10-25T22:59:00.000Z', berlin, at('2026-10-24T22:30:00.000Z'), 'en')).toBe('today')
  expect(endNote('2027-03-28T22:30:00.000Z', berlin, at('2027-03-27T22:30:00.000Z'), 'en')).toBe('in 2 days')
  for (const now of [at('2026-10-18T22:30:00.000Z'), at('2027-03-27T22:30:00.000Z')]) {
    const end = expiryOf({ ...emptyDraft, expiry: 'week' }, { timeZone: berlin, now }) ?? ''
    expect(endNote(end, berlin, now, 'en')).toBe('in 7 days')
  }
})

it('a large number is in the notation of the locale', () => {
  expect(endNote('2030-11-20T20:00:00.000Z', lima, at('2026-11-20T20:00:00.000Z'), 'de')).toBe(
    'in 1.461 days',
  )
})
