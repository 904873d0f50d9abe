import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { saveCard } from '@/lib/service/customers/saved-card'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let shop: Merchant

beforeAll(async () => {
  api = await startApi({})
  shop = await api.merchant()
})
afterAll(() => api.stop())

let round = 0

/**
 * Calls every endpoint once, over connections that prepared the same statements in the previous round, and returns each
 * with its status.
 */
async function everyEndpoint(): Promise<string[]> {
  round += 1
  const answers: string[] = []
  const call = async (method: string, path: string, body?: object, headers = {}) => {
    const answer = await shop.call(method, path, { ...(body ? { body } : {}), headers })
    answers.push(`${method} ${path.replace(/[a-z]+_[0-9a-f]{32}/, 'id')} ${answer.status}`)
    return answer.body
  }
  await call('GET', '/me')
  await call('GET', '/balance')
  const link = await call('POST', '/payment_links', { title: 'Tea', amount: 2 })
  await call('GET', '/payment_links')
  await call('GET', `/payment_links/${link.id}`)
  await call('POST', `/payment_links/${link.id}/cancel`)
  const phone = `+5025555${2000 + round}`
  const customer = await call('POST', '/customers', { name: 'Ana Payer', phone })
  await call('PATCH', `/customers/${customer.id}`, { notes: `round ${round}` })
  await call('GET', '/customers?phone=%2B5025555')
  await call('GET', `/customers/${customer.id}`)
  const card = await api.bank.tokenize({
    number: '4242424242424242',
    expiryMonth: 12,
    expiryYear: 2099,
    cvc: '123',
  })
  await saveCard(api.database.as('checkout_service', shop.account.id), api.keyring, {
    accountId: shop.account.id,
    customerId: customer.id,
    card,
    now: api.now(),
  })
  const charge = { amount: 5, use_saved_card: true, description: 'Bread' }
  await call('POST', `/customers/${customer.id}/charges`, charge, {
    'Idempotency-Key': `charge-of-round-${round}`,
  })
  await call('POST', `/customers/${customer.id}/charges`, charge, {
    'Idempotency-Key': `charge-of-round-${round}`,
  })
  await call('POST', `/customers/${customer.id}/charges`, { amount: 5, use_saved_card: false })
  await call('GET', '/payments')
  await call('GET', '/settlements')
  return answers
}

it('every endpoint responds as before while statements are prepared and columns are added to every table', async () => {
  const before = await everyEndpoint()
  expect(before.filter((answer) => !/ 20[01]$/.test(answer))).toEqual([])
  const client = new Client({ connectionString: api.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ schemaname: string; tablename: string }>(
    `SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('service', 'test_bank', 'health')`,
  )
  for (const { schemaname, tablename } of rows)
    await client.query(
      `ALTER TABLE ${escapeIdentifier(schemaname)}.${escapeIdentifier(tablename)} ADD COLUMN added text`,
    )
  await client.end()
  expect(await everyEndpoint()).toEqual(before)
})
