import { Writable } from 'node:stream'
import pino from 'pino'
import { expect, it } from 'vitest'
import { shownError } from '@/lib/platform/log'
import { readableLine } from './log-line.mjs'

function lines(write: (log: pino.Logger) => void): string[] {
  const seen: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      seen.push(readableLine(String(chunk).trimEnd()))
      done()
    },
  })
  write(
    pino(
      {
        level: 'debug',
        base: { process: 'worker' },
        timestamp: pino.stdTimeFunctions.isoTime,
        serializers: { err: shownError },
      },
      stream,
    ),
  )
  return seen
}

it('a log line is one readable line: clock, level, message, fields', () => {
  const [line] = lines((log) =>
    log.info({ breaks: 0, account: 'acct_1', note: 'two parts' }, 'books checked'),
  )
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d info {2}books checked {2}breaks=0 {2}account=acct_1 {2}note="two parts"$/,
  )
})

it('an error is shown in the same line with its position', () => {
  const [line] = lines((log) => log.error({ err: new TypeError('first\nsecond') }, 'a request failed'))
  expect(line).toMatch(
    / error a request failed {2}TypeError: first second {2}at .*log-line\.test\.ts:\d+:\d+\)?$/,
  )
})

it('a line that is not a log line is unchanged', () => {
  for (const text of ['Postgres ended', '', '{"level":', ' ✓ Ready in 300ms', '{"a":1}'])
    expect(readableLine(text)).toBe(text)
})
