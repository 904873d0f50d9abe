import { createHmac, randomUUID } from 'node:crypto'
import { httpRequest } from './run-load'

/** Links of the merchant; payments of one link share one row of the mirror's fetch queue. */
const LINKS = 50

export interface EventTarget {
  /** URL of the delivery. */
  url: string
  secret: string
}

/** Returns the bytes of one signed delivery about its own payment, in the contract's format. */
export function paymentDelivery({ url, secret }: EventTarget, index: number): Buffer {
  const now = new Date()
  const id = randomUUID().replaceAll('-', '')
  const link = `pl_${String(index % LINKS).padStart(32, '0')}`
  const payment = {
    id: `pay_${id}`,
    object: 'payment',
    amount: 120.5,
    currency: 'USD',
    status: 'APPROVED',
    payer: { name: 'Ada Lovelace', email: 'ada@example.test' },
    customer_id: null,
    payment_link: { id: link, title: 'Birthday cake', url: `http://localhost:3000/pay/${link}` },
    authorization_code: '482913',
    processor_reference: `tb_${id}`,
    settlement_id: null,
    created_at: now.toISOString(),
    description: null,
    decline: null,
    card: { brand: 'visa', last4: '4242' },
    approved_at: now.toISOString(),
    fee_amount: 3.79,
    receipt_url: null,
  }
  const event = { event: 'payment.succeeded', created_at: now.toISOString(), data: { payment } }
  const body = JSON.stringify(event)
  const t = Math.floor(now.getTime() / 1_000)
  const digest = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'Service-Webhooks/1.0',
    'Service-Event': event.event,
    'Service-Delivery': `whd_${randomUUID().replaceAll('-', '')}`,
    'Service-Signature': `t=${t},v1=${digest}`,
  }
  return httpRequest('POST', url, headers, body)
}
