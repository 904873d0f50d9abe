import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import type { Charge } from '@/lib/contract/charge'
import type { Customer } from '@/lib/contract/customer'
import type { BodyOf, EndpointName, ResponseOf } from '@/lib/contract/endpoints'
import type { Payment } from '@/lib/contract/payment'
import type { PaymentLink } from '@/lib/contract/payment-link'
import type { Settlement } from '@/lib/contract/settlement'

const WEB = 'https://pay.example.com'

export const exampleIds = {
  link: 'pl_019aa0c2f1e47a3b9d2c5e8f7a6b4c3d',
  payment: 'pay_019aa0d41b6c7d2e8f3a9b5c4d6e7f80',
  customer: 'cus_019aa0b6c2d87e4f9a1b3c5d7e9f0a2b',
  request: 'req_019aa0d5e7f27b3c8d4e9f6a5b7c8d90',
  settlement: 'set_019aa4e0a1b27c3d8e4f9a5b6c7d8e9f',
} as const

const account: Account = {
  object: 'account',
  id: 'acct_019a9f3e5b7c7d2e8f1a4b6c8d0e2f4a',
  name: 'Panadería La Espiga',
  slug: 'panaderia-la-espiga',
  legal_name: null,
  tax_id: null,
  type: null,
  status: 'ACTIVE',
  activation_status: 'ACTIVATED',
  charges_enabled: true,
  contact_email: 'hola@laespiga.example.com',
  contact_phone: null,
  currency: 'USD',
  timezone: 'America/Guatemala',
  created_at: '2026-08-03T15:20:11.482Z',
  country: 'GT',
  sign_up_url: `${WEB}/join/panaderia-la-espiga`,
  test_mode: true,
  settlement_schedule: 'daily',
}

const link: PaymentLink = {
  object: 'payment_link',
  id: exampleIds.link,
  url: `${WEB}/pay/${exampleIds.link}`,
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

const payment: Payment = {
  object: 'payment',
  id: exampleIds.payment,
  amount: 25.5,
  currency: 'USD',
  status: 'APPROVED',
  payer: { name: 'Ana García', email: 'ana@example.com' },
  customer_id: null,
  payment_link: { id: link.id, title: link.title, url: link.url },
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

const customer: Customer = {
  object: 'customer',
  id: exampleIds.customer,
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

const charged: Charge = {
  object: 'charge',
  customer_id: customer.id,
  amount: 25.5,
  currency: 'USD',
  paid: true,
  payment_id: exampleIds.payment,
  payment_url: null,
  payment_link: null,
}

const settlement: Settlement = {
  object: 'settlement',
  id: exampleIds.settlement,
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

const balance: Balance = {
  object: 'balance',
  currency: 'USD',
  available: { payment_count: 1, gross_amount: 25.5, fee_amount: 1.04, net_amount: 24.46, debt_amount: 0 },
  in_transit: 0,
  paid_out: 0,
  fee_schedule: { percent: 2.9, fixed: 0.3 },
}

const page = <Item>(item: Item) => ({
  object: 'list' as const,
  data: [item],
  has_more: false,
  next_cursor: null,
})

/** One object of each noun that events carry. */
export const eventExamples = {
  payment,
  payment_link: { ...link, status: 'COMPLETED', paid_count: 1 },
  customer: { ...customer, source: 'SELF' },
  settlement,
} as const

/** What a successful answer looks like, by name of the example. */
export const answerExamples: {
  readonly [Name in EndpointName]: Readonly<Record<string, ResponseOf<Name>>>
} = {
  getAccount: { account },
  getBalance: { balance },
  createPaymentLink: { created: link },
  listPaymentLinks: { page: page(link) },
  getPaymentLink: { link },
  cancelPaymentLink: { cancelled: { ...link, status: 'CANCELLED' } },
  listPayments: { page: page(payment) },
  getPayment: {
    approved: payment,
    declined: {
      ...payment,
      status: 'FAILED',
      authorization_code: null,
      approved_at: null,
      fee_amount: null,
      decline: {
        code: 'insufficient_funds',
        advice: 'There is not enough money on the card. Try again later or send a link for another card.',
      },
    },
  },
  listCustomers: { page: page(customer) },
  createCustomer: { created: { ...customer, card: null } },
  getCustomer: { customer },
  updateCustomer: { archived: { ...customer, status: 'ARCHIVED' } },
  createCharge: {
    saved_card: charged,
    link: {
      ...charged,
      paid: false,
      payment_id: null,
      payment_url: link.url,
      payment_link: { ...link, description: null, expires_at: null, metadata: {}, customer_id: customer.id },
    },
  },
  listSettlements: { page: page(settlement) },
  getSettlement: {
    settlement: {
      ...settlement,
      payments: [{ id: payment.id, amount: 25.5, payer_name: 'Ana García', created_at: payment.created_at }],
    },
  },
}

/** Bodies to send, by name of the example. */
export const bodyExamples: {
  readonly [Name in EndpointName]?: Readonly<Record<string, BodyOf<Name>>>
} = {
  createPaymentLink: {
    smallest: { title: 'Birthday cake', amount: 25.5 },
    unlimited: {
      title: 'Donation',
      amount: 10,
      description: 'For the new oven',
      max_uses: null,
      expires_at: '2027-01-01T00:00:00-06:00',
      metadata: { campaign: 'oven' },
    },
  },
  createCustomer: {
    customer: {
      name: 'Ana García',
      phone: '+44 20 7946 0134',
      email: 'ana@example.com',
      external_ref: 'crm-7781',
    },
  },
  updateCustomer: { archive: { status: 'ARCHIVED' }, clear_email: { email: null } },
  createCharge: {
    saved_card: { amount: 25.5, description: 'Birthday cake', use_saved_card: true },
    link: { amount: 25.5, description: 'Birthday cake' },
  },
}
