import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '@/lib/contract/errors'
import { Database } from '@/lib/platform/database'
import { setAccountFees } from '@/lib/service/fees/account-fees'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type CreateAccountInput, checkAccountInput, createAccount } from './create-account'

describe('createAccount', () => {
  const now = new Date('2026-11-20T12:00:00.000Z')
  const plain: CreateAccountInput = {
    name: 'Café Ñandú',
    contact_email: 'hola@example.com',
    currency: 'USD',
    timezone: 'America/Guatemala',
    country: 'GT',
  }
  let testDatabase: TestDatabase
  let database: Database

  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    database = new Database({ url: testDatabase.url, max: 8 })
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  const system = () => database.as('checkout_system')
  const create = (input: Partial<CreateAccountInput> = {}) =>
    createAccount(system(), { ...plain, ...input }, now)

  it('an account is created as active or trial, with an audit row', async () => {
    const account = await create({ currency: 'usd', country: 'gt' })
    expect(account).toMatchObject({
      status: 'ACTIVE',
      activation_status: 'ACTIVATED',
      currency: 'USD',
      country: 'GT',
    })
    expect(await create({ trial: true })).toMatchObject({ status: 'TRIAL', activation_status: 'PENDING' })
    const { rows } = await system().query({
      text: 'SELECT actor, action, object_id FROM service.audit_entry WHERE account_id = $1',
      values: [account.id],
    })
    expect(rows).toEqual([{ actor: 'operator', action: 'account.created', object_id: account.id }])
  })

  it('accounts of the same name have different slugs, even if created concurrently', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Tienda Única!' })))
    expect(accounts.map(({ slug }) => slug).sort()).toEqual([
      'tienda-unica',
      'tienda-unica-2',
      'tienda-unica-3',
      'tienda-unica-4',
      'tienda-unica-5',
      'tienda-unica-6',
    ])
    expect((await create({ name: '寿司屋' })).slug).toBe('account')
  })

  it.each([
    ['USD', 30],
    ['JPY', 30],
    ['KWD', 100],
  ])('the first fees are 2.9 %% and a fixed part that suits %s', async (currency, fixed) => {
    const { id } = await create({ currency })
    const { rows } = await system().query({
      text: 'SELECT valid_from, percent_ppm, fixed_minor FROM service.fee_schedule WHERE account_id = $1',
      values: [id],
    })
    expect(rows).toEqual([{ valid_from: now, percent_ppm: 29_000, fixed_minor: fixed }])
  })

  it('existing payments keep their fees when the fees change', async () => {
    const { id: accountId } = await create()
    const later = new Date(now.getTime() + 1_000)
    const actor = { kind: 'operator' } as const
    expect(await setAccountFees(system(), { accountId, actor, percent: 1.25, fixed: 0 }, later)).toEqual({
      percentPpm: 12_500,
      fixedMinor: 0,
      disputeMinor: 0,
    })
    const { rows } = await system().query({
      text: 'SELECT percent_ppm FROM service.fee_schedule WHERE account_id = $1 ORDER BY valid_from',
      values: [accountId],
    })
    expect(rows).toEqual([{ percent_ppm: 29_000 }, { percent_ppm: 12_500 }])
    const wrong = setAccountFees(
      system(),
      { accountId, actor, percent: 101, fixed: 0.001, dispute: -1 },
      later,
    )
    await expect(wrong).rejects.toMatchObject({
      details: { fields: [{ field: 'percent' }, { field: 'fixed' }, { field: 'dispute' }] },
    })
  })

  it('an account in a currency that the processor cannot charge is refused by name', async () => {
    const inKrona = { ...plain, currency: 'ISK' }
    const message = expect.stringContaining('(stripe) cannot charge in this currency')
    const fields = [{ field: 'currency', code: 'currency_not_accepted', message }]
    expect(checkAccountInput(inKrona, 'stripe')).toEqual(fields)
    const refused = createAccount(system(), inKrona, now, { processor: 'stripe' })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_parameters', details: { fields } })
    expect(checkAccountInput(inKrona, 'test_bank')).toEqual([])
    expect(checkAccountInput({ ...plain, currency: 'ABC' }, 'stripe')).toMatchObject([
      { code: 'invalid_currency' },
    ])
  })

  it('all invalid fields are reported at once', async () => {
    const wrong = create({
      name: ' ',
      contact_email: 'nobody',
      currency: 'ABC',
      timezone: 'Mars/Olympus',
      country: 'XX',
    })
    await expect(wrong).rejects.toBeInstanceOf(ApiError)
    await expect(wrong).rejects.toMatchObject({
      details: {
        fields: [
          { field: 'name' },
          { field: 'contact_email' },
          { field: 'currency' },
          { field: 'timezone' },
          { field: 'country' },
        ],
      },
    })
  })
})
