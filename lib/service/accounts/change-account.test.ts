import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { makeAccount, type SeedContext } from '@/prisma/demo/seed-context'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { chargesEnabled, listAccounts } from './account-row'
import { activateAccount, closeAccount, setAccountCharges, suspendAccount } from './change-account'

describe('account transitions', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const actor = { kind: 'operator' } as const
  let testDatabase: TestDatabase
  let seedContext: SeedContext

  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    seedContext = {
      database: new Database({ url: testDatabase.url, max: 5 }),
      log: createLog('test', 'silent'),
      urls: { web: 'http://web', api: 'http://api' },
      now: () => now,
    }
  })
  afterAll(async () => {
    await seedContext.database.close()
    await testDatabase.drop()
  })

  const system = () => seedContext.database.as('checkout_system')
  const actions = async (accountId: string) => {
    const { rows } = await system().query<{ action: string }>({
      text: 'SELECT action FROM service.audit_entry WHERE account_id = $1 ORDER BY action',
      values: [accountId],
    })
    return rows.map(({ action }) => action)
  }

  it('an account goes from TRIAL to ACTIVE, to SUSPENDED and back, and ends CLOSED', async () => {
    const { id: accountId } = await makeAccount(seedContext, { trial: true })
    const change = { accountId, actor }
    await expect(suspendAccount(system(), change, now)).rejects.toMatchObject({
      code: 'transition_not_allowed',
    })
    const active = await activateAccount(system(), change, now)
    expect(active).toMatchObject({ status: 'ACTIVE', activation_status: 'ACTIVATED' })
    expect(chargesEnabled(await suspendAccount(system(), change, now))).toBe(false)
    expect(chargesEnabled(await activateAccount(system(), change, now))).toBe(true)
    expect(await closeAccount(system(), change, now)).toMatchObject({ status: 'CLOSED' })
    for (const verb of [activateAccount, suspendAccount]) {
      await expect(verb(system(), change, now)).rejects.toMatchObject({ code: 'transition_not_allowed' })
    }
  })

  it('a change to the current state changes nothing and is not audited', async () => {
    const { id: accountId } = await makeAccount(seedContext)
    expect((await activateAccount(system(), { accountId, actor }, now)).status).toBe('ACTIVE')
    await setAccountCharges(system(), { accountId, actor, on: true }, now)
    expect(await actions(accountId)).toEqual(['account.created'])
  })

  it('charges that an operator turned off stay off through a suspension', async () => {
    const { id: accountId } = await makeAccount(seedContext)
    const change = { accountId, actor }
    await setAccountCharges(system(), { ...change, on: false }, now)
    await suspendAccount(system(), change, now)
    expect(chargesEnabled(await activateAccount(system(), change, now))).toBe(false)
    expect(chargesEnabled(await setAccountCharges(system(), { ...change, on: true }, now))).toBe(true)
    expect(await actions(accountId)).toEqual([
      'account.active',
      'account.charges_off',
      'account.charges_on',
      'account.created',
      'account.suspended',
    ])
  })

  it('one of two concurrent changes of an account wins', async () => {
    const { id: accountId } = await makeAccount(seedContext)
    const change = { accountId, actor }
    const results = await Promise.allSettled([
      closeAccount(system(), change, now),
      suspendAccount(system(), change, now),
      closeAccount(system(), change, now),
    ])
    expect(results[0]?.status).toBe('fulfilled')
    expect((await actions(accountId)).filter((it) => it === 'account.closed')).toHaveLength(1)
  })

  it('an unknown account is reported', async () => {
    const nobody = { accountId: 'acct_nobody', actor }
    await expect(closeAccount(system(), nobody, now)).rejects.toMatchObject({ code: 'account_not_found' })
    expect((await listAccounts(system())).length).toBeGreaterThan(0)
  })
})
