import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createApiKey } from '@/lib/service/accounts/create-api-key'
import { openTestPool } from '@/test/factories/create-shop'
import { openPanelOf } from '@/test/factories/open-panel-of'
import { openSettlementHarness } from '@/test/factories/settlement-harness'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { cancelPayoutChange, namePayoutAccount, readPayouts } from './payouts'
import { dropTeamObject } from './team-objects'

const START = new Date('2026-11-10T17:00:00.000Z')
const GOOD = { bank_name: 'Banco Central', holder: 'Café Aurora', number: '0001 2345-6789' }

let test: TestDatabase
let database: Database
const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)

beforeAll(async () => {
  test = await createTestDatabase()
  database = openTestPool(test.url)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

async function merchant() {
  const harness = await openSettlementHarness({ database, start: START, testMode: false })
  const key = { accountId: harness.accountId, actor: { kind: 'operator' } as const, name: 'Dashboard' }
  const { api_key } = await createApiKey(database.as('checkout_system'), key, START)
  const panel = await openPanelOf({ database, now: () => START, accountId: harness.accountId }, api_key)
  return { harness, panel }
}

it('the bank account and the reason of a waiting transfer are shown', async () => {
  const { harness, panel } = await merchant()
  await harness.collect(10_000)
  harness.passHours(24)
  await harness.settle()
  await harness.transfer()
  const [{ id = '' } = {}] = await harness.settlements()
  const waiting = { id, amount: '96.80', currency: 'USD' }
  expect(await readPayouts(panel)).toEqual({
    account: null,
    next: null,
    schedule: 'daily',
    waiting: [{ ...waiting, problem: 'no_bank_account' }],
  })
  await namePayoutAccount(panel, { keyring, payoutHoldMs: 0 }, GOOD)
  expect(await readPayouts(panel)).toEqual({
    account: { bankName: 'Banco Central', holder: 'Café Aurora', last4: '6789', since: START.toISOString() },
    next: null,
    schedule: 'daily',
    waiting: [{ ...waiting, problem: null }],
  })
  const { rows } = await harness.shop.ctx.db.query<{ actor: string; details: object }>({
    text: `SELECT actor, details FROM service.audit_entry WHERE action = 'bank_account.set'`,
  })
  expect(rows).toEqual([
    { actor: 'member:user_1', details: { last4: '6789', replaces: null, effective_at: START.toISOString() } },
  ])
})

it('payouts are available while charges are off', async () => {
  const { harness, panel } = await merchant()
  await database.as('checkout_system').query({
    text: 'UPDATE service.account SET charges_switch = false WHERE id = $1',
    values: [harness.accountId],
  })
  await namePayoutAccount(panel, { keyring, payoutHoldMs: 0 }, GOOD)
  expect((await readPayouts(panel)).account?.last4).toBe('6789')
})

it.each([
  [{ ...GOOD, number: '12' }, ['number']],
  [{ ...GOOD, number: '1'.repeat(35) }, ['number']],
  [{ ...GOOD, number: 'DE00 1234' }, ['number']],
  [{ ...GOOD, number: 'DE89 3704 0044 0532 0130 01' }, ['number']],
  [{ bank_name: '', holder: ' ', number: 'ñ' }, ['bank_name', 'holder', 'number']],
])('the input %j is refused', async (input, fields) => {
  const { panel } = await merchant()
  await expect(namePayoutAccount(panel, { keyring, payoutHoldMs: 0 }, input)).rejects.toMatchObject({
    code: 'invalid_parameters',
    details: { fields: fields.map((field) => expect.objectContaining({ field })) },
  })
})

it('a changed bank account receives what is settled after the hold, and can be canceled until then', async () => {
  const { harness, panel } = await merchant()
  const later = () => ({ ...panel, now: () => harness.now() })
  const hold = { keyring, payoutHoldMs: 24 * 3_600_000 }
  const paidTo = async () => {
    const { rows } = await panel.db.query<{ last4: string }>({
      text: `SELECT b.last4 FROM service.settlement s JOIN service.bank_account b ON b.account_id = s.account_id AND b.id = s.bank_account_id
        ORDER BY s.created_at`,
    })
    return rows.map(({ last4 }) => last4)
  }
  await namePayoutAccount(later(), hold, GOOD)
  const settleADay = async () => {
    await harness.collect(10_000)
    harness.passHours(24)
    await harness.settle()
  }
  await settleADay()
  await namePayoutAccount(later(), hold, { ...GOOD, number: '0009 0009' })
  expect(await readPayouts(later())).toMatchObject({ account: { last4: '6789' }, next: { last4: '0009' } })
  // Generated before and during the hold: both keep the account before.
  await harness.transfer()
  harness.passHours(1)
  expect(await paidTo()).toEqual(['6789'])
  expect(await cancelPayoutChange(later())).toBe(true)
  expect(await cancelPayoutChange(later())).toBe(false)
  expect(await readPayouts(later())).toMatchObject({ account: { last4: '6789' }, next: null })
  await settleADay()
  await settleADay()
  expect(await paidTo()).toEqual(['6789', '6789', '6789'])

  await namePayoutAccount(later(), hold, { ...GOOD, number: '0009 0009' })
  harness.passHours(25)
  expect(await readPayouts(later())).toMatchObject({ account: { last4: '0009' }, next: null })
  await settleADay()
  expect((await paidTo()).at(-1)).toBe('0009')
})

it('an unsent transfer to a removed bank account waits for the next one', async () => {
  const { harness, panel } = await merchant()
  const later = () => ({ ...panel, now: () => harness.now() })
  const hold = { keyring, payoutHoldMs: 24 * 3_600_000 }
  await namePayoutAccount(later(), hold, GOOD)
  await harness.collect(10_000)
  harness.passHours(24)
  await harness.settle()
  const { rows } = await panel.db.query<{ id: string }>({ text: 'SELECT id FROM service.bank_account' })
  const removed = { kind: 'bank_account', id: rows[0]?.id ?? '', accountId: harness.accountId } as const
  for (let times = 0; times < 2; times += 1)
    await dropTeamObject({ database, now: harness.now }, removed, 'user_1')
  await harness.transfer()
  expect(await readPayouts(later())).toMatchObject({
    account: null,
    waiting: [{ problem: 'no_bank_account' }],
  })
  await namePayoutAccount(later(), hold, { ...GOOD, number: '0009 0009' })
  await harness.transfer()
  const { rows: sent } = await panel.db.query<{ transfer_step: string; last4: string }>({
    text: `SELECT s.transfer_step, b.last4 FROM service.settlement s JOIN service.bank_account b ON b.id = s.bank_account_id`,
  })
  expect(sent).toEqual([{ transfer_step: 'ORDERED', last4: '0009' }])
})
