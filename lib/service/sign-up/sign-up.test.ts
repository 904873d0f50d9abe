import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Customer } from '@/lib/contract/customer'
import type { Database } from '@/lib/platform/database'
import { Keyring } from '@/lib/platform/secrets'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { updateCustomer } from '@/lib/service/customers/update-customer'
import type { CodeMessage } from '@/lib/service/messaging/messenger'
import { ProcessorUnreachable } from '@/lib/service/processor/port'
import { TestBank } from '@/lib/service/processor/test-bank'
import { sweepSignUps } from '@/lib/service/retention/delete-expired'
import { contextFor, makeAccount, type SeedContext } from '@/prisma/demo/seed-context'
import { openTestPool } from '@/test/factories/create-shop'
import { uniquePhone } from '@/test/factories/customer-calls'
import { readSavedCard } from '@/test/factories/read-saved-card'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { enterCode } from './enter-code'
import { type SignUpInput, signUp } from './sign-up'
import type { SignUpDeps } from './sign-up-deps'

const keyring = new Keyring(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
const URLS = { web: 'http://localhost:3000', api: 'http://localhost:3001' }
const NUMBER = '4242424242424242'
const OTHER_NUMBER = '5555555555554444'
const MINUTE_MS = 60_000

let testDatabase: TestDatabase
let database: Database
let seedContext: SeedContext
let account: AccountRow
let now: Date
let sent: CodeMessage[]
let deps: SignUpDeps

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openTestPool(testDatabase.url)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  sent = []
  seedContext = { database, log: pino({ level: 'silent' }), urls: URLS, now: () => now }
  account = await makeAccount(seedContext, { country: 'US' })
  deps = {
    ...seedContext,
    keyring,
    processor: new TestBank(database, { webUrl: URLS.web, now: () => now }),
    messenger: { sendCode: async (message) => void sent.push(message) },
    codeSecret: 'x'.repeat(32),
    codeText: (_, code) => `code ${code}`,
    timingStepMs: 0,
  }
})

const card = (number = NUMBER) => ({ number, expiryMonth: 12, expiryYear: 2099, cvc: '123' })

function input(change: Partial<SignUpInput> & { phone?: string; email?: string } = {}): SignUpInput {
  const { phone = uniquePhone(), email = null, ...rest } = change
  return {
    slug: account.slug,
    form: randomUUID(),
    details: { name: 'Ana', phone, email },
    card: null,
    ...rest,
  }
}

const read = async (text: string) =>
  (await database.as('checkout_service', account.id).query<Record<string, unknown>>({ text })).rows
const events = async () =>
  (await read('SELECT kind, body FROM service.event ORDER BY kind')).map(({ kind, body }) => ({
    kind,
    // The body was rendered by this service.
    customer: JSON.parse(String(body)).data.customer as Customer,
  }))
const customers = () => read('SELECT id, phone, source, status FROM service.customer')
const last4s = async () => (await read('SELECT last4 FROM service.saved_card')).map(({ last4 }) => last4)
const code = () => /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? ''

/** Creates a customer of the merchant, and a later sign-up with another card that waits for a code. */
async function known(change: Partial<SignUpInput> = {}) {
  const phone = uniquePhone()
  const customer = await createCustomer(contextFor(seedContext, account), {
    name: 'Ana García',
    phone,
    email: null,
    notes: null,
    external_ref: null,
    country: 'US',
  })
  const form = randomUUID()
  const again = input({ phone: `+${phone.slice(1, 5)} ${phone.slice(5)}`, form, card: card(), ...change })
  expect(await signUp(deps, again)).toEqual({ status: 'done' })
  const saved = () => readSavedCard(database.as('checkout_service', account.id), keyring, place)
  const place = { accountId: account.id, customerId: customer.id }
  const enter = (text: string) => enterCode(deps, { slug: account.slug, form: again.form, code: text })
  return { customer, form, phone, saved, enter }
}

describe('a new phone', () => {
  test('a new phone creates a customer with the source sign-up, reported by one event', async () => {
    const phone = uniquePhone()
    expect(await signUp(deps, input({ phone, email: 'ana@example.com' }))).toEqual({ status: 'done' })
    expect(await events()).toMatchObject([
      {
        kind: 'customer.created',
        customer: { source: 'SELF', status: 'ACTIVE', phone, email: 'ana@example.com', card: null },
      },
    ])
    expect(sent).toEqual([])
  })

  test('a new phone with a card has it saved at once; both events contain the customer with the card', async () => {
    await signUp(deps, input({ card: card() }))
    const raised = await events()
    expect(raised.map(({ kind }) => kind)).toEqual(['customer.card_saved', 'customer.created'])
    expect(raised[0]?.customer).toEqual(raised[1]?.customer)
    expect(raised[0]?.customer.card).toEqual({ brand: 'visa', last4: '4242', expiry: '12/99' })
    const place = { accountId: account.id, customerId: raised[0]?.customer.id ?? '' }
    const saved = await readSavedCard(database.as('checkout_service', account.id), keyring, place)
    expect(saved?.token).toMatch(/^tok_/)
    expect(sent).toEqual([])
  })

  test('a form creates one customer, however often and fast it is sent', async () => {
    const once = input({ card: card() })
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(deps, once)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['done']))
    expect(await signUp(deps, once)).toEqual({ status: 'done' })
    expect([(await customers()).length, (await events()).length, sent.length]).toEqual([1, 2, 0])
  })

  test('two concurrent forms of a phone create one customer, and both get the same response', async () => {
    const phone = uniquePhone()
    const forms = Array.from({ length: 6 }, () => input({ phone }))
    const answers = await Promise.all(forms.map((form) => signUp(deps, form)))
    expect(answers).toEqual(forms.map(() => ({ status: 'done' })))
    expect([(await customers()).length, (await events()).length]).toEqual([1, 1])
  })
})

describe('a known phone', () => {
  test('a known phone in any spelling changes nothing, and no code is sent without a card', async () => {
    const { saved } = await known({ card: null })
    expect([await customers(), await events(), await saved(), sent]).toMatchObject([
      [{ source: 'MERCHANT' }],
      [],
      null,
      [],
    ])
  })

  test('a code for a known phone replaces the saved card once it is entered, and only once', async () => {
    const { customer, phone, saved, enter } = await known()
    expect(sent).toEqual([{ accountId: account.id, to: phone, text: `code ${code()}` }])
    expect([await events(), await saved()]).toEqual([[], null])
    expect(await enter(` ${code().slice(0, 3)} ${code().slice(3)}`)).toBe('saved')
    expect(await saved()).toMatchObject({ last4: '4242', token: expect.stringMatching(/^tok_/) })
    expect(await events()).toMatchObject([
      {
        kind: 'customer.card_saved',
        customer: { id: customer.id, source: 'MERCHANT', card: { last4: '4242' } },
      },
    ])
    expect(await enter(code())).toBe('saved')
    expect(await events()).toHaveLength(1)
    expect(await customers()).toHaveLength(1)
  })

  test('a code typed in Arabic-Indic digits is accepted', async () => {
    const { enter } = await known()
    const typed = [...code()].map((digit) => String.fromCharCode(0x660 + Number(digit)))
    expect(await enter(typed.join(''))).toBe('saved')
  })

  test('a code entered many times at once replaces the card exactly once', async () => {
    const { enter } = await known()
    const answers = await Promise.all(Array.from({ length: 4 }, () => enter(code())))
    expect(new Set(answers)).toEqual(new Set(['saved']))
    expect(await events()).toHaveLength(1)
  })

  test('the code of another form, phone or account is not accepted', async () => {
    const first = await known()
    const codeOfFirst = code()
    const second = await known({ card: card(OTHER_NUMBER) })
    if (codeOfFirst !== code()) expect(await second.enter(codeOfFirst)).toBe('wrong')
    expect(await first.enter(codeOfFirst)).toBe('saved')
    expect([await first.saved(), await second.saved()]).toMatchObject([{ last4: '4242' }, null])
    const elsewhere = await makeAccount(seedContext)
    const foreign = { slug: elsewhere.slug, form: second.form, code: code() }
    expect(await enterCode(deps, foreign)).toBe('wrong')
  })

  test('a code expires after five tries, even the right one', async () => {
    const { enter, saved } = await known()
    const wrong = code() === '000000' ? '111111' : '000000'
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(wrong)))
    expect(new Set(answers)).toEqual(new Set(['wrong']))
    expect(await enter(code())).toBe('wrong')
    expect(await saved()).toBeNull()
  })

  test('a code expires after ten minutes', async () => {
    const { enter, saved } = await known()
    now = new Date(now.getTime() + 10 * MINUTE_MS)
    expect([await enter(code()), await saved()]).toEqual(['wrong', null])
  })

  test('a card stays if the customer was archived or has another phone by then', async () => {
    const ctx = contextFor(seedContext, account)
    for (const change of [{ status: 'ARCHIVED' }, { phone: uniquePhone() }] as const) {
      const { customer, enter, saved } = await known()
      await updateCustomer(ctx, customer.id, { ...change, country: 'US' })
      expect([await enter(code()), await saved()]).toEqual(['wrong', null])
    }
  })

  test('the phone of an archived customer gets the same response and no code', async () => {
    const { customer, phone, saved } = await known()
    await updateCustomer(contextFor(seedContext, account), customer.id, { status: 'ARCHIVED', country: 'US' })
    expect(await signUp(deps, input({ phone, card: card() }))).toEqual({ status: 'done' })
    expect([sent.length, await saved()]).toEqual([1, null])
  })

  test('a phone is sent no more than three codes in a row', async () => {
    const { phone } = await known()
    for (let more = 0; more < 5; more += 1) {
      expect(await signUp(deps, input({ phone, card: card() }))).toEqual({ status: 'done' })
    }
    expect(sent).toHaveLength(3)
  })

  test('a card stays if nothing can be sent, with the same response', async () => {
    deps = { ...deps, messenger: null }
    const { saved, enter } = await known()
    expect([sent, await saved(), await enter('123456')]).toEqual([[], null, 'wrong'])
    expect(await read('SELECT 1 FROM service.sign_up WHERE token_sealed IS NOT NULL')).toEqual([])
  })

  test('a stored code is useless without the secret', async () => {
    await known()
    const [row] = await read('SELECT s::text AS all FROM service.sign_up s')
    expect(String(row?.all)).not.toContain(code())
    expect(String(row?.all)).not.toContain('tok_')
  })
})

test('a known e-mail under a new phone changes nothing and sends nothing', async () => {
  await signUp(deps, input({ email: 'ana@example.com' }))
  expect(await signUp(deps, input({ email: 'ANA@example.com', card: card() }))).toEqual({ status: 'done' })
  expect([(await customers()).length, await last4s(), sent]).toEqual([1, [], []])
})

test('a new form and a guess at its code look like those of a known phone', async () => {
  const fresh = input({ card: card() })
  await signUp(deps, fresh)
  const enter = () => enterCode(deps, { slug: account.slug, form: fresh.form, code: '123456' })
  for (let attempt = 0; attempt < 6; attempt += 1) expect(await enter()).toBe('wrong')
  expect(await read('SELECT tries FROM service.sign_up')).toEqual([{ tries: 5 }])
})

test('a sign-up with a suspended account, without charges, or on an unknown slug is refused', async () => {
  const change = (set: string) =>
    database.as('checkout_system').query({
      text: `UPDATE service.account SET ${set} WHERE id = $1`,
      values: [account.id],
    })
  const { enter } = await known()
  await change(`status = 'SUSPENDED'`)
  expect(await signUp(deps, input())).toEqual({ status: 'closed' })
  expect(await enter(code())).toBe('closed')
  await change(`status = 'ACTIVE', charges_switch = false`)
  expect(await signUp(deps, input())).toEqual({ status: 'closed' })
  for (const slug of ['nobodys', 'nul\u0000']) {
    expect(await signUp(deps, input({ slug }))).toEqual({ status: 'closed' })
  }
  expect(await customers()).toHaveLength(1)
})

test('an unreachable bank leaves nothing behind, and the same form can be sent again', async () => {
  const bank = deps.processor
  const down = { ...deps, processor: Object.assign(Object.create(bank), { tokenize: fail }) }
  const form = input({ card: card() })
  expect(await signUp(down, form)).toEqual({ status: 'unavailable' })
  expect(await customers()).toEqual([])
  expect(await signUp(deps, form)).toEqual({ status: 'done' })
  expect(await last4s()).toEqual(['4242'])

  async function fail() {
    throw new ProcessorUnreachable('down')
  }
})

test('cards are not tried any more after a hundred declines of an account’s sign-ups', async () => {
  const declining = { tokenize: async () => ({ outcome: 'declined', declineCode: 'generic_decline' }) }
  const strict = { ...deps, processor: Object.assign(Object.create(deps.processor), declining) }
  for (let declines = 0; declines < 100; declines += 1)
    expect(await signUp(strict, input({ card: card() }))).toMatchObject({ status: 'declined' })
  expect(await signUp(strict, input({ card: card() }))).toMatchObject({ status: 'too_many' })
  expect(await signUp(deps, input())).toEqual({ status: 'done' })
  expect(await customers()).toHaveLength(1)
})

test('a response takes a whole number of steps, whatever was written', async () => {
  deps = { ...deps, timingStepMs: 150 }
  const took = async (form: SignUpInput) => {
    const start = performance.now()
    await signUp(deps, form)
    return performance.now() - start
  }
  const phone = uniquePhone()
  expect(await took(input({ phone, card: card() }))).toBeGreaterThan(149)
  expect(await took(input({ phone, card: card() }))).toBeGreaterThan(149)
})

test('unconfirmed cards are deleted when they expire, forms after a day', async () => {
  await known()
  const system = database.as('checkout_system')
  await sweepSignUps(system, now)
  expect(await read('SELECT 1 FROM service.sign_up WHERE token_sealed IS NOT NULL')).toHaveLength(1)
  await sweepSignUps(system, new Date(now.getTime() + 11 * MINUTE_MS))
  expect(await read('SELECT 1 FROM service.sign_up WHERE token_sealed IS NOT NULL')).toEqual([])
  await sweepSignUps(system, new Date(now.getTime() + 25 * 60 * MINUTE_MS))
  expect(await read('SELECT 1 FROM service.sign_up')).toEqual([])
})
