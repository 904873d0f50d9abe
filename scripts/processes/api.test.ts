import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createAccount } from '@/lib/service/accounts/create-account'
import { claimMode } from '@/lib/service/claim-mode'
import { insertCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/saved-card'
import { freePort } from '@/scripts/ports.mjs'
import { ROOT } from '@/scripts/stamps.mjs'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { loginEnvironment } from '@/test/test-logins'

let testDatabase: TestDatabase

beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

function startApiProcess(port: number, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['.build/api.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      ...loginEnvironment(testDatabase.url),
      API_PORT: String(port),
      NEXTAUTH_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Returns the message of a stream's first line, which is of the log. */
async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  if (!stream) throw new Error('the process has no such stream')
  const [line] = await once(createInterface({ input: stream }), 'line')
  const entry: { process: string; msg: string } = JSON.parse(String(line))
  expect(entry.process).toBe('api')
  return entry.msg
}

it('the API reports readiness in one line of the log, at any level, and ends on SIGTERM after the drain time, with nothing left behind', async () => {
  const port = await freePort()
  const child = startApiProcess(port, { DRAIN_MS: '1000', LOG_LEVEL: 'silent' })
  expect(await firstLine(child.stdout)).toBe(`The API is ready on http://localhost:${port}/api/v1`)
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }])
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  // The API still serves while proxies remove it.
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  await expect.poll(readiness, { interval: 20 }).toBe(503)
  const served = await fetch(`http://127.0.0.1:${port}/healthz`)
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  expect(await ended).toEqual([0, null])
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
})

it('the API reports a port in use in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const child = startApiProcess(port)
  const ended = once(child, 'exit')
  expect(await firstLine(child.stderr)).toMatch(`The API cannot listen on 127.0.0.1:${port}: `)
  expect(await ended).toEqual([1, null])
  taken.close()
})

it.each([
  [{ TEST_MODE: '0' }, /^The API cannot start: The environment is not as it must be\. PROCESSOR: is needed /],
  [
    { NEXTAUTH_SECRET: '' },
    /^The API cannot start: The environment is not as it must be\. NEXTAUTH_SECRET: /,
  ],
])('the API reports the invalid setting of %j in one line', async (env, line) => {
  const child = startApiProcess(await freePort(), env)
  const ended = once(child, 'exit')
  expect(await firstLine(child.stderr)).toMatch(line)
  expect(await ended).toEqual([1, null])
})

it('the API refuses to start with keys that cannot decrypt saved cards', async () => {
  const database = new Database({ url: testDatabase.url, max: 2 })
  onTestFinished(() => database.close())
  const { id: accountId } = await createAccount(
    database.as('checkout_system'),
    { name: 'Shop', contact_email: 'a@shop.example', currency: 'USD', timezone: 'UTC', country: 'US' },
    new Date(),
  )
  const db = database.as('checkout_service', accountId)
  const row = await insertCustomer(db, {
    accountId,
    name: 'Ana',
    phone: '+15005550006',
    phoneKey: '+15005550006',
    email: null,
    emailKey: null,
    notes: null,
    external_ref: null,
    source: 'MERCHANT',
    now: new Date(),
  })
  const lost = new Keyring(`lost:${Buffer.alloc(32, 2).toString('base64')}`)
  const card = { token: 'tok_1', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099 }
  await saveCard(db, lost, { accountId, customerId: row?.id ?? '', card, now: new Date() })
  const child = startApiProcess(await freePort())
  const ended = once(child, 'exit')
  expect(await firstLine(child.stderr)).toMatch('The API cannot start: ENCRYPTION_KEYS has no key "lost"')
  expect(await ended).toEqual([1, null])
})

it('the API refuses to start in test mode over a database of live mode', async () => {
  const live = await createTestDatabase()
  onTestFinished(() => live.drop())
  const database = new Database({ url: live.url, max: 2 })
  await claimMode(database.as('checkout_system'), { TEST_MODE: false, PROCESSOR: 'stripe' })
  await database.close()
  const child = startApiProcess(await freePort(), loginEnvironment(live.url))
  const ended = once(child, 'exit')
  expect(await firstLine(child.stderr)).toMatch(
    'The API cannot start: This database was first used in live mode, and TEST_MODE=1 is test mode.',
  )
  expect(await ended).toEqual([1, null])
})
