import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Request } from 'autocannon'
import { Pool } from 'undici'
import { signatureHeader } from '@/lib/contract/signature'
import { signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { contextFor, makeAccount } from '@/prisma/demo/seed-context'
import { aPayment, seedConnection } from '@/test/factories/dashboard'
import { compare, type Figure } from './figure'
import { type Bench, CONNECTIONS, requireWritten, runLoad } from './processes'

/** Rate above both sides' throughput. */
const PER_SECOND_MAX = 8_000
/** Connections that receive in turn: each has a limit of deliveries per second. */
const RECEIVERS = 50

/** Measures signed events of as many payments, mirrored by the web, against an empty Next app that stores the body. */
export async function measureWebhookReceipts(bench: Bench): Promise<Figure[]> {
  const { database, keyring, owner } = bench
  const secret = `whsec_${randomUUID()}`
  const paths: string[] = []
  while (paths.length < RECEIVERS) {
    const { connectionId } = await seedConnection(database, { keyring, now: new Date() })
    const sealed = keyring.seal(secret, signingSecretAad(connectionId, 'ssec_bench'))
    const insert = 'INSERT INTO dashboard.connection_secret (connection_id, id, sealed, created_at)'
    await owner.query(`${insert} VALUES ($1, 'ssec_bench', $2, now())`, [connectionId, sealed])
    paths.push(`/api/webhooks/${connectionId}`)
  }
  await owner.query(`CREATE SCHEMA bench; CREATE TABLE bench.received
    (connection_id text, delivery_id text, body text NOT NULL, PRIMARY KEY (connection_id, delivery_id))`)
  const [web, empty] = [await bench.start('web'), await bench.start('empty')]
  const answered: number[] = []
  const run = (url: string, counted?: number[]) => (seconds: number) => {
    // Signed before the clock starts, so that the client's work is the same for both.
    const signed = Array.from({ length: seconds * PER_SECOND_MAX }, (_, at) => event(secret, at))
    const setupRequest = (to: object) => ({ ...to, path: paths[signed.length % RECEIVERS], ...signed.pop() })
    return runLoad(url, seconds, [{ method: 'POST', setupRequest }], counted)
  }
  const how = `signed payment.succeeded, each of another payment, to ${RECEIVERS} connections in turn, ${CONNECTIONS} at once, all found in the mirror; an empty Next app with one prepared INSERT of the body`
  const row = { name: 'webhook receipts', unit: 'requests/s', goal: { atLeast: 0.6 }, how } as const
  const figures = await compare(bench.plan, { ours: run(web, answered), baseline: run(empty) }, row)
  requireWritten(await bench.count('dashboard.mirror_payment'), answered)
  return figures
}

/** Returns headers and body of one delivery about its own payment; payments of one link share one row of a queue. */
function event(secret: string, index: number): Pick<Request, 'headers' | 'body'> {
  const now = new Date()
  const id = randomUUID().replaceAll('-', '')
  const link = { id: `pl_${index % 50}`, title: 'Birthday cake', url: 'http://localhost:3000/pay/pl_1' }
  const paid = { status: 'APPROVED', authorization_code: '482913', processor_reference: `tb_${id}` } as const
  const at = now.toISOString()
  const payment = aPayment({ id: `pay_${id}`, ...paid, payment_link: link, created_at: at, approved_at: at })
  const body = JSON.stringify({ event: 'payment.succeeded', created_at: at, data: { payment } })
  const headers = {
    'Content-Type': 'application/json',
    'Service-Event': 'payment.succeeded',
    'Service-Delivery': `whd_${id}`,
    'Service-Signature': signatureHeader([secret], Math.floor(now.getTime() / 1_000), body),
  }
  return { headers, body }
}

/** Concurrent requests, as in one worker process. There are enough merchants that no merchant's own limit applies. */
const CONCURRENCY = 200
const MERCHANTS = 26
const ENDPOINTS = 4

/** Measures deliveries of a worker against an undici loop that signs, sends and records each attempt. */
export async function measureDeliveries(bench: Bench): Promise<Figure[]> {
  await bench.owner.query(`CREATE SCHEMA bench; GRANT USAGE ON SCHEMA bench TO checkout_system;
    CREATE TABLE bench.attempt (LIKE service.delivery_attempt INCLUDING INDEXES INCLUDING DEFAULTS);
    GRANT INSERT ON bench.attempt TO checkout_system`)
  const receiver = await bench.start('bare')
  await bench.start('worker')
  const url = `${receiver.replace('127.0.0.1', 'localhost')}/hook`
  const accountIds: string[] = []
  while (accountIds.length < MERCHANTS) accountIds.push(await createMerchant(bench, ENDPOINTS, url))
  const countSent = () => bench.count('service.delivery_attempt WHERE error_class IS NULL')
  // The worker sends from the moment at which events are queued and idles between the rounds.
  const ours = async (seconds: number) => {
    const before = await countSent()
    await queueEvents(bench, accountIds, Math.ceil((seconds * PER_SECOND_MAX) / (MERCHANTS * ENDPOINTS)))
    while ((await countSent()) === before) await delay(50)
    const [started, first] = [performance.now(), await countSent()]
    await delay(seconds * 1_000)
    const perSecond = ((await countSent()) - first) / ((performance.now() - started) / 1_000)
    if ((await clearQueue(bench)) === 0) throw new Error('The worker has sent every event before the end.')
    return [perSecond]
  }
  const how = `events of ${EVENT_BODY.length} bytes to ${MERCHANTS * ENDPOINTS} endpoints of ${MERCHANTS} merchants, answered at once, by the worker process; ${CONCURRENCY} requests of undici on open connections, signed, each answer one INSERT into a table like ours`
  const sides = { ours, baseline: (seconds: number) => bareLoop(bench, receiver, seconds) }
  return compare(bench.plan, sides, { name: 'deliveries', unit: 'requests/s', goal: { atLeast: 0.5 }, how })
}

async function bareLoop({ database }: Bench, url: string, seconds: number): Promise<number[]> {
  const pool = new Pool(url, { connections: CONCURRENCY, pipelining: 1 })
  const db = database.as('checkout_system')
  const text = `INSERT INTO bench.attempt (account_id, delivery_id, number, attempted_at, duration_ms, answer_status,
    answer_head, signature) VALUES ('baseline', $1, $2, $3, $4, $5, $6, $7)`
  const started = performance.now()
  let sent = 0
  const loop = async () => {
    const id = randomUUID()
    for (let number = 0; performance.now() < started + seconds * 1_000; number += 1) {
      const at = new Date()
      const signature = signatureHeader(['whsec_bench'], Math.floor(at.getTime() / 1_000), EVENT_BODY)
      const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature }
      const answer = await pool.request({ path: '/hook', method: 'POST', headers, body: EVENT_BODY })
      const head = await answer.body.text()
      const values = [id, number, at, Date.now() - at.getTime(), answer.statusCode, head, signature]
      await db.query({ name: 'baseline-attempt', text, values })
      sent += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, loop))
  await pool.close()
  return [sent / ((performance.now() - started) / 1_000)]
}

/** Body of every queued event, of about the size of a rendered payment. */
export const EVENT_BODY = JSON.stringify({ event: 'payment.succeeded', pad: 'x'.repeat(900) })

/** Creates an account with endpoints for one URL. Returns the account's id. */
export async function createMerchant(bench: Bench, endpoints: number, url: string): Promise<string> {
  const account = await makeAccount(bench.seedContext)
  const ctx = contextFor(bench.seedContext, account)
  for (let endpoint = 0; endpoint < endpoints; endpoint += 1)
    await createEndpoint(ctx, { url }, { keyring: bench.keyring, testMode: true })
  return account.id
}

/** Queues `count` events for each endpoint of the accounts. */
export async function queueEvents(
  { owner }: Bench,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const random = (prefix: string) => `'${prefix}_' || replace(gen_random_uuid()::text, '-', '')`
  await owner.query(
    `WITH written AS (
        INSERT INTO service.event (account_id, id, kind, object_id, body, created_at)
        SELECT a.id, ${random('evt')}, 'payment.succeeded', 'pay_bench', $3, now()
        FROM unnest($1::text[]) AS a (id) CROSS JOIN generate_series(1, $2::integer) RETURNING account_id, id
      )
      INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, next_attempt_at, created_at)
      SELECT w.account_id, ${random('whd')}, w.id, e.id, 'payment.succeeded', 'pay_bench', now(), now()
      FROM written w JOIN service.webhook_endpoint e ON e.account_id = w.account_id`,
    [accountIds, count, EVENT_BODY],
  )
  await owner.query('ANALYZE service.delivery')
}

/** Ends the deliveries that no round has sent. Returns their number. */
export async function clearQueue({ owner }: Bench): Promise<number | null> {
  const { rowCount } =
    await owner.query(`UPDATE service.delivery d SET status = 'SKIPPED', finished_at = now()
    FROM (SELECT account_id, id FROM service.delivery WHERE status = 'PENDING' AND owner IS NULL
      FOR NO KEY UPDATE SKIP LOCKED) w WHERE d.account_id = w.account_id AND d.id = w.id`)
  return rowCount
}
