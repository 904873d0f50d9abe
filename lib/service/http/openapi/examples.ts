import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import type { Charge } from '@/lib/contract/charge'
import type { Dispute, DisputeFile } from '@/lib/contract/dispute'
import type { BodyOf, EndpointName, ResponseOf } from '@/lib/contract/endpoints'
import {
  sampleCustomer as customer,
  exampleIds,
  sampleLink as link,
  samplePayment as payment,
  SAMPLE_WEB,
  sampleSettlement as settlement,
} from '@/lib/contract/event-samples'
import type { Refund } from '@/lib/contract/refund'

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
  sign_up_url: `${SAMPLE_WEB}/join/panaderia-la-espiga`,
  test_mode: true,
  settlement_schedule: 'daily',
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

const refund: Refund = {
  object: 'refund',
  id: exampleIds.refund,
  payment_id: exampleIds.payment,
  amount: 10,
  currency: 'USD',
  reason: 'REQUESTED_BY_CUSTOMER',
  note: 'One of the boxes was broken',
  status: 'SUCCEEDED',
  decline_code: null,
  created_at: '2026-11-20T15:10:02.418Z',
  finished_at: '2026-11-20T15:10:03.006Z',
}

const disputeFile: DisputeFile = {
  object: 'dispute_file',
  id: 'dsf_019aa1f0c4d87e2f8a3b9c5d4e6f7a81',
  name: 'delivery-note.pdf',
  type: 'application/pdf',
  bytes: 84_512,
  created_at: '2026-11-22T09:12:44.310Z',
}

const dispute: Dispute = {
  object: 'dispute',
  id: exampleIds.dispute,
  payment_id: exampleIds.payment,
  amount: 25.5,
  fee_amount: 15,
  currency: 'USD',
  reason: 'NOT_RECEIVED',
  status: 'NEEDS_RESPONSE',
  evidence_due_at: '2026-11-28T23:59:59.000Z',
  evidence: null,
  created_at: '2026-11-21T08:30:00.000Z',
  closed_at: null,
}

const answered: Dispute = {
  ...dispute,
  status: 'UNDER_REVIEW',
  evidence: {
    text: 'The cake was handed over on 20 November.',
    files: [disputeFile],
    submitted_at: '2026-11-22T09:15:02.007Z',
  },
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
  createRefund: {
    refunded: refund,
    declined: { ...refund, status: 'FAILED', decline_code: 'refund_declined' },
  },
  listRefunds: { page: page(refund) },
  listDisputes: { page: page(dispute) },
  getDispute: { dispute },
  submitEvidence: { submitted: answered },
  uploadDisputeFile: { uploaded: disputeFile },
  listSettlements: { page: page(settlement) },
  getSettlement: {
    settlement: {
      ...settlement,
      payments: [{ id: payment.id, amount: 25.5, payer_name: 'Ana García', created_at: payment.created_at }],
    },
  },
}

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
  createRefund: {
    part: { amount: 10, reason: 'REQUESTED_BY_CUSTOMER', note: 'One of the boxes was broken' },
  },
  submitEvidence: {
    text: { text: 'The cake was handed over on 20 November.' },
  },
}
