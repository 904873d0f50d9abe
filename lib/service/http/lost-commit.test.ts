import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let shop: Merchant
let owner: Client

/** Ends the connection of a commit; its client cannot know whether it was before or after. */
const LOSE_COMMITS = `CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
    'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
  CREATE CONSTRAINT TRIGGER lost_link AFTER INSERT ON service.payment_link DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION end_connection();
  CREATE CONSTRAINT TRIGGER lost_customer AFTER INSERT ON service.customer DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION end_connection();
  CREATE CONSTRAINT TRIGGER lost_refund AFTER INSERT ON service.refund DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION end_connection();`

beforeAll(async () => {
  api = await startApi({
    async wrapDatabase(database, url) {
      owner = new Client({ connectionString: url })
      await owner.connect()
      return database
    },
  })
  shop = await api.merchant()
  await owner.query(LOSE_COMMITS)
})
afterAll(async () => {
  await owner.end()
  await api.stop()
})

const link = { title: 'Tea', amount: 2 }
const customer = { name: 'Ana', phone: '+14155550132' }

it.each([
  ['a link', '/payment_links', { body: link }, 500, null],
  ['a customer', '/customers', { body: customer }, 500, null],
  [
    'a link under a key',
    '/payment_links',
    { body: link, headers: { 'Idempotency-Key': 'link-of-today' } },
    503,
    '2',
  ],
])('the creation of %s whose commit is lost asks for a retry only if that is safe', async (...row) => {
  const [, path, request, status, retryAfter] = row
  const answer = await shop.call('POST', path, request)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, retryAfter])
})

it('a refund whose commit is lost asks for a retry only under a key, because it may be carried out', async () => {
  await owner.query(
    `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, approved_at, created_at)
      VALUES ($1, 'pay_lost', 100, 'USD', 'APPROVED', 'Ana', 0, now(), now())`,
    [shop.account.id],
  )
  const refund = (headers = {}) =>
    shop.call('POST', '/payments/pay_lost/refunds', { body: { amount: 1 }, headers })
  const [plain, keyed] = [await refund(), await refund({ 'Idempotency-Key': 'refund-of-today' })]
  expect([plain.status, plain.body.error]).toEqual([
    409,
    expect.objectContaining({
      code: 'refund_unresolved',
      details: expect.objectContaining({ refund_id: expect.stringMatching(/^ref_/) }),
    }),
  ])
  expect([keyed.status, keyed.headers.get('retry-after')]).toEqual([503, '2'])
  await owner.query(`DELETE FROM service.payment WHERE id = 'pay_lost'`)
})
