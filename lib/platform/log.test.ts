import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ROOT } from '@/scripts/stamps.mjs'
import { scrub, shownError } from './log'

describe('scrub', () => {
  it.each(['4242424242424242', '4242 4242 4242 4242', '3782-822463-10005', '4000000000000002'])(
    'the card number %s is removed from a line',
    (number) => {
      const line = scrub(JSON.stringify({ msg: `paid by ${number}.` }))
      expect(line).toBe('{"msg":"paid by [redacted card]."}')
    },
  )

  it('keys, signing secrets and bearer headers are removed at any position', () => {
    const line = scrub(
      '{"a":"checkout_sk_0aB9","b":"whsec_x-Y_z, twice whsec_q","c":"Authorization: Bearer abc.def","d":"bearer  tok"}',
    )
    expect(line).toBe(
      '{"a":"checkout_sk_[redacted]","b":"whsec_[redacted], twice whsec_[redacted]","c":"Authorization: Bearer [redacted]","d":"bearer  [redacted]"}',
    )
    expect(JSON.parse(line)).toHaveProperty('d')
  })

  it.each(['otherpay_sk_0aB9', 'pay-now_sk_x', 'sk_live_0aB9', 'OTHER_SK_0aB9'])(
    'the key %s of an external host is removed from a line',
    (key) => {
      expect(scrub(`{"msg":"Bad key: ${key}"}`)).toMatch(/^\{"msg":"Bad key: [\w-]*sk_\[redacted\]"\}$/i)
    },
  )

  it.each([
    '{"task_id":"disk_full"}',
    '{"time":1700000000000}',
    '{"id":"pay_0197a3b4c5d6e7f8901234567890abcd"}',
    '{"amount":120.5,"duration_ms":12}',
    '{"time":"2026-11-20T12:00:00.000Z"}',
    '{"number":"4242424242424241"}',
  ])('the line %s stays unchanged', (line) => {
    expect(scrub(line)).toBe(line)
  })
})

describe('a logged error', () => {
  it('a logged error has its name, code, message and stack, and none of its rows and objects', () => {
    const error = Object.assign(new Error('new row violates a check'), {
      code: '23514',
      detail: 'Failing row contains (acct_1, Ada Lovelace, ada@example.test).',
      details: { customer_id: 'cus_1' },
    })
    const shown = shownError(error)
    expect(shown).toEqual({
      type: 'Error',
      code: '23514',
      message: 'new row violates a check',
      stack: error.stack,
    })
    expect(shownError('gone')).toEqual({ message: 'gone' })
  })
})

/** Linux's device without any space. */
const FULL = '/dev/full'

it.skipIf(!existsSync(FULL))('a log on a full disk does not end the process', async () => {
  const program = `
    import { createLog } from './lib/platform/log.ts'
    const log = createLog('test', 'info')
    for (let line = 0; line < 3; line += 1) log.error({ line }, 'a line')`
  const output = openSync(FULL, 'w')
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: ROOT,
    stdio: ['ignore', output, 'inherit'],
  })
  closeSync(output)
  expect(await once(child, 'exit')).toEqual([0, null])
})

it('what a library reports by the console becomes lines of the log', () => {
  const program = `
    import { createLog, logConsole } from './lib/platform/log.ts'
    logConsole(createLog('web', 'info'))
    console.log('\\u001b[32m✓ Running %s\\u001b[39m\\n', 'next.config.mjs')
    console.error('⨯', Object.assign(new Error('row is wrong'), { detail: 'Failing row contains Ana' }))`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(stdout).not.toContain('Ana')
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { level: 30, process: 'web', msg: '✓ Running next.config.mjs' },
    { level: 50, process: 'web', msg: '⨯', err: { message: 'row is wrong', stack: expect.any(String) } },
  ])
})
