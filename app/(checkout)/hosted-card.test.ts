import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/platform/database'
import { webResources } from '@/lib/platform/process'
import { getAccount } from '@/lib/service/accounts/account-row'
import { createShop, openTestPool, type Shop } from '@/test/factories/create-shop'
import { uniquePhone } from '@/test/factories/customer-calls'
import { CLIENT_SECRET, HOSTED, HostedProcessor } from '@/test/fixtures/hosted-processor'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import JoinPage from './join/[slug]/page'
import { POST as postJoin } from './join/[slug]/register/route'
import { POST as postPay } from './pay/[linkId]/attempt/route'
import { POST as decide } from './test-bank/confirm/[challenge]/decision/route'
import ConfirmPage from './test-bank/confirm/[challenge]/page'

const opened = vi.hoisted(() => ({ processor: null as unknown }))
vi.mock('@/lib/service/processor/open-processor', () => ({ openProcessor: () => opened.processor }))
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
let processor: HostedProcessor
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
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_test_1')
  vi.stubEnv('STRIPE_PUBLISHABLE_KEY', 'pk_test_1')
  vi.stubEnv('STRIPE_WEBHOOK_SECRET', 'whsec_1')
  shop = await createShop({ database })
  slug = (await getAccount(shop.ctx.db, shop.ctx.accountId)).slug
})
afterAll(async () => {
  await webResources().database.close()
  await database.close()
  await testDatabase.drop()
})
beforeEach(() => {
  processor = new HostedProcessor(database, WEB_URL)
  opened.processor = processor
  address += 1
})

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

async function join(fields: Fields): Promise<unknown> {
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
  const answer = await pay(id, { ...TYPED_CARD, payment_method: HOSTED.visa })
  expect(await answer.json()).toMatchObject({ status: 'approved' })
  expect(processor.given).toEqual([{ hostedId: HOSTED.visa }])
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
  const refused = await pay(link.id, { ...TYPED_CARD, payment_method: id, name: '' })
  expect(await refused.json()).toMatchObject({
    status: 'invalid',
    fields: [
      { field: 'payment_method', code },
      { field: 'name', code: 'required' },
    ],
  })
  expect(processor.given).toEqual([])
})

test('a browser without scripts has no card id and is redirected back with that error', async () => {
  const { id } = await shop.newLink()
  const led = await pay(id, TYPED_CARD, 'text/html')
  expect(led.headers.get('location')).toBe(`${WEB_URL}/pay/${id}?invalid=payment_method.required`)
})

test('a sign-up saves the card of the processor’s fields with its consent, and needs both or neither', async () => {
  const phone = uniquePhone()
  expect(await join({ payment_method: HOSTED.visa })).toMatchObject({
    fields: [{ field: 'card_consent', code: 'required' }],
  })
  expect(await join({ ...TYPED_CARD, card_consent: '1' })).toMatchObject({
    fields: [{ field: 'payment_method', code: 'consented' }],
  })
  expect(await join({ payment_method: '4242', card_consent: '1' })).toMatchObject({
    fields: [{ field: 'payment_method', code: 'invalid' }],
  })
  expect(processor.given).toEqual([])
  expect(await join({ phone, payment_method: HOSTED.visa, card_consent: '1' })).toEqual({ status: 'done' })
  expect(await cardOf(phone)).toBe('4242')
  const without = uniquePhone()
  expect(await join({ ...TYPED_CARD, phone: without })).toEqual({ status: 'done' })
  expect(await cardOf(without)).toBeNull()
})

test('a declined card of a sign-up saves nothing, and the page reads no suspicion', async () => {
  const phone = uniquePhone()
  const answer = await join({ phone, payment_method: HOSTED.declined, card_consent: '1' })
  expect(answer).toMatchObject({ status: 'declined', message: expect.stringMatching(/./) })
  expect(JSON.stringify(answer)).not.toMatch(/stolen/i)
  expect(await cardOf(phone)).toBeUndefined()
})

test('a sign-up whose card the bank wants confirmed is saved when the same form is sent again', async () => {
  const form = { form: randomUUID(), phone: uniquePhone(), payment_method: HOSTED.confirm, card_consent: '1' }
  expect(await join(form)).toEqual({ status: 'confirm', client_secret: CLIENT_SECRET })
  expect(await cardOf(form.phone)).toBeUndefined()
  expect(await join(form)).toEqual({ status: 'done' })
  expect(await cardOf(form.phone)).toBe('4242')
})

test('a page gets the public key alone, and no test cards', async () => {
  const page = await JoinPage({ params: Promise.resolve({ slug }), searchParams: Promise.resolve({}) })
  const { hosted, testCards } = page.props.children.props
  expect(testCards).toBeNull()
  expect(hosted.setup).toEqual({
    publishableKey: 'pk_test_1',
    scriptUrl: expect.stringMatching(/^https:\/\/js\.stripe\.com\//),
    amountMinor: null,
    currency: 'USD',
    consent: 'card_consent',
  })
})

test('the pages of the test bank do not exist beside another processor', async () => {
  const { id } = await shop.newLink()
  const { confirm_url } = await (await pay(id, { payment_method: HOSTED.confirmAtBank })).json()
  const { pathname } = new URL(confirm_url)
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
