import { expect, it } from 'vitest'
import { bankDeadline } from './outcome'

const until = new Date('2026-11-22T14:37:20.000Z')

it.each([
  ['2026-11-22T14:07:20.000Z', 'America/New_York', '09:37 (New\u00a0York)'],
  ['2026-11-22T05:00:00.000Z', 'America/New_York', '09:37 (New\u00a0York)'],
  // The day differs in the given zone, though not by the clock of the machine.
  ['2026-11-22T04:59:59.000Z', 'America/New_York', '22 Nov 2026, 09:37 (New\u00a0York)'],
  ['2026-11-22T14:07:20.000Z', 'Asia/Tokyo', '23:37 (Tokyo)'],
  ['2026-11-22T14:07:20.000Z', 'Australia/Sydney', '01:37 (Sydney)'],
  ['2026-11-22T12:59:59.000Z', 'Australia/Sydney', '23 Nov 2026, 01:37 (Sydney)'],
])('a deadline seen at %s in %s names the day only if it differs', (now, timeZone, expected) => {
  expect(bankDeadline(until, timeZone, new Date(now), 'en-GB')).toBe(expected)
})
