import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentSchema } from '@/lib/contract/payment'
import { refundSchema } from '@/lib/contract/refund'
import { payLink } from '@/lib/service/charges/pay-link'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let shop: Merchant

beforeAll(async () => {
  api = await startApi()
  shop = await api.merchant()
})
afterAll(() => api.stop())

/** Makes a payment of 25.00 by a link. */
async function paid(card = '4242424242424242', merchant = shop): Promise<string> {
  const { body: link } = await merchant.call('POST', '/payment_links', {
    body: { title: 'Birthday cake', amount: 25 },
  })
  const { database, urls, now, log, bank: processor } = api
  const result = await payLink(
    { database, processor, urls, leaseMs: 30_000, now, log },
    {
      linkId: link.id,
      attempt: randomUUID(),
      payerName: 'Ana',
      payerEmail: 'ana@example.com',
      card: { number: card, expiryMonth: 12, expiryYear: 2099, cvc: '123' },
    },
  )
  if (result.kind !== 'attempted') throw new Error(result.kind)
  return result.attempt.paymentId
}

const refund = (paymentId: string, body: object, key?: string, merchant = shop) => {
  // Lists are in the order of creation.
  api.setNow(new Date(api.now().getTime() + 1))
  return merchant.call('POST', `/payments/${paymentId}/refunds`, {
    body,
    ...(key === undefined ? {} : { headers: { 'Idempotency-Key': key } }),
  })
}

describe('POST and GET /payments/{id}/refunds', () => {
  it('a refund is created, listed and shown on its payment, which stays APPROVED', async () => {
    const id = await paid()
    expect((await shop.call('GET', `/payments/${id}`)).body).not.toHaveProperty('refunded_amount')
    expect((await shop.call('GET', `/payments/${id}/refunds`)).body).toMatchObject({
      data: [],
      has_more: false,
    })
    const first = await refund(id, { amount: 10, reason: 'DUPLICATE', note: null })
    expect(first.status).toBe(201)
    expect(refundSchema.parse(first.body)).toMatchObject({
      payment_id: id,
      amount: 10,
      reason: 'DUPLICATE',
      status: 'SUCCEEDED',
    })
    await refund(id, { amount: 0.5 })
    const { body } = await shop.call('GET', `/payments/${id}`)
    expect(paymentSchema.parse(body)).toMatchObject({ status: 'APPROVED', amount: 25, refunded_amount: 10.5 })
    const page = await shop.call('GET', `/payments/${id}/refunds?limit=1`)
    expect(page.body).toMatchObject({ data: [{ amount: 0.5 }], has_more: true })
    const next = await shop.call(
      'GET',
      `/payments/${id}/refunds?limit=1&starting_after=${page.body.next_cursor}`,
    )
    expect(next.body).toMatchObject({ data: [{ id: first.body.id }], has_more: false })
    expect((await shop.call('GET', '/balance')).body.available).toMatchObject({ refund_amount: 10.5 })
  })

  it('a repetition under a key is replayed, and refunds nothing more', async () => {
    const id = await paid()
    const key = randomUUID()
    const first = await refund(id, { amount: 10 }, key)
    const again = await refund(id, { amount: 10.0 }, key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('Idempotent-Replay')).toBe('true')
    expect((await refund(id, { amount: 11 }, key)).body.error.code).toBe('idempotency_key_reused')
    expect((await shop.call('GET', `/payments/${id}`)).body.refunded_amount).toBe(10)
  })

  it('invalid amounts, and what cannot be refunded, are refused with their reasons', async () => {
    const id = await paid()
    const fields = async (body: object) => (await refund(id, body)).body.error.details.fields
    expect(await fields({ amount: 25.01, extra: 1 })).toMatchObject([
      { field: 'extra', code: 'unknown_field' },
    ])
    expect(await fields({ amount: 25.01 })).toMatchObject([{ field: 'amount', code: 'amount_too_large' }])
    expect(await fields({ amount: 10.001 })).toMatchObject([{ field: 'amount', code: 'too_many_decimals' }])
    expect(await fields({ reason: 'NONE' })).toMatchObject([
      { field: 'amount', code: 'required' },
      { field: 'reason', code: 'invalid_value' },
    ])
    await refund(id, { amount: 25 })
    const empty = await refund(id, { amount: 1 })
    expect([empty.status, empty.body.error.code]).toEqual([409, 'nothing_to_refund'])
    const failed = await refund(await paid('4000000000000002'), { amount: 1 })
    expect([failed.status, failed.body.error.code, failed.body.error.details.status]).toEqual([
      409,
      'payment_not_approved',
      'FAILED',
    ])
    const other = await api.merchant()
    for (const answer of [
      await refund(id, { amount: 1 }, undefined, other),
      await other.call('GET', `/payments/${id}/refunds`),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
  })

  it('a lost answer is a 409 that names the refund, which stays PENDING', async () => {
    const id = await paid('4000000000006017')
    const { status, body } = await refund(id, { amount: 25 })
    expect([status, body.error.code]).toEqual([409, 'refund_unresolved'])
    const { data } = (await shop.call('GET', `/payments/${id}/refunds`)).body
    expect(data).toMatchObject([{ id: body.error.details.refund_id, status: 'PENDING' }])
    await api.database.as('checkout_system').query({
      text: `UPDATE service.refund SET lease_until = clock_timestamp() WHERE id = $1`,
      values: [data[0].id],
    })
  })
})

describe('events of refunds', () => {
  const kindsTo = async (endpointId: string) => {
    const { rows } = await api.database.as('checkout_system').query<{ kind: string; body: string }>({
      text: `SELECT d.kind, e.body FROM service.delivery d
        JOIN service.event e ON e.account_id = d.account_id AND e.id = d.event_id
        WHERE d.endpoint_id = $1 ORDER BY d.created_at, d.id`,
      values: [endpointId],
    })
    return rows
  }

  it('only endpoints that name them receive them, with the payment and the refund', async () => {
    const merchant = await api.merchant()
    const accountId = merchant.account.id
    const ctx = {
      accountId,
      actor: { kind: 'operator' } as const,
      db: api.database.as('checkout_service', accountId),
      now: api.now,
    }
    const register = (kinds: readonly string[] | null) =>
      createEndpoint(ctx, { url: 'https://shop.example', kinds }, { keyring: api.keyring, testMode: true })
    const all = await register(null)
    const chosen = await register(['payment.refunded', 'payment.refund_failed'])
    const id = await paid(undefined, merchant)
    const declined = await paid('4000000000005126', merchant)
    const made = await refund(id, { amount: 10 }, undefined, merchant)
    const failed = await refund(declined, { amount: 10 }, undefined, merchant)
    expect(failed.body).toMatchObject({ status: 'FAILED', decline_code: 'refund_declined' })
    expect(new Set((await kindsTo(all.id)).map(({ kind }) => kind))).toEqual(
      new Set(['payment.succeeded', 'payment_link.completed']),
    )
    const received = await kindsTo(chosen.id)
    expect(received.map(({ kind }) => kind)).toEqual(['payment.refunded', 'payment.refund_failed'])
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      event: 'payment.refunded',
      data: { payment: { id, refunded_amount: 10, status: 'APPROVED' }, refund: made.body },
    })
    expect(JSON.parse(received[1]?.body ?? '').data).toMatchObject({
      payment: { id: declined },
      refund: { status: 'FAILED' },
    })
  })
})
