import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { JoinDone } from '@/components/join/join-done'
import { JoinForm } from '@/components/join/join-form'
import type { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { webResources } from '@/lib/platform/process'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { contextFor, makeAccount, type SeedContext } from '@/prisma/demo/seed-context'
import { openTestPool } from '@/test/factories/create-shop'
import { uniquePhone } from '@/test/factories/customer-calls'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { POST as postCode } from './code/route'
import JoinPage from './page'
import { SENT_COOKIE } from './posted-form'
import { POST as postForm } from './register/route'

const browser = vi.hoisted(() => ({ cookies: new Map<string, { value: string }>() }))
vi.mock('next/headers', () => ({
  cookies: async () => browser.cookies,
  headers: async () => new Headers(),
}))

const WEB_URL = 'http://localhost:3000'

let testDatabase: TestDatabase
let database: Database
let seedContext: SeedContext
let account: AccountRow
let address = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
  vi.stubEnv('DATABASE_URL', testDatabase.url)
  vi.stubEnv('NEXTAUTH_SECRET', 'x'.repeat(32))
  vi.stubEnv('ENCRYPTION_KEYS', `k1:${Buffer.alloc(32, 1).toString('base64')}`)
  vi.stubEnv('LOG_LEVEL', 'silent')
  vi.stubEnv('WEB_URL', WEB_URL)
  const urls = { web: WEB_URL, api: 'http://localhost:3001' }
  seedContext = { database, log: createLog('test', 'silent'), urls, now: () => new Date() }
})
afterAll(async () => {
  await webResources().database.close()
  await database.close()
  await testDatabase.drop()
})
beforeEach(async () => {
  account = await makeAccount(seedContext, { country: 'US' })
  address += 1
})

type Fields = Record<string, string>
const CARD: Fields = { number: '4242 4242 4242 4242', expiry: '12 / 99', cvc: '123', card_consent: '1' }
const form = (change: Fields = {}): Fields => ({
  form: randomUUID(),
  name: 'Ana',
  phone: uniquePhone(),
  email: '',
  consent: '1',
  ...change,
})

interface Sending {
  post?: typeof postForm
  headers?: Record<string, string>
  slug?: string
}

function send(fields: Fields, { post = postForm, headers = {}, slug = account.slug }: Sending = {}) {
  const request = new Request(`${WEB_URL}/join/${slug}/register`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      origin: WEB_URL,
      'x-forwarded-for': `203.0.113.${address}`,
      ...headers,
    },
    body: new URLSearchParams(fields),
  })
  return post(request, { params: Promise.resolve({ slug }) })
}

const customers = async () =>
  (
    await database.as('checkout_service', account.id).query<{ name: string; last4: string | null }>({
      text: `SELECT c.name, s.last4 FROM service.customer c
        LEFT JOIN service.saved_card s ON s.account_id = c.account_id AND s.customer_id = c.id`,
    })
  ).rows
const messages = async () =>
  (
    await database.as('checkout_system').query<{ recipient: string; text: string }>({
      text: 'SELECT recipient, text FROM service.shown_message WHERE account_id = $1',
      values: [account.id],
    })
  ).rows

test('a submission by script returns JSON and creates the customer with the card', async () => {
  const answer = await send(form(CARD))
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'done' }])
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(await customers()).toEqual([{ name: 'Ana', last4: '4242' }])
})

test('a browser without scripts is redirected back without any typed value in the URL', async () => {
  const fields = form(CARD)
  const sent = await send(fields, { headers: { accept: 'text/html' } })
  expect([sent.status, sent.headers.get('location')]).toEqual([
    303,
    `${WEB_URL}/join/${account.slug}?form=${fields.form}`,
  ])
  const wrong = form({ name: ' ', phone: '12', number: '4242', email: 'nobody' })
  const led = await send(wrong, { headers: { accept: 'text/html' } })
  const address = new URL(led.headers.get('location') ?? '')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    form: wrong.form,
    invalid:
      'name.too_short,phone.invalid_phone,email.invalid_email,number.too_short,expiry.required,cvc.required,card_consent.required',
  })
})

test('a form’s token in the URL counts only in the browser that sent the form', async () => {
  const fields = form(CARD)
  const sent = await send(fields)
  const [cookie = ''] = (sent.headers.get('set-cookie') ?? '').split(';')
  expect(sent.headers.get('set-cookie')).toBe(
    `${SENT_COOKIE}=${fields.form}; Path=/join/${account.slug}; Max-Age=86400; HttpOnly; SameSite=Lax`,
  )
  const shown = async () => {
    const props = { params: Promise.resolve({ slug: account.slug }) }
    const page = await JoinPage({ ...props, searchParams: Promise.resolve({ form: fields.form }) })
    return page.props.children.props.children
  }
  // Otherwise a victim would enter the code of their own phone for the sender’s card.
  expect(await shown()).toMatchObject({
    type: JoinForm,
    props: { token: expect.not.stringMatching(fields.form ?? '') },
  })
  browser.cookies.set(SENT_COOKIE, { value: cookie.slice(SENT_COOKIE.length + 1) })
  expect(await shown()).toMatchObject({ type: JoinDone })
})

test('a sign-up requires consent, and a second consent only with a card', async () => {
  const problemsOf = async (fields: Fields) =>
    (await (await send(fields)).json()).fields?.map((it: Fields) => it.field)
  expect(await problemsOf(form({ consent: '' }))).toEqual(['consent'])
  expect(await problemsOf(form({ ...CARD, card_consent: '' }))).toEqual(['card_consent'])
  expect(await customers()).toEqual([])
})

test('consent to save a card without a card is refused, so that no customer believes that one was saved', async () => {
  expect(await (await send(form({ card_consent: '1' }))).json()).toMatchObject({
    status: 'invalid',
    fields: [{ field: 'number', code: 'consented' }],
  })
  expect(await customers()).toEqual([])
})

test('a non-test card is refused at its number in test mode and does not count as an attempt', async () => {
  const fields = form({ ...CARD, number: '4111 1111 1111 1111' })
  for (let times = 0; times < 12; times += 1) {
    expect(await (await send({ ...fields, name: '' })).json()).toMatchObject({
      status: 'invalid',
      fields: [{ field: 'name' }, { field: 'number', code: 'not_test_card' }],
    })
  }
  const led = await send(fields, { headers: { accept: 'text/html' } })
  expect(led.headers.get('location')).toBe(
    `${WEB_URL}/join/${account.slug}?form=${fields.form}&invalid=number.not_test_card`,
  )
  expect(await customers()).toEqual([])
  expect(await (await send({ ...fields, ...CARD })).json()).toEqual({ status: 'done' })
  expect(await customers()).toEqual([{ name: 'Ana', last4: '4242' }])
})

test('a known phone and a new one get identical responses, and the shown code replaces the card', async () => {
  const phone = uniquePhone()
  const fields = { name: 'Known', phone, email: null, notes: null, external_ref: null, country: 'US' }
  await createCustomer(contextFor(seedContext, account), fields)
  const known = form({ ...CARD, phone })
  const [answerOfKnown, answerOfNew] = [await send(known), await send(form(CARD))]
  const whole = async (answer: Response) => [
    answer.status,
    [...answer.headers].filter(([name]) => name !== 'set-cookie'),
    await answer.text(),
  ]
  expect(await whole(answerOfKnown)).toEqual(await whole(answerOfNew))
  await vi.waitFor(async () => expect(await messages()).toHaveLength(1))
  const [message] = await messages()
  expect(message?.recipient).toBe(phone)
  expect(message?.text).toContain(account.name)
  const code = /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
  const enter = async (text: string) =>
    (await send({ form: known.form ?? '', code: text }, { post: postCode })).json()
  expect(await enter(code === '000000' ? '111111' : '000000')).toEqual({ status: 'wrong_code' })
  expect(await customers()).toContainEqual({ name: 'Known', last4: null })
  expect(await enter(code)).toEqual({ status: 'done' })
  expect(await customers()).toContainEqual({ name: 'Known', last4: '4242' })
})

test('a deployment that is not on loopback shows no code', async () => {
  const { env } = webResources()
  const before = env.HOST
  env.HOST = '0.0.0.0'
  try {
    const phone = uniquePhone()
    for (let times = 0; times < 2; times += 1) {
      expect(await (await send(form({ ...CARD, phone }))).json()).toEqual({ status: 'done' })
    }
    expect([await customers(), await messages()]).toEqual([[{ name: 'Ana', last4: '4242' }], []])
  } finally {
    env.HOST = before
  }
})

test('a form from another site, one that is too large and one without a token are refused', async () => {
  const origin = { origin: 'https://evil.example' }
  const statuses = [
    (await send(form(), { headers: origin })).status,
    (await send(form(), { headers: origin, post: postCode })).status,
    (await send(form({ name: 'x'.repeat(20_000) }))).status,
    (await send(form({ form: 'short' }))).status,
  ]
  expect([statuses, await customers()]).toEqual([[403, 403, 413, 400], []])
})

test('a suspended account and an unknown slug accept no sign-up', async () => {
  await database.as('checkout_system').query({
    text: `UPDATE service.account SET status = 'SUSPENDED' WHERE id = $1`,
    values: [account.id],
  })
  expect(await (await send(form())).json()).toEqual({ status: 'closed' })
  expect(await (await send(form(), { slug: 'nobodys' })).json()).toEqual({ status: 'closed' })
  expect(await customers()).toEqual([])
})

test('an IP address with too many attempts has to wait, and invalid fields do not count as attempts', async () => {
  for (let times = 0; times < 12; times += 1) await send(form({ name: '' }))
  const token = randomUUID()
  for (let times = 0; times < 10; times += 1) await send({ form: token, code: 'x' }, { post: postCode })
  const limited = await send(form())
  expect(limited.status).toBe(429)
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await limited.json()).toMatchObject({ status: 'too_many' })
  const fields = form()
  const led = await send(fields, { headers: { accept: 'text/html' } })
  expect([led.status, led.headers.get('location')]).toEqual([
    303,
    `${WEB_URL}/join/${account.slug}?form=${fields.form}&wait=${led.headers.get('retry-after')}`,
  ])
  expect(await customers()).toEqual([])
})
