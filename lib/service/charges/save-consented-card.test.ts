import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { insertLink } from '@/lib/service/links/create-link'
import { decideChallenge } from '@/lib/service/processor/test-bank-books'
import { createShop, openTestPool, payment } from '@/test/factories/create-shop'
import { readSavedCard } from '@/test/factories/read-saved-card'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { payLink, resumePayment } from './pay-link'

const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const NUMBER = '4242424242424242'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase({ tampered: true })
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

/** Creates a customer with a link, paid with or without consent. */
async function customersLink(pool: Database = database, leaseMs?: number) {
  const shop = await createShop({ database, ...(leaseMs === undefined ? {} : { leaseMs }) })
  const { ctx } = shop
  const fields = { name: 'Ana', phone: '+1 212 555 0101', email: null, notes: null, external_ref: null }
  const customer = await createCustomer(ctx, { ...fields, country: 'US' })
  const wanted = {
    title: 'Cake',
    description: null,
    amountMinor: 1_000,
    max_uses: 1,
    expires_at: null,
    metadata: {},
  }
  const link = await insertLink(ctx.db, ctx, wanted, customer.id)
  const attempt = randomUUID()
  const read = async (text: string) => (await ctx.db.query<Record<string, unknown>>({ text })).rows
  return {
    shop,
    customer,
    link,
    attempt,
    read,
    pay: (card = NUMBER, saveCard = true) =>
      payLink({ ...shop.deps, database: pool, keyring }, { ...payment(link.id, card), attempt, saveCard }),
    saved: () => readSavedCard(ctx.db, keyring, { accountId: ctx.accountId, customerId: customer.id }),
    held: () => read('SELECT * FROM service.card_to_save'),
    events: async () => (await read('SELECT kind FROM service.event')).map(({ kind }) => kind).sort(),
  }
}

const ALL_EVENTS = ['customer.card_saved', 'payment.succeeded', 'payment_link.completed']

describe("a payer of a customer's link", () => {
  test('a payer who agrees has the card saved with the approval and its event, and it can be charged', async () => {
    const { shop, pay, saved, held, events, read, customer } = await customersLink()
    expect(await pay()).toMatchObject({ attempt: { status: 'APPROVED' } })
    const card = await saved()
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099 })
    const request = { reference: 'pay_later', token: card?.token ?? '', amountMinor: 1, currency: 'USD' }
    const later = shop.bank.authorize({ ...request, returnUrl: null }, AbortSignal.timeout(5_000))
    expect(await later).toMatchObject({ outcome: 'authorized' })
    expect(await held()).toEqual([])
    expect(await events()).toEqual(ALL_EVENTS)
    const [event] = await read(`SELECT body FROM service.event WHERE kind = 'customer.card_saved'`)
    expect(JSON.parse(String(event?.body)).data.customer).toMatchObject({
      object: 'customer',
      id: customer.id,
      card: { brand: 'visa', last4: '4242', expiry: '12/99' },
    })
    expect(await read('SELECT customer_id FROM service.payment')).toEqual([{ customer_id: customer.id }])
  })

  test('a payer who does not agree pays, and nothing of the card is stored', async () => {
    const { pay, saved, held, events, read, customer } = await customersLink()
    expect(await pay(NUMBER, false)).toMatchObject({ attempt: { status: 'APPROVED' } })
    expect([await saved(), await held()]).toEqual([null, []])
    expect(await events()).toEqual(['payment.succeeded', 'payment_link.completed'])
    expect(await read('SELECT customer_id FROM service.payment')).toEqual([{ customer_id: customer.id }])
  })

  test.each([
    ['declined', '4000000000000002', 'FAILED'],
    ['voided by the reconciler', '4000000000000119', 'VOIDED'],
  ])('a payment that is %s saves no card, and nothing of it is stored', async (_, card, status) => {
    const { shop, pay, saved, held, events } = await customersLink()
    await pay(card)
    await shop.reconcile()
    expect(await pay(card)).toMatchObject({ attempt: { status } })
    expect([await saved(), await held()]).toEqual([null, []])
    expect(await events()).not.toContain('customer.card_saved')
  })

  test('a card is saved by the reconciler if only the reconciler learns of the approval', async () => {
    const { shop, pay, saved, held, events } = await customersLink()
    await pay('4000000000000127')
    expect(await saved()).toBeNull()
    expect(await held()).toHaveLength(1)
    await shop.reconcile()
    expect(await saved()).toMatchObject({ last4: '0127' })
    expect(await held()).toEqual([])
    expect(await events()).toEqual(ALL_EVENTS)
  })

  test('a card is saved when the payer returns from the bank’s confirmation', async () => {
    const { shop, pay, saved, link, attempt, events } = await customersLink()
    const sent = await pay('4000002500003155')
    if (sent.kind !== 'attempted' || !sent.attempt.confirm) throw new Error('was not sent to the bank')
    const challenge = sent.attempt.confirm.url.split('/').at(-1) ?? ''
    await decideChallenge(database, challenge, 'approve', new Date())
    expect(await saved()).toBeNull()
    await resumePayment(shop.deps, { linkId: link.id, attempt })
    expect(await saved()).toMatchObject({ last4: '3155' })
    expect(await events()).toEqual(ALL_EVENTS)
  })

  test('a crash in the middle of the approval delays all of it, or leaves nothing', async () => {
    const { shop, pay, saved, events, read } = await customersLink(dyingAt('keep-consented-card'), 1_000)
    expect(await pay()).toMatchObject({ attempt: { status: 'PENDING' } })
    expect([await saved(), await events()]).toEqual([null, []])
    expect(await read('SELECT status FROM service.payment')).toEqual([{ status: 'PENDING' }])
    await expect.poll(() => shop.reconcile(), { timeout: 10_000, interval: 100 }).toMatchObject({ closed: 1 })
    expect(await saved()).toMatchObject({ last4: '4242' })
    expect(await events()).toEqual(ALL_EVENTS)
  })

  test('the token is sealed in every table', async () => {
    const { pay, read } = await customersLink()
    await pay('4000000000000119')
    const [row] = await read('SELECT card_to_save::text AS row FROM service.card_to_save')
    expect(String(row?.row)).not.toContain('tok_')
  })
})

test('a payer of a link without a customer cannot have a card saved', async () => {
  const shop = await createShop({ database })
  const link = await shop.newLink()
  const paid = await payLink({ ...shop.deps, keyring }, { ...payment(link.id), saveCard: true })
  expect(paid).toMatchObject({ attempt: { status: 'APPROVED' } })
  const { rows } = await shop.ctx.db.query({
    text: 'SELECT 1 FROM service.saved_card UNION ALL SELECT 1 FROM service.card_to_save',
  })
  expect(rows).toEqual([])
})

/** Returns the pool of a process that dies after one statement, before its transaction commits. */
function dyingAt(name: string): Database {
  const dying = (handle: Handle): Handle => ({
    query: (statement) => handle.query(statement),
    transaction: (work) =>
      handle.transaction((tx) =>
        work({
          async query<Row extends object>(statement: Statement) {
            const result = await (tx satisfies Queryable).query<Row>(statement)
            if (statement.name === name) throw new Error('the process died')
            return result
          },
        }),
      ),
    reserved: () => dying(handle.reserved()),
  })
  return new Proxy(database, {
    get: (target, property) =>
      property === 'as'
        ? (...args: Parameters<Database['as']>) => dying(target.as(...args))
        : Reflect.get(target, property, target),
  })
}
