import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { translatorOf } from '@/lib/messages/catalogue'
import type { Database } from '@/lib/platform/database'
import { webResources } from '@/lib/platform/process'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { POST } from './route'

// next/headers works only inside Next's server.
vi.mock('next/headers', () => ({ cookies: async () => ({ set: () => undefined }) }))

const WEB_URL = 'http://localhost:3000'
/** Has a valid check digit and is not a test card. */
const NON_TEST_CARD = '4111 1111 1111 1111'

let testDatabase: TestDatabase
let database: Database
let shop: Shop
let address = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  vi.stubEnv('DATABASE_URL', testDatabase.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  shop = await createShop({ database })
})
afterAll(async () => {
  await webResources().database.close()
  await database.close()
  await testDatabase.drop()
})

type Fields = Record<string, string>

function send(linkId: string, fields: Fields, headers: Fields = {}): Promise<Response> {
  const request = new Request(`${WEB_URL}/pay/${linkId}/attempt`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      origin: WEB_URL,
      'x-forwarded-for': `203.0.113.${address}`,
      ...headers,
    },
    body: new URLSearchParams({
      attempt: randomUUID(),
      number: '4242 4242 4242 4242',
      expiry: '12 / 99',
      cvc: '123',
      name: 'Ana Payer',
      email: '',
      ...fields,
    }),
  })
  return POST(request, { params: Promise.resolve({ linkId }) })
}

async function paymentsOf(linkId: string): Promise<string[]> {
  const { rows } = await shop.ctx.db.query<{ status: string }>({
    text: 'SELECT status FROM service.payment WHERE link_id = $1',
    values: [linkId],
  })
  return rows.map(({ status }) => status)
}

test('a non-test card is refused at its number in test mode, before a payment is attempted', async () => {
  const { id } = await shop.newLink()
  const attempt = randomUUID()
  const refused = await send(id, { attempt, number: NON_TEST_CARD })
  expect([refused.status, await refused.json()]).toMatchObject([
    200,
    { status: 'invalid', fields: [{ field: 'number', code: 'not_test_card' }] },
  ])
  expect(await paymentsOf(id)).toEqual([])
  // The same token pays: no refusal was stored under it.
  expect(await (await send(id, { attempt })).json()).toMatchObject({ status: 'approved' })
  expect(await paymentsOf(id)).toEqual(['APPROVED'])
})

test('a non-test card is reported with all other errors, but not in addition to an error of its number', async () => {
  const { id } = await shop.newLink()
  const problemsOf = async (fields: Fields) =>
    (await (await send(id, fields)).json()).fields.map((it: Fields) => `${it.field}.${it.code}`)
  expect(await problemsOf({ number: NON_TEST_CARD, cvc: '', name: '' })).toEqual([
    'number.not_test_card',
    'cvc.required',
    'name.required',
  ])
  expect(await problemsOf({ number: '4111 1111 1111 1112' })).toEqual(['number.invalid_number'])
})

test('a decline is in the language of the payer, and the payment keeps it', async () => {
  const { id } = await shop.newLink()
  const broke = { number: '4000 0000 0000 9995' }
  const spanish = { 'accept-language': 'es-MX,en;q=0.5' }
  expect(await (await send(id, broke, spanish)).json()).toMatchObject({
    status: 'declined',
    message: translatorOf('es')('declines.insufficient_funds'),
  })
  await send(id, {}, { ...spanish, cookie: 'theme=dark; lang=pt' })
  const { rows } = await shop.ctx.db.query({
    text: 'SELECT payer_language FROM service.payment WHERE link_id = $1 ORDER BY created_at',
    values: [id],
  })
  expect(rows).toEqual([{ payer_language: 'es-MX' }, { payer_language: 'pt-BR' }])
})

test('without scripts the errors are in the URL, which contains no typed value', async () => {
  const { id } = await shop.newLink()
  const led = await send(id, { number: NON_TEST_CARD }, { accept: 'text/html' })
  expect([led.status, led.headers.get('location')]).toEqual([
    303,
    `${WEB_URL}/pay/${id}?invalid=number.not_test_card`,
  ])
})

test('without scripts the URL names the number of digits of the security code, while the JSON error code is the same for all cards', async () => {
  const { id } = await shop.newLink()
  const wrong = { number: '3782 822463 10005', cvc: '123' }
  expect(await (await send(id, wrong)).json()).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'cvc', code: 'invalid_cvc' }],
  })
  const led = await send(id, wrong, { accept: 'text/html' })
  expect(led.headers.get('location')).toBe(`${WEB_URL}/pay/${id}?invalid=cvc.digits_4`)
})

test('a card whose outcome appears only in a later charge is a test card, too', async () => {
  const { id } = await shop.newLink()
  expect(await (await send(id, { number: '4000 0000 0000 0341' })).json()).toMatchObject({
    status: 'approved',
  })
})

test('with our own form a card id of other fields replaces no card', async () => {
  const { id } = await shop.newLink()
  const refused = await send(id, { payment_method: 'pm_visa', number: '' })
  expect(await refused.json()).toMatchObject({ fields: [{ field: 'number', code: 'required' }] })
  expect(await (await send(id, { payment_method: 'pm_visa' })).json()).toMatchObject({ status: 'approved' })
})

test('too many attempts without scripts lead to a page that shows how long to wait', async () => {
  const { id } = await shop.newLink()
  address += 1
  let led = await send(id, { number: '' }, { accept: 'text/html' })
  for (let times = 0; times < 60 && !led.headers.has('retry-after'); times += 1)
    led = await send(id, { number: '' }, { accept: 'text/html' })
  const waitS = led.headers.get('retry-after')
  expect(Number(waitS)).toBeGreaterThan(0)
  expect([led.status, led.headers.get('location')]).toEqual([303, `${WEB_URL}/pay/${id}?wait=${waitS}`])
  const scripted = await send(id, { number: '' })
  expect([scripted.status, await scripted.json()]).toMatchObject([429, { status: 'too_many' }])
})

test('a form that finds no database leads back to its page with its token, which pays once', async () => {
  address += 1
  const { id } = await shop.newLink()
  const attempt = randomUUID()
  const owner = new Client({ connectionString: testDatabase.url })
  await owner.connect()
  onTestFinished(() => owner.end())
  // The first statement of an attempt fails.
  await owner.query('ALTER TABLE limits.bucket RENAME TO away')
  const lost = await send(id, { attempt }, { accept: 'text/html' })
  expect([lost.status, lost.headers.get('location')]).toEqual([
    303,
    `${WEB_URL}/pay/${id}?attempt=${attempt}`,
  ])
  await owner.query('ALTER TABLE limits.away RENAME TO bucket')
  expect(await (await send(id, { attempt })).json()).toMatchObject({ status: 'approved' })
  expect(await paymentsOf(id)).toEqual(['APPROVED'])
})
