import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { webResources } from '@/lib/platform/process'
import { getAccount } from '@/lib/service/accounts/account-row'
import { openProcessorBooks } from '@/lib/service/processor/open-processor'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { uniquePhone } from '@/test/factories/customer-calls'
import { type StripeDouble, startStripeDouble } from '@/test/stripe/double'
import { createMethod } from '@/test/stripe/stripe-under-test'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import JoinPage from './join/[slug]/page'
import { POST as postJoin } from './join/[slug]/register/route'
import { POST as postPay } from './pay/[linkId]/attempt/route'
import { GET as returned } from './pay/[linkId]/return/route'
import { POST as decide } from './test-bank/confirm/[challenge]/decision/route'
import ConfirmPage from './test-bank/confirm/[challenge]/page'

vi.mock('next/headers', () => ({
  cookies: async () => ({ get: () => undefined, set: () => undefined }),
  headers: async () => new Headers(),
}))

const WEB_URL = 'http://localhost:3000'
/** Fields that a payer's page with the processor's fields never has. */
const TYPED_CARD = { number: '4111 1111 1111 1111', expiry: '12 / 99', cvc: '987' }

let testDatabase: TestDatabase
let database: Database
let shop: Shop
let slug: string
let double: StripeDouble
let address = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  vi.stubEnv('DATABASE_URL', testDatabase.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  vi.stubEnv('PROCESSOR', 'stripe')
  double = await startStripeDouble()
  vi.stubEnv('STRIPE_API_BASE', double.url)
  vi.stubEnv('STRIPE_SECRET_KEY', double.secretKey)
  vi.stubEnv('STRIPE_PUBLISHABLE_KEY', double.publishableKey)
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_1')
  shop = await createShop({ database })
  slug = (await getAccount(shop.ctx.db, shop.ctx.accountId)).slug
})
afterAll(async () => {
  const resources = webResources()
  const books = openProcessorBooks(resources)
  await database.close()
  await testDatabase.drop({ books })
  await resources.database.close()
  await double.close()
})
beforeEach(() => {
  address += 1
})

const CARDS = {
  visa: '4242424242424242',
  stolen: '4000000000009979',
  /** Needs its payer's confirmation. */
  confirm: '4000002760003184',
} as const

/** Returns the id that the processor's fields give to a page for a card. */
function methodOf(number: string): Promise<string> {
  const settings = { STRIPE_SECRET_KEY: double.secretKey, STRIPE_API_BASE: double.url }
  return createMethod(openStripe(settings), number)
}

type Fields = Record<string, string>

function request(path: string, fields: Fields, accept = 'application/json'): Request {
  return new Request(`${WEB_URL}${path}`, {
    method: 'POST',
    headers: { accept, origin: WEB_URL, 'x-forwarded-for': `203.0.113.${address}` },
    body: new URLSearchParams(fields),
  })
}

function pay(linkId: string, fields: Fields, accept?: string): Promise<Response> {
  const form = { attempt: randomUUID(), name: 'Ana Payer', email: '', ...fields }
  const params = Promise.resolve({ linkId })
  return postPay(request(`/pay/${linkId}/attempt`, form, accept), { params })
}

async function join(fields: Fields): Promise<Fields> {
  const form = { form: randomUUID(), name: 'Ana', phone: uniquePhone(), email: '', consent: '1', ...fields }
  const answer = await postJoin(request(`/join/${slug}/register`, form), {
    params: Promise.resolve({ slug }),
  })
  return answer.json()
}

async function cardOf(phone: string): Promise<string | null | undefined> {
  const { rows } = await shop.ctx.db.query<{ last4: string | null }>({
    text: `SELECT s.last4 FROM service.customer c
      LEFT JOIN service.saved_card s ON s.account_id = c.account_id AND s.customer_id = c.id
      WHERE c.phone = $1`,
    values: [phone],
  })
  return rows[0]?.last4
}

test('a payment takes the id of the processor’s fields, and a card number beside it is never read', async () => {
  const { id } = await shop.newLink()
  const answer = await pay(id, { ...TYPED_CARD, payment_method: await methodOf(CARDS.visa) })
  const { status, payment_id } = await answer.json()
  expect(status).toBe('approved')
  expect(double.books.byReference(payment_id)).toMatchObject([{ captures: 1, status: 'succeeded' }])
  const { rows } = await shop.ctx.db.query({
    text: 'SELECT card_last4 FROM service.payment WHERE id = $1',
    values: [payment_id],
  })
  expect(rows).toEqual([{ card_last4: '4242' }])
})

test('3-D Secure returns from the bank to the payment, which is captured once', async () => {
  const { id } = await shop.newLink()
  const attempt = randomUUID()
  const fields = { attempt, payment_method: await methodOf(CARDS.confirm) }
  const { status, payment_id, confirm_url } = await (await pay(id, fields)).json()
  expect(status).toBe('confirm')
  const back = new Request((await double.decide(confirm_url, 'approve')) ?? '')
  const page = `${WEB_URL}/pay/${id}`
  expect(back.url).toContain(`${page}/return?attempt=${attempt}`)
  const led = await returned(back, { params: Promise.resolve({ linkId: id }) })
  expect(led.headers.get('location')).toBe(`${page}?attempt=${attempt}`)
  expect(await (await pay(id, fields)).json()).toEqual({ status: 'approved', payment_id })
  expect(double.books.byReference(payment_id)).toMatchObject([{ captures: 1 }])
})

test.each([
  ['', 'required'],
  ['tok_visa', 'invalid'],
  ['pm_', 'invalid'],
  ['pm_visa\n', 'invalid'],
  ['pm_../x', 'invalid'],
  [`pm_${'x'.repeat(256)}`, 'invalid'],
])('the card id %j is refused at its field, and a card number does not replace it', async (id, code) => {
  const link = await shop.newLink()
  const before = double.books.requests.length
  const refused = await pay(link.id, { ...TYPED_CARD, payment_method: id, name: '' })
  expect(await refused.json()).toMatchObject({
    status: 'invalid',
    fields: [
      { field: 'payment_method', code },
      { field: 'name', code: 'required' },
    ],
  })
  expect(double.books.requests).toHaveLength(before)
})

test('a browser without scripts has no card id and is redirected back with that error', async () => {
  const { id } = await shop.newLink()
  const led = await pay(id, TYPED_CARD, 'text/html')
  expect(led.headers.get('location')).toBe(`${WEB_URL}/pay/${id}?invalid=payment_method.required`)
})

test('a sign-up saves the card of the processor’s fields with its consent, and needs both or neither', async () => {
  const phone = uniquePhone()
  const payment_method = await methodOf(CARDS.visa)
  const before = double.books.requests.length
  expect(await join({ payment_method })).toMatchObject({
    fields: [{ field: 'card_consent', code: 'required' }],
  })
  expect(await join({ ...TYPED_CARD, card_consent: '1' })).toMatchObject({
    fields: [{ field: 'payment_method', code: 'consented' }],
  })
  expect(await join({ payment_method: '4242', card_consent: '1' })).toMatchObject({
    fields: [{ field: 'payment_method', code: 'invalid' }],
  })
  expect(double.books.requests).toHaveLength(before)
  expect(await join({ phone, payment_method, card_consent: '1' })).toEqual({ status: 'done' })
  expect(await cardOf(phone)).toBe('4242')
  const without = uniquePhone()
  expect(await join({ ...TYPED_CARD, phone: without })).toEqual({ status: 'done' })
  expect(await cardOf(without)).toBeNull()
})

test('a declined card of a sign-up saves nothing, and the page reads no suspicion', async () => {
  const phone = uniquePhone()
  const payment_method = await methodOf(CARDS.stolen)
  const answer = await join({ phone, payment_method, card_consent: '1' })
  expect(answer).toMatchObject({ status: 'declined', message: expect.stringMatching(/./) })
  expect(JSON.stringify(answer)).not.toMatch(/stolen/i)
  expect(await cardOf(phone)).toBeUndefined()
})

test.each([
  ['approve', { status: 'done' }, CARDS.confirm.slice(-4)],
  ['refuse', { status: 'declined' }, undefined],
] as const)('a card of a sign-up whose payer decides in the page (%s)', async (decision, answer, last4) => {
  const payment_method = await methodOf(CARDS.confirm)
  const form = { form: randomUUID(), phone: uniquePhone(), payment_method, card_consent: '1' }
  const asked = await join(form)
  expect(asked).toEqual({ status: 'confirm', client_secret: expect.stringMatching(/^seti_.+_secret_/) })
  expect(await cardOf(form.phone)).toBeUndefined()
  const query = new URLSearchParams({ key: double.publishableKey, client_secret: asked.client_secret ?? '' })
  await double.decide(`${double.url}/elements/action?${query}`, decision)
  expect(await join(form)).toMatchObject(answer)
  expect(await cardOf(form.phone)).toBe(last4)
})

test('a page gets the public key alone, and no test cards', async () => {
  const page = await JoinPage({ params: Promise.resolve({ slug }), searchParams: Promise.resolve({}) })
  const { hosted, testCards } = page.props.children.props.children.props
  expect(testCards).toBeNull()
  expect(hosted.setup).toEqual({
    publishableKey: double.publishableKey,
    scriptUrl: expect.stringMatching(/^https:\/\/js\.stripe\.com\//),
    amountMinor: null,
    currency: 'USD',
    consent: 'card_consent',
  })
})

test('the pages of the test bank do not exist beside another processor', async () => {
  const { id } = await shop.newLink()
  const paid = await shop.pay(id, '4000002500003155')
  if (paid.kind !== 'attempted') throw new Error('the test bank was not asked')
  const { pathname } = new URL(paid.attempt.confirm?.url ?? '')
  const props = { params: Promise.resolve({ challenge: pathname.split('/').at(-1) ?? '' }) }
  const refuse = () => decide(request(`${pathname}/decision`, { decision: 'refuse' }), props)
  await expect(ConfirmPage(props)).rejects.toMatchObject({ digest: expect.stringContaining('404') })
  expect((await refuse()).status).toBe(404)
  const { env } = webResources()
  env.PROCESSOR = 'test_bank'
  try {
    expect((await refuse()).status).toBe(303)
  } finally {
    env.PROCESSOR = 'stripe'
  }
})
