import type { Customer } from './customer'
import { type ChosenEventKind, type EventKind, eventDataKeys } from './event-kinds'
import type { Payment } from './payment'
import type { PaymentLink } from './payment-link'
import type { Settlement } from './settlement'

export const SAMPLE_WEB = 'https://pay.example.com'

export const exampleIds = {
  link: 'pl_019aa0c2f1e47a3b9d2c5e8f7a6b4c3d',
  payment: 'pay_019aa0d41b6c7d2e8f3a9b5c4d6e7f80',
  customer: 'cus_019aa0b6c2d87e4f9a1b3c5d7e9f0a2b',
  request: 'req_019aa0d5e7f27b3c8d4e9f6a5b7c8d90',
  settlement: 'set_019aa4e0a1b27c3d8e4f9a5b6c7d8e9f',
  refund: 'ref_019aa0e7b3c97d4e8f5a6b7c8d9e0f1a',
  dispute: 'dsp_019aa1c2d5e87f3a9b4c6d8e0f1a2b3c',
} as const

/** One sample object of each noun, as the API returns it. */
export const sampleLink: PaymentLink = {
  id: exampleIds.link,
  object: 'payment_link',
  url: `${SAMPLE_WEB}/pay/${exampleIds.link}`,
  title: 'Birthday cake',
  description: 'Chocolate, 12 portions',
  amount: 25.5,
  currency: 'USD',
  status: 'ACTIVE',
  max_uses: 1,
  paid_count: 0,
  expires_at: '2026-12-01T00:00:00.000Z',
  metadata: { order: 'A-1042' },
  created_at: '2026-11-20T12:00:00.000Z',
  customer_id: null,
  open_count: 0,
  last_opened_at: null,
}

export const samplePayment: Payment = {
  id: exampleIds.payment,
  object: 'payment',
  amount: 25.5,
  currency: 'USD',
  status: 'APPROVED',
  payer: { name: 'Ana García', email: 'ana@example.com' },
  customer_id: null,
  payment_link: { id: sampleLink.id, title: sampleLink.title, url: sampleLink.url },
  authorization_code: '492017',
  processor_reference: 'tb_7f3a9b5c4d6e',
  settlement_id: null,
  created_at: '2026-11-20T12:04:31.077Z',
  description: null,
  decline: null,
  card: { brand: 'visa', last4: '4242' },
  approved_at: '2026-11-20T12:04:31.912Z',
  fee_amount: 1.04,
  receipt_url: null,
}

export const sampleCustomer: Customer = {
  id: exampleIds.customer,
  object: 'customer',
  name: 'Ana García',
  phone: '+44 20 7946 0134',
  email: 'ana@example.com',
  status: 'ACTIVE',
  source: 'MERCHANT',
  notes: null,
  external_ref: 'crm-7781',
  card: { brand: 'visa', last4: '4242', expiry: '08/29' },
  created_at: '2026-11-20T11:52:08.301Z',
}

export const sampleSettlement: Settlement = {
  id: exampleIds.settlement,
  object: 'settlement',
  status: 'PENDING',
  currency: 'USD',
  gross_amount: 25.5,
  fee_amount: 1.04,
  net_amount: 24.46,
  payment_count: 1,
  period_start: '2026-11-20T06:00:00.000Z',
  period_end: '2026-11-21T06:00:00.000Z',
  bank_account: { bank_name: 'Banco de Prueba', account_last4: '0042' },
  reference: null,
  paid_at: null,
  created_at: '2026-11-21T06:00:02.115Z',
  debt_amount: 0,
}

const payment_link: PaymentLink = { ...sampleLink, status: 'COMPLETED', paid_count: 1 }
const customer: Customer = { ...sampleCustomer, source: 'SELF' }
const failed: Payment = {
  ...samplePayment,
  status: 'FAILED',
  authorization_code: null,
  approved_at: null,
  fee_amount: null,
  decline: {
    code: 'generic_decline',
    advice: 'The bank gave no reason. Ask the customer to call the bank or to pay with another card.',
  },
}
const paid: Settlement = {
  ...sampleSettlement,
  status: 'PAID',
  reference: 'TR-20261121-0042',
  paid_at: '2026-11-21T06:00:07.440Z',
}

const sampleObjects: Readonly<Record<EventKind, { id: string }>> = {
  'payment.succeeded': samplePayment,
  'payment.failed': failed,
  'payment_link.completed': payment_link,
  'customer.created': customer,
  'customer.card_saved': customer,
  'settlement.created': sampleSettlement,
  'settlement.paid': paid,
}

export const eventMeanings: Readonly<Record<ChosenEventKind, string>> = {
  'payment.succeeded': 'A charge was approved: the main event.',
  'payment.failed': 'The bank rejected a charge attempt; the customer was not charged.',
  'payment_link.completed': 'A link reached its quota of uses and accepts no more payments.',
  'customer.created': 'Someone registered by the merchant’s public sign-up page.',
  'customer.card_saved': 'A customer saved a card.',
  'settlement.created':
    'A settlement was generated. PENDING: the transfer is on its way. DEBT: net ≤ 0, no transfer.',
  'settlement.paid': 'The transfer to the bank left, with its reference.',
  'payment.refunded': 'A refund succeeded: the money is on its way to the payer.',
  'payment.refund_failed': 'The bank declined a refund, or returned one that had succeeded.',
  'payment.disputed':
    'The payer disputed a payment at the bank, or the bank refused the evidence: answer before the deadline.',
  'payment.dispute_closed': 'The bank decided a dispute: WON, and its amount is back, or LOST.',
}

/** Returns the body of an event of a kind, as an endpoint receives it. */
export function eventSample(kind: EventKind) {
  const data = { [eventDataKeys[kind]]: sampleObject(kind) }
  return { event: kind, created_at: '2026-11-20T12:04:31.912Z', data }
}

/** Returns the object of the sample of a kind. */
export function sampleObject(kind: EventKind): { id: string } {
  return sampleObjects[kind]
}
