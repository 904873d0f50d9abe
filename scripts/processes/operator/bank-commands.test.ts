import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database, type Side } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { runOperator } from './program'

describe('operator bank', () => {
  let test: TestDatabase
  let database: Database<Side>

  beforeAll(async () => {
    test = await createTestDatabase()
    database = new Database<Side>({ url: test.url, max: 2 })
  })
  afterAll(async () => {
    await database.close()
    await test.drop()
  })

  async function bank(args: readonly string[], testMode = true) {
    let out = ''
    const errors: string[] = []
    const session = {
      database,
      db: database.as('checkout_system'),
      keyring: new Keyring(`k1:${Buffer.alloc(32).toString('base64')}`),
      urls: { web: 'https://pay.example', api: 'https://api.example' },
      testMode,
      bank: 'test_bank' as const,
      processor: 'test_bank' as const,
      books: null,
      now: () => new Date(),
      write: (text: string) => {
        out += text
      },
    }
    const code = await runOperator(['bank', ...args, '--json'], session, (line) => errors.push(line))
    return code === 0 ? JSON.parse(out) : errors
  }

  it('the command changes the given settings of the bank and leaves the rest', async () => {
    expect(await bank([])).toEqual({ delay_ms: 0, outage: 'off', transfer_delay_ms: 5000 })
    expect(await bank(['--delay', '250'])).toEqual({ delay_ms: 250, outage: 'off', transfer_delay_ms: 5000 })
    expect(await bank(['--outage', 'on'])).toEqual({ delay_ms: 250, outage: 'on', transfer_delay_ms: 5000 })
    expect(await bank(['--outage', 'off', '--delay', '0'])).toEqual({
      delay_ms: 0,
      outage: 'off',
      transfer_delay_ms: 5000,
    })
  })

  it('the command changes the delay of transfers', async () => {
    const free = { delay_ms: 0, outage: 'off' }
    expect(await bank(['--transfer-delay', '0'])).toEqual({ ...free, transfer_delay_ms: 0 })
    expect(await bank([])).toEqual({ ...free, transfer_delay_ms: 0 })
    expect(await bank(['--transfer-delay', '5000'])).toEqual({ ...free, transfer_delay_ms: 5000 })
  })

  it.each([
    ['--transfer-delay', '86400001'],
    ['--delay', '-1'],
    ['--delay', '60001'],
    ['--delay', '1.5'],
    ['--delay', ''],
    ['--outage', 'maybe'],
  ])('the command refuses %s %s in one line and changes nothing', async (...args) => {
    expect(await bank(args)).toHaveLength(1)
    expect(await bank([])).toEqual({ delay_ms: 0, outage: 'off', transfer_delay_ms: 5000 })
  })

  it('the command does not exist without the test bank', async () => {
    expect(await bank([], false)).toEqual([expect.stringContaining('TEST_MODE')])
  })
})
