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
