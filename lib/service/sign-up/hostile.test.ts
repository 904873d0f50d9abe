import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { declineRule } from '@/lib/service/rate-limits/limit-payers'
import { makeAccount } from '@/prisma/demo/seed-context'
import { openTestPool } from '@/test/factories/create-shop'
import { HOSTED, HostedProcessor } from '@/test/fixtures/hosted-processor'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { signUp } from './sign-up'
import type { SignUpDeps } from './sign-up-deps'

const URLS = { web: 'http://localhost:3000', api: 'http://localhost:3001' }
let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('a sign-up page stops to verify cards after too many declines, from any number of addresses', async () => {
  const context = { database, log: pino({ level: 'silent' }), urls: URLS, now: () => new Date() }
  const account = await makeAccount(context, { country: 'US' })
  const processor = new HostedProcessor(database, URLS.web)
  const deps: SignUpDeps = {
    ...context,
    keyring: new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`),
    processor,
    messenger: null,
    codeSecret: 'x'.repeat(32),
    codeText: () => '',
    timingStepMs: 0,
  }
  for (let n = 0; n < declineRule.burst + 60; n += 1)
    await signUp(deps, {
      slug: account.slug,
      form: randomUUID(),
      details: { name: 'Ana', phone: `+1415555${String(1_000 + n)}`, email: null },
      card: { hostedId: HOSTED.declined },
    })
  // /pay stops at `declineRule`; here every card of a thief's list gets its answer.
  expect(processor.given.length).toBeLessThan(declineRule.burst + 60)
})
