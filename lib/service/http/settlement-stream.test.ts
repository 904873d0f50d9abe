import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'
import { tappedDatabase } from '@/test/factories/tapped-database'

const PAYMENTS = 8_000
const PAGE_ROWS = 1_000
/** Payer name that makes the response longer than the system's buffers of a connection, which hold some megabytes. */
const NAME = `${'Zoë "山" \\ '.repeat(100)}`
const READ = 'before get-settlement-payments'

describe('a settlement of many payments', () => {
  let api: RunningApi
  let shop: Merchant
  let reads = 0
  /** Number of the read of payments that fails. */
  let failing = Number.POSITIVE_INFINITY

  beforeAll(async () => {
    api = await startApi({
      tampered: true,
      wrapDatabase: (database) =>
        tappedDatabase(database, (point) => {
          if (point !== READ) return
          reads += 1
          if (reads >= failing) throw new Error('the database is gone')
        }),
    })
    shop = await api.merchant()
    const client = new Client(api.databaseUrl)
    await client.connect()
    // Every CHECK holds; only foreign keys are not checked.
    await client.query('SET session_replication_role = replica')
    for (const [id, count] of [
      ['set_many', PAYMENTS],
      ['set_page', PAGE_ROWS],
      ['set_few', 3],
    ] as const) {
      await client.query(
        `INSERT INTO service.settlement (account_id, id, status, currency, gross_minor, fee_minor, debt_minor, net_minor,
            payment_count, period_start, period_end, previous_end, reference, paid_at, created_at)
          VALUES ($1, $2, 'PAID', 'USD', 1250, 66, 0, 1184, $3::int, now() + $3::int * interval '1 day', now() + ($3::int + 1) * interval '1 day', now() + $3::int * interval '1 day', 'TR-1', now(), now())`,
        [shop.account.id, id, count],
      )
      // Many payments share an instant: a page may end among them.
      await client.query(
        `INSERT INTO service.payment (account_id, id, amount_minor, currency, status, payer_name, fee_minor, settlement_id, created_at, approved_at, finished_at)
          SELECT $1, 'pay_' || $2 || n, n, 'USD', 'APPROVED', $4, 1, $2, at, at, at
          FROM (SELECT n, timestamptz '2026-11-01' + n / 700 * interval '1 ms' AS at FROM generate_series(1, $3::int) n) made`,
        [shop.account.id, id, count, NAME],
      )
    }
    await client.query('ANALYZE service.payment')
    await client.end()
  })
  afterAll(() => api.stop())
  beforeEach(() => {
    reads = 0
    failing = Number.POSITIVE_INFINITY
  })

  const open = async (id: string, method = 'GET'): Promise<IncomingMessage> => {
    const request = httpRequest(`${api.origin}/api/v1/settlements/${id}`, {
      method,
      headers: { authorization: `Bearer ${shop.key}` },
      agent: false,
    })
    request.end()
    const [response] = await once(request, 'response')
    return response
  }

  async function textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }

  it.each([
    ['set_many', PAYMENTS, undefined],
    ['set_page', PAGE_ROWS, undefined],
    ['set_few', 3, 'length'],
  ])(
    'the settlement %s is returned with the bytes of one JSON text, newest payment first',
    async (id, count, length) => {
      const response = await open(id)
      const text = await textOf(response)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.headers['cache-control']).toBe('no-store')
      expect(response.headers['request-id']).toMatch(/^req_/)
      const whole = JSON.parse(text)
      expect(text === JSON.stringify(whole)).toBe(true)
      expect(Object.keys(whole).at(-1)).toBe('payments')
      expect(response.headers['content-length']).toBe(length && String(Buffer.byteLength(text)))
      const { rows } = await api.database.as('checkout_system').query<{ id: string }>({
        text: `SELECT id, amount_minor / 100.0::float8 AS amount, payer_name, to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at
        FROM service.payment WHERE settlement_id = $1 ORDER BY payment.created_at DESC, payment.id DESC`,
        values: [id],
      })
      expect(rows).toHaveLength(count)
      expect(JSON.stringify(whole.payments) === JSON.stringify(rows)).toBe(true)
    },
  )

  it('a reader that stops stops the reading of pages, and holds no connection', async () => {
    const response = await open('set_many')
    response.pause()
    for (let before = -1; before !== reads; ) {
      before = reads
      await setTimeout(200)
    }
    expect(reads).toBeLessThan(PAYMENTS / PAGE_ROWS)
    const { rows } = await api.database.as('checkout_system').query<{ busy: number }>({
      text: `SELECT count(*) AS busy FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
    })
    expect(rows).toEqual([{ busy: 0 }])
    expect(JSON.parse(await textOf(response)).payments).toHaveLength(PAYMENTS)
    expect(reads).toBe(PAYMENTS / PAGE_ROWS + 1)
  })

  it('a reader that hangs up ends the reading of pages', async () => {
    const response = await open('set_many')
    response.destroy()
    await shop.call('GET', '/me')
    const early = reads
    await shop.call('GET', '/me')
    expect(reads).toBe(early)
  })

  it.each([1, 2])(
    'a failure of page %i, before the first byte, is the error of the contract',
    async (page) => {
      failing = page
      const { status, body } = await shop.call('GET', '/settlements/set_many')
      expect([status, body.error.code]).toEqual([500, 'internal_error'])
      expect((await shop.call('GET', '/me')).status).toBe(200)
    },
  )

  it('a later failure breaks the connection instead of ending the JSON', async () => {
    failing = 5
    const response = await open('set_many')
    expect(response.statusCode).toBe(200)
    await expect(textOf(response)).rejects.toThrow('aborted')
    failing = Number.POSITIVE_INFINITY
    expect((await shop.call('GET', '/me')).status).toBe(200)
  })

  it('HEAD is answered without reading all pages', async () => {
    const response = await open('set_many', 'HEAD')
    expect([response.statusCode, response.headers['content-length']]).toEqual([200, undefined])
    expect(await textOf(response)).toBe('')
    expect(reads).toBe(2)
  })
})
