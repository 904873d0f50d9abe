import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentLinkListSchema, paymentLinkSchema } from '@/lib/contract/payment-link'
import { makeLink } from '@/prisma/demo/seed-context'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

describe('payment links over HTTP', () => {
  let api: RunningApi
  let shop: Merchant

  beforeAll(async () => {
    api = await startApi({ tampered: true })
    shop = await api.merchant()
  })
  afterAll(() => api.stop())

  const complete = (id: string) =>
    api.database.as('checkout_system').query({
      text: `UPDATE service.payment_link SET status = 'COMPLETED', slots = 1, paid_count = 1, max_uses = 1 WHERE id = $1`,
      values: [id],
    })

  describe('POST /payment_links', () => {
    it('a title and an amount create a single-use link', async () => {
      const { status, body } = await shop.call('POST', '/payment_links', {
        body: { title: '  Birthday cake ', amount: 120.5 },
      })
      expect(status).toBe(201)
      expect(paymentLinkSchema.parse(body)).toEqual(body)
      expect(body).toEqual({
        id: body.id,
        object: 'payment_link',
        url: `https://pay.example.com/pay/${body.id}`,
        title: 'Birthday cake',
        description: null,
        amount: 120.5,
        currency: 'USD',
        status: 'ACTIVE',
        max_uses: 1,
        paid_count: 0,
        expires_at: null,
        metadata: {},
        created_at: '2026-11-20T12:00:00.000Z',
        customer_id: null,
        open_count: 0,
        last_opened_at: null,
      })
    })

    it('every field is stored, and a later read returns the same', async () => {
      const sent = {
        title: 'Ünïcode 🎂',
        amount: 0.01,
        description: 'x'.repeat(300),
        max_uses: null,
        expires_at: '2026-12-24T18:00:00-06:00',
        metadata: { order: 'A-1', nested: { list: [1, 'two', null] } },
      }
      const created = await shop.call('POST', '/payment_links', { body: sent })
      expect(created.status).toBe(201)
      expect(created.body).toMatchObject({ ...sent, expires_at: '2026-12-25T00:00:00.000Z' })
      expect((await shop.call('GET', `/payment_links/${created.body.id}`)).body).toEqual(created.body)
    })

    it('metadata numbers that a double cannot hold are refused at their path, with the remedy', async () => {
      const text =
        '{"order":1546130668394913822,"n":9007199254740993,"in":[{"rate":0.1234567890123456789}],"ok":1.50}'
      const body = `{"title":"Big ids","amount":5,"metadata":${text}}`
      const { status, body: refused } = await shop.call('POST', '/payment_links', { body })
      expect([status, refused.error.code]).toEqual([400, 'invalid_parameters'])
      const message = 'A JSON number cannot hold this value exactly. Send it as a string.'
      expect(refused.error.details.fields).toEqual(
        ['metadata.order', 'metadata.n', 'metadata.in.0.rate'].map((field) => ({
          field,
          code: 'inexact_number',
          message,
        })),
      )
      expect((await shop.call('GET', '/payment_links?limit=1')).body.data[0]?.title).not.toBe('Big ids')
    })

    it('metadata numbers that a double holds are kept, in any notation', async () => {
      const text = '{"a":1.0,"b":1e2,"c":10.50,"d":-0.1,"e":9007199254740992,"order":"1546130668394913822"}'
      const created = await shop.call('POST', '/payment_links', {
        body: `{"title":"Numbers","amount":5,"metadata":${text}}`,
      })
      const kept = { a: 1, b: 100, c: 10.5, d: -0.1, e: 9007199254740992, order: '1546130668394913822' }
      expect([created.status, created.body.metadata]).toEqual([201, kept])
      expect((await shop.call('GET', `/payment_links/${created.body.id}`)).body.metadata).toEqual(kept)
    })

    it('all wrong fields are reported at once', async () => {
      const { status, body } = await shop.call('POST', '/payment_links', {
        body: {
          title: ' a ',
          amount: 1.005,
          description: 'x'.repeat(301),
          max_uses: 0,
          expires_at: '2026-11-20T12:00:00Z',
          metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])),
          maxuses: 3,
        },
      })
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_parameters' })
      const codes = Object.fromEntries(
        body.error.details.fields.map((it: { field: string; code: string }) => [it.field, it.code]),
      )
      expect(codes).toEqual({
        title: 'too_short',
        amount: 'too_many_decimals',
        description: 'too_long',
        max_uses: 'too_small',
        expires_at: 'not_in_future',
        metadata: 'too_many_keys',
        maxuses: 'unknown_field',
      })
    })

    it.each([
      ['amount', { amount: 0 }],
      ['amount', { amount: -5 }],
      ['amount', { amount: 10_000_000 }],
      ['amount', { amount: '10' }],
      ['amount', { amount: null }],
      ['title', { title: null }],
      ['title', { title: 'x'.repeat(121) }],
      ['title', { title: 'nul \u0000 inside' }],
      ['metadata', { metadata: [] }],
      ['max_uses', { max_uses: 1.5 }],
      ['max_uses', { max_uses: 1_000_001 }],
      ['expires_at', { expires_at: '2026-02-30T10:00:00Z' }],
      ['expires_at', { expires_at: '2027-01-01T10:00:00' }],
    ])('a wrong %s is refused', async (field, change) => {
      const { status, body } = await shop.call('POST', '/payment_links', {
        body: { title: 'Cake', amount: 10, ...change },
      })
      expect(status).toBe(400)
      expect(body.error.details.fields.map((it: { field: string }) => it.field)).toEqual([field])
    })

    it('decimals are counted by the account’s currency', async () => {
      const yen = await api.merchant({ currency: 'JPY' })
      const dinar = await api.merchant({ currency: 'KWD' })
      const amount = async ({ call }: Merchant, value: number) =>
        (await call('POST', '/payment_links', { body: { title: 'Cake', amount: value } })).body
      expect(await amount(yen, 1200)).toMatchObject({ amount: 1200, currency: 'JPY' })
      expect((await amount(yen, 10.5)).error.code).toBe('invalid_parameters')
      expect(await amount(dinar, 1.234)).toMatchObject({ amount: 1.234, currency: 'KWD' })
    })
  })

  describe('GET /payment_links/{id} and cancel', () => {
    it('an unknown id, another account’s id and an impossible id get the same response', async () => {
      const other = await api.merchant()
      const foreign = await makeLink(api, other.account)
      const answers = []
      for (const id of ['pl_unknown', foreign.id, 'x'.repeat(3_000), '%00', '%F0%9F%8E%82', 'a%2Fb']) {
        for (const [method, path] of [
          ['GET', `/payment_links/${id}`],
          ['POST', `/payment_links/${id}/cancel`],
        ] as const) {
          const { status, body } = await shop.call(method, path)
          expect(status, path.slice(0, 60)).toBe(404)
          body.error.details.request_id = 'req'
          answers.push(JSON.stringify(body))
        }
      }
      expect(new Set(answers).size).toBe(1)
      expect(JSON.parse(answers[0] ?? '').error).toMatchObject({
        type: 'not_found_error',
        code: 'resource_not_found',
      })
      const stillThere = await other.call('GET', `/payment_links/${foreign.id}`)
      expect(stillThere.body.status).toBe('ACTIVE')
    })

    it('a second cancel returns the unchanged link, and only the first one is audited', async () => {
      const { id } = await makeLink(api, shop.account)
      const first = await shop.call('POST', `/payment_links/${id}/cancel`)
      expect(first.status).toBe(200)
      expect(first.body).toMatchObject({ id, status: 'CANCELLED' })
      const second = await shop.call('POST', `/payment_links/${id}/cancel`)
      expect([second.status, second.body]).toEqual([200, first.body])
      const { rows } = await api.database.as('checkout_system').query({
        text: 'SELECT actor, action FROM service.audit_entry WHERE object_id = $1',
        values: [id],
      })
      expect(rows).toEqual([{ actor: `api_key:${shop.keyId}`, action: 'payment_link.cancelled' }])
    })

    it('concurrent cancels of a link are audited once', async () => {
      const { id } = await makeLink(api, shop.account)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => shop.call('POST', `/payment_links/${id}/cancel`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
      const traces = await api.database.as('checkout_system').query({
        text: 'SELECT 1 FROM service.audit_entry WHERE object_id = $1',
        values: [id],
      })
      expect(traces.count).toBe(1)
    })

    it('a completed link cannot be cancelled', async () => {
      const { id } = await makeLink(api, shop.account)
      await complete(id)
      const { status, body } = await shop.call('POST', `/payment_links/${id}/cancel`)
      expect(status).toBe(409)
      expect(body.error).toMatchObject({ type: 'conflict_error', code: 'link_already_completed' })
      expect((await shop.call('GET', `/payment_links/${id}`)).body.status).toBe('COMPLETED')
    })

    it('an expired link, which stays ACTIVE until then, can be cancelled', async () => {
      const before = api.now()
      const { id } = await makeLink(api, shop.account, { expires_at: '2026-11-20T12:00:01Z' })
      api.setNow(new Date('2026-11-21T00:00:00Z'))
      expect((await shop.call('GET', `/payment_links/${id}`)).body.status).toBe('ACTIVE')
      expect((await shop.call('POST', `/payment_links/${id}/cancel`)).body.status).toBe('CANCELLED')
      api.setNow(before)
    })

    it.each([
      ['no type', {}],
      ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['nonsense', { 'Content-Type': 'nonsense' }],
      ['JSON', { 'Content-Type': 'application/json' }],
    ])('a cancel with an empty body under %s is accepted', async (_, headers) => {
      const { id } = await makeLink(api, shop.account)
      const path = `/payment_links/${id}/cancel`
      expect((await shop.call('POST', path, { headers })).body.status).toBe('CANCELLED')
      const chunked = request(`${api.origin}/api/v1${path}`, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${shop.key}`, 'Transfer-Encoding': 'chunked' },
      }).end()
      const [answer] = await once(chunked, 'response')
      expect(answer.resume().statusCode).toBe(200)
    })

    it('an empty object is accepted, and fields are refused if none are expected', async () => {
      const { id } = await makeLink(api, shop.account)
      const refused = await shop.call('POST', `/payment_links/${id}/cancel`, { body: { reason: 'x' } })
      expect(refused.body.error.details.fields).toMatchObject([{ field: 'reason', code: 'unknown_field' }])
      expect((await shop.call('GET', `/payment_links/${id}`)).body.status).toBe('ACTIVE')
      expect((await shop.call('POST', `/payment_links/${id}/cancel`, { body: {} })).status).toBe(200)
    })
  })

  describe('GET /payment_links', () => {
    let merchant: Merchant
    const ids: string[] = []
    const HOUR_MS = 3_600_000
    const first = new Date('2026-11-01T00:00:00.000Z')

    beforeAll(async () => {
      merchant = await api.merchant()
      const before = api.now()
      for (let i = 0; i < 60; i += 1) {
        // Groups of three links share an instant, so that the order within one is tested too.
        api.setNow(new Date(first.getTime() + Math.floor(i / 3) * HOUR_MS))
        ids.unshift((await makeLink(api, merchant.account, { title: `Link ${i}` })).id)
      }
      await complete(ids[5] ?? '')
      await merchant.call('POST', `/payment_links/${ids[7]}/cancel`)
      await merchant.call('POST', `/payment_links/${ids[40]}/cancel`)
      api.setNow(before)
    })

    async function allPages(query: string, onPage?: () => Promise<unknown>): Promise<string[]> {
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const after: string = cursor ? `&starting_after=${cursor}` : ''
        const { status, body } = await merchant.call('GET', `/payment_links?${query}${after}`)
        expect(status).toBe(200)
        expect(paymentLinkListSchema.parse(body)).toEqual(body)
        expect(body.has_more).toBe(body.next_cursor !== null)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
        cursor = body.next_cursor
        await onPage?.()
      } while (cursor)
      return seen
    }

    it('links are listed newest first, 25 a page', async () => {
      const { body } = await merchant.call('GET', '/payment_links')
      expect(body.data).toHaveLength(25)
      const created = body.data.map((it: { created_at: string }) => it.created_at)
      expect(created).toEqual([...created].sort().reverse())
      expect(body).toMatchObject({ object: 'list', has_more: true })
    })

    it('all pages together contain every link once', async () => {
      for (const limit of [1, 7, 60, 100]) {
        const seen = await allPages(`limit=${limit}`)
        expect(seen.toSorted()).toEqual(ids.toSorted())
      }
    })

    it('pages stay correct while links are created', async () => {
      const start = api.now()
      const seen = await allPages('limit=9&created_before=2026-11-25T00:00:00Z', async () => {
        api.setNow(new Date(api.now().getTime() + 1))
        ids.unshift((await makeLink(api, merchant.account, { title: 'Newcomer' })).id)
      })
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => ids.slice(-60).includes(id))).toHaveLength(60)
      api.setNow(start)
    })

    it('half-open windows cover time without gaps', async () => {
      const total = await allPages('limit=100')
      const window = async (from: string, to: string) =>
        allPages(`limit=100&created_after=${from}&created_before=${to}`)
      const noon = '2026-11-01T12:00:00.000Z'
      const early = await window('2026-11-01T00:00:00Z', noon)
      const late = await window(noon, '2027-01-01T00:00:00Z')
      expect(early).toHaveLength(36)
      expect([...late, ...early].toSorted()).toEqual(total.toSorted())
      expect(await window(noon, noon)).toEqual([])
      expect(await window('2027-01-01T00:00:00Z', noon)).toEqual([])
      // The same instant with an offset, whose `+` arrives as a space.
      expect(await window('2026-11-01T00:00:00Z', '2026-11-01T13:00:00+01:00')).toEqual(early)
    })

    it('links are filtered by status, also within a window', async () => {
      expect(await allPages('status=COMPLETED')).toEqual([ids.at(-55)])
      const cancelled = await allPages('status=CANCELLED&limit=1')
      expect(cancelled).toEqual([ids.at(-53), ids.at(-20)])
      expect(await allPages('status=CANCELLED&created_before=2026-11-01T12:00:00Z')).toEqual([ids.at(-20)])
    })

    it('unknown parameters are ignored', async () => {
      expect((await merchant.call('GET', '/payment_links?limit=1&colour=blue')).status).toBe(200)
    })

    it('all wrong parameters are reported at once', async () => {
      const query =
        'limit=0&starting_after=nonsense&created_after=yesterday&created_before=2026-11-20T00:00:00&status=OPEN'
      const { status, body } = await merchant.call('GET', `/payment_links?${query}`)
      expect(status).toBe(400)
      expect(body.error.details.fields.map((it: { field: string }) => it.field).sort()).toEqual([
        'created_after',
        'created_before',
        'limit',
        'starting_after',
        'status',
      ])
    })

    it.each([
      'limit=101',
      'limit=2.5',
      'limit=',
      'limit=ten',
      'limit=5&limit=6',
      'status=%00',
      'starting_after=',
    ])('the query %s is refused', async (query) => {
      const { status, body } = await merchant.call('GET', `/payment_links?${query}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_parameters'])
    })

    it('the cursor of another resource is refused', async () => {
      const { body } = await merchant.call('GET', '/payment_links?limit=1')
      const { status } = await merchant.call('GET', `/payments?starting_after=${body.next_cursor}`)
      expect(status).toBe(400)
    })

    it('links of another account are not shown, even by its cursor', async () => {
      const { body } = await merchant.call('GET', '/payment_links?limit=1')
      const stranger = await api.merchant()
      const seen = await stranger.call('GET', `/payment_links?starting_after=${body.next_cursor}`)
      expect(seen.body).toEqual({ object: 'list', data: [], has_more: false, next_cursor: null })
    })
  })
})
