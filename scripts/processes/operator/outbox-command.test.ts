import { afterAll, beforeAll, expect, it } from 'vitest'
import { Database, type Side } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'
import { showingMessenger } from '@/lib/service/messaging/messenger'
import { makeAccount } from '@/prisma/demo/seed-context'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { runOperator } from './program'

const urls = { web: 'https://pay.example', api: 'https://api.example' }
const now = () => new Date('2026-11-20T12:00:00Z')

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

async function outbox(testMode: boolean) {
  let out = ''
  const errors: string[] = []
  const session = {
    database,
    db: database.as('checkout_system'),
    keyring: new Keyring(`k1:${Buffer.alloc(32).toString('base64')}`),
    urls,
    testMode,
    bank: 'test_bank' as const,
    processor: 'test_bank' as const,
    books: null,
    now,
    write: (text: string) => {
      out += text
    },
  }
  const code = await runOperator(['outbox', '--json'], session, (line) => errors.push(line))
  return code === 0 ? JSON.parse(out) : errors
}

it('the outbox shows messages that were not sent, newest first', async () => {
  expect(await outbox(true)).toEqual([])
  const seedContext = { database, log: createLog('test', 'silent'), urls, now }
  const account = await makeAccount(seedContext)
  let at = now()
  const messenger = showingMessenger(database, () => at)
  const message = { accountId: account.id, to: '+12125550101' }
  await messenger.sendCode({ ...message, text: 'first' })
  at = new Date(at.getTime() + 1000)
  await messenger.sendCode({ ...message, text: 'second' })
  expect(await outbox(true)).toMatchObject([
    { account_id: account.id, to: '+12125550101', text: 'second', created_at: at.toISOString() },
    { text: 'first' },
  ])
})

it('the outbox does not exist without test mode', async () => {
  expect(await outbox(false)).toEqual([expect.stringContaining('TEST_MODE')])
})
