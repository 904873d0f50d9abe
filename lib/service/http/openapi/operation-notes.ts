import type { EndpointName } from '@/lib/contract/endpoints'

export const tags = [
  { name: 'Account', description: 'The account of the key.' },
  {
    name: 'Payment links',
    description: 'A link has an address to send to a payer. It takes as many payments as `max_uses` says.',
  },
  { name: 'Payments', description: 'Every attempt to collect money, and how it ended.' },
  {
    name: 'Customers',
    description: 'People whom the merchant knows by phone, perhaps with a saved card.',
  },
  { name: 'Charges', description: 'Collecting from a customer: by the saved card, or by a link to pay.' },
  { name: 'Settlements', description: 'Transfers of collected money to the merchant’s bank account.' },
  { name: 'Events', description: 'What the service sends to the address that the merchant registered.' },
] as const

interface OperationNote {
  tag: (typeof tags)[number]['name']
  description?: string
}

const CURSOR =
  'Newest first. Ask for the next page with `starting_after` set to `next_cursor`, until `has_more` is false. Rows that arrive meanwhile move nothing.'

/** Section of each operation, and notes beyond its summary. */
export const operationNotes: Readonly<Record<EndpointName, OperationNote>> = {
  getAccount: { tag: 'Account' },
  getBalance: {
    tag: 'Settlements',
    description: 'At every moment: approved gross − fees = available net + in transit + paid out.',
  },
  createPaymentLink: {
    tag: 'Payment links',
    description: 'Unknown fields are refused, so that a mistyped `max_uses` never makes another link.',
  },
  listPaymentLinks: { tag: 'Payment links', description: CURSOR },
  getPaymentLink: { tag: 'Payment links' },
  cancelPaymentLink: {
    tag: 'Payment links',
    description: 'Takes no body. A link that is cancelled already is answered unchanged.',
  },
  listPayments: { tag: 'Payments', description: CURSOR },
  getPayment: { tag: 'Payments' },
  listCustomers: {
    tag: 'Customers',
    description: `${CURSOR} Phone, e-mail and external_ref are exact look-ups, not searches.`,
  },
  createCustomer: { tag: 'Customers' },
  getCustomer: { tag: 'Customers' },
  updateCustomer: {
    tag: 'Customers',
    description: 'Only what is sent changes. A phone or an e-mail that another customer has is a 409.',
  },
  createCharge: {
    tag: 'Charges',
    description: [
      'Send an `Idempotency-Key` made before the first attempt: a retry under it gives the same answer and never charges twice.',
      '`409 charge_unresolved` means that nobody knows yet whether money moved. Do not charge again: read `GET /payments/{id}` of `details.payment_id` until it is final. A charge that was lost is annulled by the service and never executed again.',
    ].join('\n\n'),
  },
  listSettlements: { tag: 'Settlements', description: CURSOR },
  getSettlement: { tag: 'Settlements' },
}
