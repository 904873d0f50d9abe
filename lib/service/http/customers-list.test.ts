import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerListSchema } from '@/lib/contract/customer'
import { customerCalls, fieldErrorCodes } from '@/test/factories/customer-calls'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

describe('GET /customers', () => {
  let api: RunningApi
  let merchant: Merchant
  let customerApi: ReturnType<typeof customerCalls>
  const ids: string[] = []

  beforeAll(async () => {
    api = await startApi()
    merchant = await api.merchant()
    customerApi = customerCalls(merchant)
    const before = api.now()
    for (let i = 0; i < 40; i += 1) {
      // Groups of four share an instant, so that the order within one is tested too.
      api.setNow(new Date(Date.UTC(2026, 10, 1, Math.floor(i / 4))))
      const body = {
        name: `Customer ${i}`,
        phone: `5555 ${String(2000 + i)}`,
        email: `Customer${i}@Example.com`,
        external_ref: i % 10 === 3 ? 'GROUP' : `ref-${i}`,
      }
      const { id } = (await customerApi.create(body)).body
      ids.unshift(id)
      if (i % 8 === 0) await customerApi.patch(id, { status: 'ARCHIVED' })
    }
    api.setNow(before)
  })
  afterAll(() => api.stop())

  /** Returns the id of the i-th created customer. */
  const nth = (i: number) => ids[ids.length - 1 - i]

  async function allPages(query: string): Promise<string[]> {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const after: string = cursor ? `&starting_after=${cursor}` : ''
      const { status, body } = await merchant.call('GET', `/customers?${query}${after}`)
      expect(status).toBe(200)
      expect(customerListSchema.parse(body)).toEqual(body)
      expect(body.has_more).toBe(body.next_cursor !== null)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor
    } while (cursor)
    return seen
  }

  it('customers are listed newest first, 25 a page, including archived ones', async () => {
    const { body } = await merchant.call('GET', '/customers')
    expect(body).toMatchObject({ object: 'list', has_more: true })
    expect(body.data).toHaveLength(25)
    const created = body.data.map((it: { created_at: string }) => it.created_at)
    expect(created).toEqual([...created].sort().reverse())
    for (const limit of [1, 7, 40, 100]) {
      expect((await allPages(`limit=${limit}`)).toSorted()).toEqual(ids.toSorted())
    }
  })

  it.each(['55552007', '5555%202007', '%2B50255552007', '+50255552007', '+502%205555-2007', '0050255552007'])(
    'a customer is found by the phone %s',
    async (phone) => {
      expect(await allPages(`phone=${phone}`)).toEqual([nth(7)])
    },
  )

  it.each([
    'phone=5555',
    'phone=nobody',
    'phone=%2B15025552007',
    'phone=%2B50255552',
    'email=customer7',
    'email=ustomer7@example.com',
    'external_ref=ref',
    'external_ref=group',
    'external_ref=%25',
  ])('no customer is found by %s, because a look-up is exact', async (query) => {
    expect(await allPages(query)).toEqual([])
  })

  it('a customer is found by e-mail in any case', async () => {
    expect(await allPages('email=cUSTOMER7@example.COM')).toEqual([nth(7)])
    expect(await allPages('email=%20customer7@example.com%20')).toEqual([nth(7)])
  })

  it('all customers of one external_ref are found, page by page', async () => {
    const group = [nth(33), nth(23), nth(13), nth(3)]
    expect(await allPages('external_ref=GROUP')).toEqual(group)
    expect(await allPages('external_ref=GROUP&limit=1')).toEqual(group)
  })

  it('customers are filtered by status, and filters are combined by AND', async () => {
    const archived = [32, 24, 16, 8, 0].map(nth)
    expect(await allPages('status=ARCHIVED&limit=2')).toEqual(archived)
    expect(await allPages('status=ACTIVE')).toHaveLength(35)
    expect(await allPages('status=ARCHIVED&phone=55552008')).toEqual([nth(8)])
    expect(await allPages('status=ACTIVE&phone=55552008')).toEqual([])
    expect(await allPages('phone=55552008&email=customer9@example.com')).toEqual([])
    expect(await allPages('phone=55552008&email=customer8@example.com&external_ref=ref-8')).toEqual([nth(8)])
  })

  it('a changed customer is found by the new phone and not by the old one', async () => {
    const changed = nth(5) ?? ''
    await customerApi.patch(changed, { phone: '5555 2905' })
    expect(await allPages('phone=55552905')).toEqual([changed])
    expect(await allPages('phone=55552005')).toEqual([])
  })

  it('unknown parameters are ignored', async () => {
    expect(await allPages('name=nobody&created_after=never&limit=100')).toHaveLength(40)
  })

  it('all wrong parameters are reported at once', async () => {
    const answer = await merchant.call(
      'GET',
      '/customers?limit=0&starting_after=x&status=active&phone=&email=&external_ref=%00',
    )
    expect(answer.status).toBe(400)
    expect(fieldErrorCodes(answer)).toEqual({
      limit: 'invalid_value',
      starting_after: 'invalid_cursor',
      status: 'invalid_value',
      phone: 'too_short',
      email: 'too_short',
      external_ref: 'invalid_characters',
    })
  })

  it.each(['phone=1&phone=2', 'email=a%00b', 'phone=%00', `external_ref=${'x'.repeat(256)}`, 'status=GONE'])(
    'the query %s is refused',
    async (query) => {
      const { status, body } = await merchant.call('GET', `/customers?${query}`)
      expect([status, body.error.code]).toEqual([400, 'invalid_parameters'])
    },
  )

  it('customers of another account are not shown, by look-up, id or cursor', async () => {
    const stranger = await api.merchant()
    const { body } = await merchant.call('GET', '/customers?limit=1')
    const empty = { object: 'list', data: [], has_more: false, next_cursor: null }
    for (const query of [
      'phone=%2B50255552007',
      'email=customer7@example.com',
      'external_ref=GROUP',
      `starting_after=${body.next_cursor}`,
      '',
    ]) {
      expect((await stranger.call('GET', `/customers?${query}`)).body).toEqual(empty)
    }
    const links = await merchant.call('GET', `/payment_links?starting_after=${body.next_cursor}`)
    expect(links.status).toBe(400)
  })

  it('the database separates accounts even if a filter is forgotten', async () => {
    const stranger = await api.merchant()
    const db = api.database.as('checkout_service', stranger.account.id)
    expect((await db.query({ text: 'SELECT * FROM service.customer' })).rows).toEqual([])
    expect((await db.query({ text: 'SELECT * FROM service.saved_card' })).rows).toEqual([])
    const changed = await db.query({ text: `UPDATE service.customer SET name = 'Mine' RETURNING id` })
    expect(changed.count).toBe(0)
    const smuggled = db.query({
      text: `INSERT INTO service.customer (account_id, id, name, phone, phone_key, source, created_at)
        VALUES ($1, 'cus_smuggled', 'Eva', '1', '1', 'MERCHANT', now())`,
      values: [merchant.account.id],
    })
    await expect(smuggled).rejects.toMatchObject({ code: '42501' })
  })
})
