import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Keyring } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'
import { sealedServiceColumns, verifySealedColumns } from '@/scripts/processes/sealed-columns'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { readSavedCard } from '@/test/factories/read-saved-card'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { createCustomer } from './create-customer'
import { renderCustomer } from './customer-row'
import { saveCard } from './saved-card'

const keyOf = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const keyring = new Keyring(keyOf('k1', 1))
const now = new Date('2026-11-20T12:00:00Z')
const card = { token: 'tok_of_the_bank', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2030 }

describe('a saved card', () => {
  let testDatabase: TestDatabase
  let database: ReturnType<typeof openTestPool>
  let ctx: ServiceContext
  let serial = 0

  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    database = openTestPool(testDatabase.url)
    ctx = (await createShop({ database, now: () => now })).ctx
  })
  afterAll(async () => {
    await database.close()
    await testDatabase.drop()
  })

  async function customer() {
    serial += 1
    const phone = `+1 212 555 ${String(serial).padStart(4, '0')}`
    const fields = { name: 'Ana', phone, email: null, notes: null, external_ref: null, country: 'US' }
    const { id } = await createCustomer(ctx, fields)
    return { accountId: ctx.accountId, customerId: id }
  }

  it('a saved card has its token, and shows only brand, last four and expiry', async () => {
    const place = await customer()
    expect(await readSavedCard(ctx.db, keyring, place)).toBeNull()
    const row = await saveCard(ctx.db, keyring, { ...place, card, now })
    expect(renderCustomer(row).card).toEqual({ brand: 'visa', last4: '4242', expiry: '12/30' })
    expect(JSON.stringify(row)).not.toContain(card.token)
    expect(await readSavedCard(ctx.db, keyring, place)).toEqual(card)
  })

  it('a saved card replaces the previous one', async () => {
    const place = await customer()
    const next = { token: 'tok_next', brand: 'mastercard', last4: '4444', expiryMonth: 1, expiryYear: 2029 }
    await saveCard(ctx.db, keyring, { ...place, card, now })
    const row = await saveCard(ctx.db, keyring, { ...place, card: next, now })
    expect(renderCustomer(row).card).toEqual({ brand: 'mastercard', last4: '4444', expiry: '01/29' })
    expect(await readSavedCard(ctx.db, keyring, place)).toEqual(next)
  })

  it('a saved card is consistent when many are saved at once', async () => {
    const place = await customer()
    const cards = Array.from({ length: 10 }, (_, i) => ({ ...card, token: `tok_${i}`, last4: `000${i}` }))
    await Promise.all(cards.map((it) => saveCard(ctx.db, keyring, { ...place, card: it, now })))
    expect(cards).toContainEqual(await readSavedCard(ctx.db, keyring, place))
  })

  it('a sealed token opens neither for another customer nor under another key', async () => {
    const [one, two] = [await customer(), await customer()]
    await saveCard(ctx.db, keyring, { ...one, card, now })
    await saveCard(ctx.db, keyring, { ...two, card: { ...card, token: 'tok_two' }, now })
    const { rows } = await ctx.db.query<{ token_sealed: string }>({
      text: 'SELECT token_sealed FROM service.saved_card',
    })
    for (const row of rows) expect(row.token_sealed).not.toContain('tok_')
    await ctx.db.query({
      text: `UPDATE service.saved_card SET token_sealed =
          (SELECT token_sealed FROM service.saved_card WHERE customer_id = $2) WHERE customer_id = $1`,
      values: [two.customerId, one.customerId],
    })
    await expect(readSavedCard(ctx.db, keyring, two)).rejects.toThrow()
    await expect(readSavedCard(ctx.db, new Keyring(keyOf('k2', 2)), one)).rejects.toThrow('k1')
    await ctx.db.query({
      text: 'DELETE FROM service.saved_card WHERE customer_id = $1',
      values: [two.customerId],
    })
    const verify = (keys: Keyring) =>
      verifySealedColumns(database.as('checkout_system'), keys, sealedServiceColumns)
    await verify(keyring)
    await expect(verify(new Keyring(keyOf('k2', 2)))).rejects.toThrow('k1')
    const rotated = new Keyring(`${keyOf('k2', 2)},${keyOf('k1', 1)}`)
    expect(await readSavedCard(ctx.db, rotated, one)).toEqual(card)
  })

  it('a saved card belongs to a customer of the account', async () => {
    const stranger = (await createShop({ database, now: () => now })).ctx
    const place = await customer()
    await saveCard(ctx.db, keyring, { ...place, card, now })
    const foreign = { ...place, accountId: stranger.accountId }
    await expect(saveCard(stranger.db, keyring, { ...foreign, card, now })).rejects.toMatchObject({
      code: 'resource_not_found',
    })
    expect(await readSavedCard(stranger.db, keyring, foreign)).toBeNull()
    // The database shows another tenant nothing, even for the owner's own ids.
    expect(await readSavedCard(stranger.db, keyring, place)).toBeNull()
  })
})
