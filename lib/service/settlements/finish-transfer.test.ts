import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import {
  insertBankAccount,
  lockBankAccount,
  makeHeldTransfersDue,
  setBankAccount,
} from '@/lib/service/bank/set-bank-account'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { claimTransfers } from './claim-transfers'
import { finishRefused } from './finish-transfer'
import { settleDue } from './settle-due'

const DAY_MS = 86_400_000
const REFUSED_NUMBER = '000111111113'

let testDatabase: TestDatabase
let database: Database
const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

test('a bank account set while the bank refuses the previous one takes effect: the transfer goes there', async () => {
  const shop = await createShop({ database })
  const { accountId, actor, db } = shop.ctx
  const now = new Date()
  const change = { db, accountId, actor, keyring, now }
  await setBankAccount(change, { bank_name: 'Bank', holder: 'Aurora', number: REFUSED_NUMBER }, { holdMs: 0 })
  await shop.pay((await shop.newLink()).id)
  await settleDue(
    { database, keyring, usesTestBank: true },
    { until: new Date(now.getTime() + 2 * DAY_MS), now },
  )
  const [claimed] = await claimTransfers(database.as('checkout_system'), {
    owner: randomUUID(),
    leaseMs: 30_000,
    limit: 1,
    now: new Date(),
    ids: null,
  })
  if (!claimed) throw new Error('no transfer was due')

  const refused = await db.transaction(async (tx) => {
    // These are the steps of setBankAccount, stopped before its commit.
    await lockBankAccount(tx, accountId)
    await tx.query({ text: 'UPDATE service.bank_account SET replaced_at = $1', values: [now] })
    const given = { bank_name: 'Bank', holder: 'Aurora', number: '000123456789' }
    const row = await insertBankAccount(tx, change, given)
    if (row) await makeHeldTransfersDue(tx, row, now)
    let ended = false
    const finishing = finishRefused(db, claimed, 'account_closed', now).finally(() => {
      ended = true
    })
    await expect.poll(async () => ended || (await someoneWaits())).toBe(true)
    return { finishing }
  })
  expect(await refused.finishing).toBe(true)
  const { rows } = await db.query({
    text: 'SELECT transfer_step, due_at IS NOT NULL AS due FROM service.settlement',
  })
  expect(rows).toEqual([{ transfer_step: 'WAITING', due: true }])
})

async function someoneWaits(): Promise<boolean> {
  const { count } = await database.as('checkout_system').query({
    text: `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
  })
  return count > 0
}
