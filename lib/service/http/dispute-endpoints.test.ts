import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disputeFileSchema, disputeSchema } from '@/lib/contract/dispute'
import { EVIDENCE_BYTES_MAX } from '@/lib/contract/limits'
import { paymentSchema } from '@/lib/contract/payment'
import { payLink } from '@/lib/service/charges/pay-link'
import { recordDispute } from '@/lib/service/disputes/record-dispute'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { type Answer, type Merchant, type RunningApi, startApi } from '@/test/factories/running-api'

let api: RunningApi
let shop: Merchant
let serial = 0

beforeAll(async () => {
  api = await startApi()
  shop = await api.merchant()
})
afterAll(() => api.stop())

/** Makes a payment of 25.00 by a link, which its payer disputes. */
async function disputed(merchant = shop) {
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
      card: { number: '4242424242424242', expiryMonth: 12, expiryYear: 2099, cvc: '123' },
    },
  )
  if (result.kind !== 'attempted') throw new Error(result.kind)
  serial += 1
  api.setNow(new Date(api.now().getTime() + 1))
  const report = {
    disputeReference: `du_${serial}`,
    paymentReference: result.attempt.paymentId,
    amountMinor: 2_500,
    currency: 'USD',
    reason: 'NOT_RECEIVED' as const,
    status: 'NEEDS_RESPONSE' as const,
    evidenceDueAt: new Date(api.now().getTime() + 86_400_000),
    openedAt: api.now(),
  }
  await recordDispute(api, report)
  const { body } = await merchant.call('GET', `/disputes?payment_id=${report.paymentReference}`)
  return { report, id: String(body.data[0].id) }
}

const PDF = Buffer.from('%PDF-1.7 receipt')
const upload = async (
  id: string,
  content: Buffer,
  { name = 'receipt.pdf', key = shop.key }: { name?: string; key?: string } = {},
): Promise<Pick<Answer, 'status' | 'body'>> => {
  const response = await fetch(`${api.origin}/api/v1/disputes/${id}/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: new Uint8Array(content),
  })
  return { status: response.status, body: await response.json() }
}
const fieldOf = ({ body }: Pick<Answer, 'body'>) => {
  const [{ field, code }] = body.error.details.fields
  return `${field} ${code}`
}

describe('disputes', () => {
  it('disputes are listed, filtered and shown on their payment, which stays APPROVED', async () => {
    const [first, second] = [await disputed(), await disputed()]
    await recordDispute(api, { ...second.report, status: 'LOST' })
    const page = await shop.call('GET', '/disputes?limit=1')
    expect(disputeSchema.parse(page.body.data[0])).toMatchObject({
      id: second.id,
      status: 'LOST',
      amount: 25,
    })
    const next = await shop.call('GET', `/disputes?limit=1&starting_after=${page.body.next_cursor}`)
    expect(next.body.data).toMatchObject([{ id: first.id }])
    const open = await shop.call('GET', '/disputes?status=NEEDS_RESPONSE')
    expect(open.body.data).toMatchObject([{ id: first.id }])
    const { body } = await shop.call('GET', `/payments/${first.report.paymentReference}`)
    expect(paymentSchema.parse(body)).toMatchObject({
      status: 'APPROVED',
      dispute: (await shop.call('GET', `/disputes/${first.id}`)).body,
    })
    expect((await shop.call('GET', '/balance')).body.available.dispute_amount).toBe(50)
  })

  it('a dispute of another account is as unknown as one that never was', async () => {
    const { id } = await disputed()
    const other = await api.merchant()
    for (const answer of [
      await other.call('GET', `/disputes/${id}`),
      await other.call('POST', `/disputes/${id}/evidence`, { body: { text: 'x' } }),
      await upload(id, PDF, { key: other.key }),
    ])
      expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
    expect((await other.call('GET', '/disputes')).body.data).toEqual([])
  })

  it('evidence with an uploaded file is taken once', async () => {
    const { id, report } = await disputed()
    const file = await upload(id, PDF)
    expect(file.status).toBe(201)
    expect(disputeFileSchema.parse(file.body)).toMatchObject({
      name: 'receipt.pdf',
      type: 'application/pdf',
      bytes: PDF.length,
    })
    const evidence = { text: 'Handed over', file_ids: [file.body.id] }
    const sent = await shop.call('POST', `/disputes/${id}/evidence`, { body: evidence })
    expect(sent.status).toBe(200)
    expect(disputeSchema.parse(sent.body)).toMatchObject({
      status: 'UNDER_REVIEW',
      evidence: { text: 'Handed over', files: [file.body] },
    })
    const again = await shop.call('POST', `/disputes/${id}/evidence`, { body: evidence })
    expect([again.status, again.body.error.code]).toEqual([409, 'evidence_submitted'])
    await recordDispute(api, { ...report, status: 'WON' })
    const late = await shop.call('POST', `/disputes/${id}/evidence`, { body: evidence })
    expect([late.status, late.body.error.code]).toEqual([409, 'dispute_closed'])
    expect((await upload(id, PDF)).body.error.code).toBe('dispute_closed')
  })

  it('a payment is not refunded while it is disputed', async () => {
    const { report } = await disputed()
    const path = `/payments/${report.paymentReference}/refunds`
    const refused = await shop.call('POST', path, { body: { amount: 1 } })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'payment_disputed'])
    await recordDispute(api, { ...report, status: 'WON' })
    expect((await shop.call('POST', path, { body: { amount: 1 } })).status).toBe(201)
  })

  it('a file is at most 4.5 MB of a known type, with a name', async () => {
    const { id } = await disputed()
    const large = Buffer.concat([PDF, Buffer.alloc(EVIDENCE_BYTES_MAX - PDF.length)])
    expect((await upload(id, large)).body).toMatchObject({ bytes: EVIDENCE_BYTES_MAX })
    expect(fieldOf(await upload(id, Buffer.concat([large, Buffer.alloc(1)])))).toBe('file too_large')
    expect(fieldOf(await upload(id, Buffer.from('{"a": 1}')))).toBe('file invalid_type')
    expect(fieldOf(await upload(id, Buffer.alloc(0)))).toBe('file invalid_type')
    expect(fieldOf(await upload(id, PDF, { name: ' ' }))).toBe('name too_short')
    expect(fieldOf(await upload(id, PDF, { name: 'x'.repeat(121) }))).toBe('name too_long')
    for (const name of ['a\nb.pdf', 'a\u0007.pdf', 'fdp.\u202egpj.exe', 'a\u200bb.pdf'])
      expect(fieldOf(await upload(id, PDF, { name }))).toBe('name invalid_characters')
    const json = await shop.call('POST', '/payment_links', {
      body: { title: 'x'.repeat(300_000), amount: 1 },
    })
    expect([json.status, json.body.error.code]).toEqual([400, 'invalid_json'])
  })

  it('a third upload of an account at once waits, before its body is read', async () => {
    const { id } = await disputed()
    const slow = [1, 2].map(() => {
      const headers = { Authorization: `Bearer ${shop.key}`, 'Content-Length': PDF.length }
      const path = `/api/v1/disputes/${id}/files?name=x`
      const request = httpRequest(api.origin + path, { method: 'POST', headers })
      const ended = new Promise<number>((resolve, reject) => {
        request.on('response', (response) => resolve(response.resume().statusCode ?? 0)).on('error', reject)
      })
      request.write(PDF.subarray(0, 5))
      return { request, ended }
    })
    await expect.poll(async () => (await upload(id, Buffer.alloc(0))).status).toBe(429)
    const other = await api.merchant()
    const theirs = await disputed(other)
    expect((await upload(theirs.id, PDF, { key: other.key })).status).toBe(201)
    for (const { request } of slow) request.end(PDF.subarray(5))
    expect(await Promise.all(slow.map(({ ended }) => ended))).toEqual([201, 201])
    await expect.poll(async () => (await upload(id, PDF)).status).toBe(201)
  })

  it('events of disputes go only to endpoints that name them, with the payment and the dispute', async () => {
    const merchant = await api.merchant()
    const ctx = {
      accountId: merchant.account.id,
      actor: { kind: 'operator' } as const,
      db: api.database.as('checkout_service', merchant.account.id),
      now: api.now,
    }
    const register = (kinds: readonly string[] | null) =>
      createEndpoint(ctx, { url: 'https://shop.example', kinds }, { keyring: api.keyring, testMode: true })
    const all = await register(null)
    const chosen = await register(['payment.disputed', 'payment.dispute_closed'])
    const { id, report } = await disputed(merchant)
    api.setNow(new Date(api.now().getTime() + 1))
    await recordDispute(api, { ...report, status: 'WON' })
    const { rows } = await api.database.as('checkout_system').query<{ endpoint_id: string; body: string }>({
      text: `SELECT d.endpoint_id, e.body FROM service.delivery d
        JOIN service.event e ON e.account_id = d.account_id AND e.id = d.event_id
        WHERE d.account_id = $1 AND d.kind LIKE 'payment.disput%' ORDER BY e.id`,
      values: [merchant.account.id],
    })
    expect(rows.map(({ endpoint_id }) => endpoint_id)).toEqual([chosen.id, chosen.id])
    expect(all.id).not.toBe(chosen.id)
    expect(rows.map(({ body }) => JSON.parse(body))).toMatchObject([
      {
        event: 'payment.disputed',
        data: { payment: { id: report.paymentReference, dispute: { id } }, dispute: { id } },
      },
      {
        event: 'payment.dispute_closed',
        data: { payment: { dispute: { status: 'WON' } }, dispute: { id, status: 'WON' } },
      },
    ])
  })
})
