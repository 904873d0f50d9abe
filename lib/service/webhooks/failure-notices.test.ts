import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Database } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { openMailer, smtpMailer } from '@/lib/platform/mail/mailer'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import { Keyring } from '@/lib/platform/secrets'
import { suspendAccount } from '@/lib/service/accounts/change-account'
import { createAccount } from '@/lib/service/accounts/create-account'
import { listShownMessages } from '@/lib/service/messaging/messenger'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { sendTestEvent } from '@/lib/service/panel/send-test-event'
import { tappedDatabase } from '@/test/factories/tapped-database'
import { startMailServer } from '@/test/mail-server'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { type Receiver, startReceiver } from '@/test/test-receiver'
import { type EndpointContext, getEndpoint } from './endpoint-row'
import { type FailureNotice, mailFailureNotice, queueFailureNotices, runNoticeMail } from './failure-notices'
import { recordEvent } from './record-event'
import { deliverDue } from './run-deliveries'

const START = new Date('2026-11-20T10:00:00.000Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const keyring = new Keyring(`k1:${Buffer.alloc(32, 7).toString('base64')}`)
const log = createLog('test', 'silent')
const webUrl = 'https://pay.example.test'
const server = await startMailServer()
const smtp = smtpMailer({ url: server.url, from: 'no-reply@checkout.test' })

let db: TestDatabase
let database: Database
let owner: Client
let receiver: Receiver
let status: number
let now: Date
let ctx: EndpointContext
let endpointId: string

beforeAll(async () => {
  db = await createTestDatabase()
  database = new Database({ url: db.url, max: 6 })
  owner = new Client({ connectionString: db.url })
  await owner.connect()
  receiver = await startReceiver((response) => response.writeHead(status).end())
})
afterAll(async () => {
  await receiver.close()
  await owner.end()
  await database.close()
  await db.drop()
})
beforeEach(async () => {
  now = START
  status = 500
  server.taken = []
  await system().query({ text: `UPDATE service.webhook_endpoint SET status = 'DELETED'` })
  const account = await createAccount(
    system(),
    {
      name: 'Shop',
      contact_email: 'ana@shop.example',
      currency: 'USD',
      timezone: 'America/Lima',
      country: 'PE',
    },
    now,
  )
  const accountId = account.id
  ctx = {
    accountId,
    actor: { kind: 'operator' },
    db: database.as('checkout_service', accountId),
    now: () => now,
  }
  endpointId = (await createEndpoint(ctx, { url: receiver.url }, { keyring, testMode: true })).id
})

const system = () => database.as('checkout_system')
const look = () => queueFailureNotices(system(), now)

/** Moves the clock to `ms` after the start, raises an event and sends everything that is due. */
async function passTo(ms: number): Promise<void> {
  now = new Date(START.getTime() + ms)
  const { accountId } = ctx
  const object = { id: `pay_${now.getTime()}`, object: 'payment' }
  await ctx.db.transaction((tx) => recordEvent(tx, { accountId, kind: 'payment.succeeded', object, now }))
  await deliverAll()
}

async function deliverAll(): Promise<void> {
  const http = new OutboundHttp({ testMode: true, totalTimeoutMs: 1_000 })
  await deliverDue({ database, keyring, http, now: () => now, owner: 'test', leaseMs: 30_000, log })
}

/** Returns the recorded mails of the endpoint's page. */
async function sent(): Promise<unknown> {
  const { rows } = await ctx.db.query<{ notices_sent: unknown }>({
    text: 'SELECT notices_sent FROM service.webhook_endpoint WHERE account_id = $1 AND id = $2',
    values: [ctx.accountId, endpointId],
  })
  return rows[0]?.notices_sent
}

/** Returns the notices that were queued, oldest first. */
async function queued(): Promise<FailureNotice[]> {
  const { rows } = await owner.query<{ since: Date }>(
    'SELECT since FROM jobs.failure_notice WHERE endpoint_id = $1 ORDER BY since',
    [endpointId],
  )
  return rows.map(({ since }) => ({ account_id: ctx.accountId, endpoint_id: endpointId, since }))
}

const deps = (mailer = smtp) => ({ database, mailer, webUrl, now: () => now, log })
const mail = (notice: FailureNotice, mailer = smtp) => mailFailureNotice(deps(mailer), notice)

test('an endpoint that keeps failing has one notice, after 15 minutes', async () => {
  const found: number[] = []
  for (const ms of [0, MINUTE_MS, 6 * MINUTE_MS, 15 * MINUTE_MS - 1]) {
    await passTo(ms)
    expect(await look()).toBe(0)
  }
  for (const ms of [15 * MINUTE_MS, HOUR_MS, DAY_MS, 9 * DAY_MS]) {
    await passTo(ms)
    found.push(await look())
  }
  expect(found).toEqual([1, 0, 0, 0])
  expect(await queued()).toHaveLength(1)
})

test('a single failed attempt, and a failure that ends within 15 minutes, have no notice', async () => {
  await passTo(0)
  status = 200
  await passTo(5 * MINUTE_MS)
  await passTo(HOUR_MS)
  expect(await look()).toBe(0)
})

test('an endpoint that recovered has a notice again, but not within six hours of the last one', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  expect(await look()).toBe(1)
  status = 200
  await passTo(HOUR_MS)
  status = 500
  for (const ms of [2 * HOUR_MS, 3 * HOUR_MS]) await passTo(ms)
  expect(await look()).toBe(0)
  await passTo(7 * HOUR_MS)
  expect(await look()).toBe(1)
  expect(await queued()).toHaveLength(2)
})

test('test events neither begin nor end a failure', async () => {
  const sendTest = async (ms: number) => {
    now = new Date(START.getTime() + ms)
    await sendTestEvent(ctx, { id: endpointId, kind: 'payment.succeeded' })
    await deliverAll()
    return (await getEndpoint(ctx, endpointId)).failing_since
  }
  expect(await sendTest(0)).toBeNull()
  await passTo(MINUTE_MS)
  status = 200
  expect(await sendTest(MINUTE_MS + 1)).toEqual(new Date(START.getTime() + MINUTE_MS))
  status = 500
  await passTo(15 * MINUTE_MS)
  expect(await look()).toBe(0)
  await passTo(16 * MINUTE_MS)
  expect(await look()).toBe(1)
})

test('a pause ends a failure: the next notice counts only the failures after it', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await changeEndpointStatus(ctx, endpointId, 'PAUSED')
  now = new Date(START.getTime() + DAY_MS)
  await changeEndpointStatus(ctx, endpointId, 'ACTIVE')
  await passTo(DAY_MS)
  expect(await look()).toBe(0)
  await passTo(DAY_MS + 15 * MINUTE_MS)
  expect(await look()).toBe(1)
})

test('a paused endpoint and an endpoint of a suspended account have no notice', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await suspendAccount(system(), { accountId: ctx.accountId, actor: ctx.actor }, now)
  expect(await look()).toBe(0)
  await system().query({
    text: `UPDATE service.account SET status = 'ACTIVE' WHERE id = $1`,
    values: [ctx.accountId],
  })
  await changeEndpointStatus(ctx, endpointId, 'PAUSED')
  expect(await look()).toBe(0)
})

test('two concurrent checks queue one notice', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  const found = await Promise.all([look(), look(), look()])
  expect(found.toSorted()).toEqual([0, 0, 1])
  expect(await queued()).toHaveLength(1)
})

test('a check counts many notices a hundred at a time, the longest failures first', async () => {
  await passTo(0)
  await owner.query(
    `WITH many AS (SELECT n FROM generate_series(1, 149) AS n
      ), made AS (
        INSERT INTO service.webhook_endpoint (account_id, id, url, secret_sealed, created_at, failing_since)
        SELECT account_id, 'we_many_' || n, url, secret_sealed, created_at, failing_since + n * interval '1 second'
        FROM service.webhook_endpoint, many WHERE account_id = $1)
      INSERT INTO service.delivery (account_id, id, event_id, endpoint_id, kind, object_id, attempts, automatic_attempts,
        next_attempt_at, created_at, last_attempt_at, last_error_class)
      SELECT account_id, 'whd_many_' || n, event_id, 'we_many_' || n, kind, object_id, 1, 1, '2027-01-01Z', created_at,
        created_at + interval '10 minutes', last_error_class
      FROM service.delivery, many WHERE account_id = $1`,
    [ctx.accountId],
  )
  await passTo(20 * MINUTE_MS)
  expect(await look()).toBe(100)
  const { rows } = await owner.query<{ latest: Date; count: number }>(
    `SELECT max(failing_since) AS latest, count(*)::integer AS count FROM service.webhook_endpoint
      WHERE account_id = $1 AND notices = 1`,
    [ctx.accountId],
  )
  expect(rows).toEqual([{ latest: new Date(START.getTime() + 99_000), count: 100 }])
  expect(await look()).toBe(50)
})

test('a notice whose mail cannot be queued is not counted', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await owner.query('ALTER TABLE jobs.failure_notice ADD CONSTRAINT is_full CHECK (number = 0) NOT VALID')
  await expect(look()).rejects.toThrow('is_full')
  await owner.query('ALTER TABLE jobs.failure_notice DROP CONSTRAINT is_full')
  expect(await look()).toBe(1)
  expect(await queued()).toHaveLength(1)
})

test('a notice is sent to the contact address with endpoint, time, cause, counts and the panel’s address', async () => {
  for (const ms of [0, MINUTE_MS, 15 * MINUTE_MS]) await passTo(ms)
  await look()
  const [notice] = await queued()
  if (!notice) throw new Error('no notice')
  await mail(notice)
  await mail(notice)
  const [first, second] = server.taken
  expect(first?.to).toEqual(['<ana@shop.example>'])
  const messageId = /^message-id: .*$/im
  expect(first?.data.match(messageId)?.[0]).toBe(second?.data.match(messageId)?.[0])
  const text = (first?.data ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=')
  for (const part of [
    'is failing',
    `Endpoint: ${new URL(receiver.url).host}/hook`,
    'Failing since: 20 November 2026, 05:00 (America/Lima)',
    'Last attempt: 20 November 2026, 05:15 (America/Lima): it answered 500 in place of 2xx',
    'Deliveries that wait for a retry: 3',
    `${webUrl}/developers/webhooks/${endpointId}?account=${notice.account_id}`,
  ])
    expect(text).toContain(part)
  expect(await sent()).toEqual([
    { since: notice.since.toISOString(), to: 'ana@shop.example', at: now.toISOString() },
  ])
})

test('an endpoint that recovered before its mail left has none, and a refused address is not retried', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await look()
  const [notice] = await queued()
  if (!notice) throw new Error('no notice')
  server.refusal = '550 no such user'
  await mail(notice)
  server.refusal = null
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@checkout.test' })
  await expect(mail(notice, away)).rejects.toThrow()
  status = 200
  await passTo(HOUR_MS)
  await mail(notice)
  expect(server.taken).toEqual([])
  expect(await sent()).toEqual([])
})

test('test mode on loopback shows a notice once in the outbox', async () => {
  const shown = openMailer({ TEST_MODE: true, HOST: '127.0.0.1', WEB_URL: 'http://localhost:3000' })
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await look()
  const [notice] = await queued()
  if (!notice || !shown) throw new Error('no notice')
  await mail(notice, shown)
  await mail(notice, shown)
  const messages = (await listShownMessages(system())).filter((one) => one.account_id === ctx.accountId)
  expect(messages).toMatchObject([{ to: 'ana@shop.example', text: expect.stringContaining('is failing') }])
})

test('an account is mailed at most 20 failure notices a day, however many endpoints it has', async () => {
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await look()
  const [notice] = await queued()
  if (!notice) throw new Error('no notice')
  const sentBefore = (at: Date) =>
    system().query({
      text: `UPDATE service.webhook_endpoint SET notices_sent = (
          SELECT jsonb_agg(jsonb_build_object('number', n, 'since', 'earlier', 'to', 'a@b.test', 'at', $2::text))
          FROM generate_series(1, 20) AS n) WHERE id = $1`,
      values: [endpointId, at.toISOString()],
    })
  await sentBefore(now)
  await mail(notice)
  expect(server.taken).toEqual([])
  await sentBefore(new Date(now.getTime() - DAY_MS))
  await mail(notice)
  expect(server.taken).toHaveLength(1)
})

test('a failure whose mail did not leave is noticed again after the pause', async () => {
  await owner.query('DELETE FROM jobs.failure_notice')
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  expect(await look()).toBe(1)
  await owner.query('UPDATE jobs.failure_notice SET tries = 14')
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@checkout.test' })
  expect(await runNoticeMail(deps(away))).toBe(1)
  expect(await queued()).toEqual([])
  await passTo(HOUR_MS)
  expect(await look()).toBe(0)
  await passTo(7 * HOUR_MS)
  expect(await look()).toBe(1)
  expect(await runNoticeMail(deps())).toBe(1)
  expect(server.taken).toHaveLength(1)
})

test('a killed worker’s notice and one whose mail server is away are mailed later, once', async () => {
  await owner.query('DELETE FROM jobs.failure_notice')
  for (const ms of [0, 15 * MINUTE_MS]) await passTo(ms)
  await look()
  const dying = tappedDatabase(database, (point) => {
    if (point === 'committed claim-failure-notice') throw new Error('killed')
  })
  await expect(runNoticeMail({ ...deps(), database: dying })).rejects.toThrow('killed')
  // The lease is the database's, whatever the clock of the next worker.
  now = new Date(Date.now() + DAY_MS)
  expect(await runNoticeMail(deps())).toBe(0)
  now = START
  await endPause()
  const away = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'no-reply@checkout.test' })
  expect(await runNoticeMail(deps(away))).toBe(1)
  expect(await runNoticeMail(deps())).toBe(0)
  await endPause()
  expect(await runNoticeMail(deps())).toBe(1)
  expect(await runNoticeMail(deps())).toBe(0)
  expect(server.taken).toHaveLength(1)
  expect(await queued()).toEqual([])
})

/** Ends the lease or the pause of queued notices. */
async function endPause(): Promise<void> {
  await owner.query(`UPDATE jobs.failure_notice SET due_at = clock_timestamp() - interval '1 ms'`)
}
