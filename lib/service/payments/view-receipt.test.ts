import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { createShop, openTestPool } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { getPayment } from './payment-row'
import { viewReceipt } from './view-receipt'

describe('a receipt', () => {
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

  async function paid(card?: string) {
    const shop = await createShop({ database })
    const link = await shop.newLink()
    const result = await shop.pay(link.id, card)
    if (result.kind !== 'attempted') throw new Error('nothing was tried')
    return { shop, id: result.attempt.paymentId }
  }

  it('the receipt of an approved payment is at the API’s address, and contains no e-mail', async () => {
    const { shop, id } = await paid()
    const payment = await getPayment(shop.ctx, id)
    expect(payment.receipt_url).toBe(`http://localhost:3000/receipt/${id}`)
    const receipt = await viewReceipt(database, id)
    expect(receipt).toMatchObject({
      paymentId: id,
      merchantName: 'Café Aurora',
      merchantEmail: 'hello@aurora.example',
      title: 'Box of pastries',
      amountMinor: 12_050,
      currency: 'USD',
      cardBrand: 'visa',
      cardLast4: '4242',
      payerName: 'Ana Payer',
      authorizationCode: payment.authorization_code,
    })
    expect(receipt?.approvedAt.toISOString()).toBe(payment.approved_at)
    expect(JSON.stringify(receipt)).not.toContain('ana@example.com')
  })

  it.each([
    ['declined', '4000000000000002'],
    ['unresolved', '4000000000000119'],
  ])('a payment that is %s has no receipt', async (_, card) => {
    const { shop, id } = await paid(card)
    expect((await getPayment(shop.ctx, id)).receipt_url).toBeNull()
    expect(await viewReceipt(database, id)).toBeNull()
  })

  it('an unknown or impossible payment has no receipt', async () => {
    for (const id of ['pay_nobody', '', '\0']) expect(await viewReceipt(database, id)).toBeNull()
  })
})
