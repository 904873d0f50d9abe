import { expect, test } from 'vitest'
import { receivedSeconds } from './received-seconds'

test.each([
  ['1795000000', 1_795_000_000],
  [' 1795000000.7 ', 1_795_000_000],
  ['1795000000123', 1_795_000_000],
  ['2026-11-18T11:06:40Z', 1_795_000_000],
  ['2026-11-18T05:06:40.999-06:00', 1_795_000_000],
  ['Wed, 18 Nov 2026 11:06:40 GMT', 1_795_000_000],
  // The time would differ between computers without a zone.
  ['2026-11-18T11:06:40', null],
  ['yesterday', null],
  ['12', null],
])('the time of receipt %j is read as %j', (text, seconds) => {
  expect(receivedSeconds(text)).toBe(seconds)
})
