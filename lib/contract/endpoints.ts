import type { z } from 'zod'
import { isStorable } from '@/lib/domain/text'
import { accountSchema } from './account'
import { balanceSchema } from './balance'
import { chargeSchema, createChargeSchema } from './charge'
import {
  createCustomerSchema,
  customerListSchema,
  customerSchema,
  listCustomersSchema,
  updateCustomerSchema,
} from './customer'
import {
  disputeFileSchema,
  disputeListSchema,
  disputeSchema,
  evidenceFileTypes,
  listDisputesSchema,
  submitEvidenceSchema,
  uploadFileSchema,
} from './dispute'
import type { ErrorCode } from './errors'
import { EVIDENCE_BYTES_MAX } from './limits'
import { listPaymentsSchema, paymentListSchema, paymentSchema } from './payment'
import {
  createPaymentLinkSchema,
  listPaymentLinksSchema,
  paymentLinkListSchema,
  paymentLinkSchema,
} from './payment-link'
import { createRefundSchema, listRefundsSchema, refundListSchema, refundSchema } from './refund'
import { listSettlementsSchema, settlementListSchema, settlementSchema } from './settlement'

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Relative to {base_url}, with `{id}` as in the contract. */
  readonly path: string
  readonly summary: string
  readonly query: z.ZodType | null
  readonly body: z.ZodType | null
  readonly response: z.ZodType
  readonly successStatus: 200 | 201
  /** Codes besides those that every endpoint can return (commonErrorCodes). */
  readonly errors: readonly ErrorCode[]
  /** True for our extension of the contract: another host answers 404. */
  readonly isExtension?: true
  /** The body is a file, sent as it is: its types, and its size at most. */
  readonly upload?: { readonly types: readonly string[]; readonly bytesMax: number }
}

export const commonErrorCodes = [
  'missing_api_key',
  'invalid_api_key',
  'charges_disabled',
  'insufficient_scope',
  'invalid_parameters',
  'invalid_json',
  'resource_not_found',
  'rate_limited',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]

const get = { method: 'GET', query: null, body: null, successStatus: 200, errors: [] } as const
const post = { ...get, method: 'POST' } as const

/** Every endpoint of the contract, and those of our extension: the source of the server's routes, the OpenAPI document and the client's types. */
export const endpoints = {
  getAccount: {
    ...get,
    path: '/me',
    summary: 'The account of the key. Serves to verify the key.',
    response: accountSchema,
  },
  getBalance: {
    ...get,
    path: '/balance',
    summary: 'What is collected, on its way and paid out.',
    response: balanceSchema,
  },
  createPaymentLink: {
    ...post,
    path: '/payment_links',
    summary: 'Create a payment link.',
    body: createPaymentLinkSchema,
    response: paymentLinkSchema,
    successStatus: 201,
    errors: ['idempotency_key_reused', 'invalid_idempotency_key'],
  },
  listPaymentLinks: {
    ...get,
    path: '/payment_links',
    summary: 'List payment links, newest first.',
    query: listPaymentLinksSchema,
    response: paymentLinkListSchema,
  },
  getPaymentLink: {
    ...get,
    path: '/payment_links/{id}',
    summary: 'Get one payment link.',
    response: paymentLinkSchema,
  },
  cancelPaymentLink: {
    ...post,
    path: '/payment_links/{id}/cancel',
    summary: 'Cancel a payment link. Payments already collected are kept.',
    response: paymentLinkSchema,
    errors: ['link_already_completed'],
  },
  listPayments: {
    ...get,
    path: '/payments',
    summary: 'List payments, newest first.',
    query: listPaymentsSchema,
    response: paymentListSchema,
  },
  getPayment: {
    ...get,
    path: '/payments/{id}',
    summary: 'Get one payment.',
    response: paymentSchema,
  },
  listCustomers: {
    ...get,
    path: '/customers',
    summary: 'List customers, newest first, or look them up by phone, e-mail or external_ref.',
    query: listCustomersSchema,
    response: customerListSchema,
  },
  createCustomer: {
    ...post,
    path: '/customers',
    summary: 'Create a customer.',
    body: createCustomerSchema,
    response: customerSchema,
    successStatus: 201,
    errors: ['customer_already_exists'],
  },
  getCustomer: {
    ...get,
    path: '/customers/{id}',
    summary: 'Get one customer with the saved card.',
    response: customerSchema,
  },
  updateCustomer: {
    ...post,
    method: 'PATCH',
    path: '/customers/{id}',
    summary: 'Change, archive or restore a customer.',
    body: updateCustomerSchema,
    response: customerSchema,
    errors: ['customer_already_exists'],
  },
  createCharge: {
    ...post,
    path: '/customers/{id}/charges',
    summary: 'Charge the saved card at once, or get a payment link for the customer.',
    body: createChargeSchema,
    response: chargeSchema,
    successStatus: 201,
    errors: [
      'card_declined',
      'authentication_required',
      'no_saved_card',
      'customer_archived',
      'charge_unresolved',
      'idempotency_unresolved',
      'idempotency_key_reused',
      'invalid_idempotency_key',
    ],
  },
  listSettlements: {
    ...get,
    path: '/settlements',
    summary: 'List settlements, newest first.',
    query: listSettlementsSchema,
    response: settlementListSchema,
  },
  getSettlement: {
    ...get,
    path: '/settlements/{id}',
    summary: 'Get one settlement with its payments.',
    response: settlementSchema,
  },
  createRefund: {
    ...post,
    isExtension: true,
    path: '/payments/{id}/refunds',
    summary: 'Refund a payment, or a part of it.',
    body: createRefundSchema,
    response: refundSchema,
    successStatus: 201,
    errors: [
      'payment_not_approved',
      'payment_disputed',
      'nothing_to_refund',
      'refund_unresolved',
      'idempotency_unresolved',
      'idempotency_key_reused',
      'invalid_idempotency_key',
    ],
  },
  listRefunds: {
    ...get,
    isExtension: true,
    path: '/payments/{id}/refunds',
    summary: 'List the refunds of a payment, newest first.',
    query: listRefundsSchema,
    response: refundListSchema,
  },
  listDisputes: {
    ...get,
    isExtension: true,
    path: '/disputes',
    summary: 'List disputes, newest first.',
    query: listDisputesSchema,
    response: disputeListSchema,
  },
  getDispute: {
    ...get,
    isExtension: true,
    path: '/disputes/{id}',
    summary: 'Get one dispute.',
    response: disputeSchema,
  },
  uploadDisputeFile: {
    ...post,
    isExtension: true,
    path: '/disputes/{id}/files',
    summary: 'Upload a file for the evidence.',
    query: uploadFileSchema,
    response: disputeFileSchema,
    successStatus: 201,
    errors: ['evidence_submitted', 'dispute_closed'],
    upload: { types: evidenceFileTypes, bytesMax: EVIDENCE_BYTES_MAX },
  },
  submitEvidence: {
    ...post,
    isExtension: true,
    path: '/disputes/{id}/evidence',
    summary: 'Send evidence to the bank, once: a text, files, or both.',
    body: submitEvidenceSchema,
    response: disputeSchema,
    errors: ['evidence_submitted', 'dispute_closed'],
  },
} as const satisfies Record<string, Endpoint>

/** Returns whether an endpoint honors the Idempotency-Key header: it is one that can refuse it. */
export function isIdempotent({ errors }: Endpoint): boolean {
  return errors.includes('invalid_idempotency_key')
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

export type ResponseOf<Name extends EndpointName> = z.output<Endpoints[Name]['response']>

/** Body that a client sends; null if there is none. */
export type BodyOf<Name extends EndpointName> = Endpoints[Name]['body'] extends z.ZodType
  ? z.input<Endpoints[Name]['body']>
  : null

/** Query of a client, before it is serialized; null if there is none. */
export type QueryOf<Name extends EndpointName> = Endpoints[Name]['query'] extends z.ZodType
  ? ClientQuery<z.input<Endpoints[Name]['query']>>
  : null

/** Parsed query on the server: with defaults, instants as Date, the cursor decoded. */
export type ParsedQueryOf<Name extends EndpointName> = Endpoints[Name]['query'] extends z.ZodType
  ? z.output<Endpoints[Name]['query']>
  : null

type ClientQuery<Wire> = { [Key in keyof Wire]: Key extends 'limit' ? number | undefined : Wire[Key] }

/** Returns the path with its id percent-encoded. Throws RangeError for an id that is not a path segment. */
export function pathOf(name: EndpointName, id?: string): string {
  const template: string = endpoints[name].path
  if (!template.includes('{id}')) return template
  if (!id || /^\.{1,2}$/.test(id) || !isStorable(id)) throw new RangeError('not an id that fits into a path')
  return template.replace('{id}', () => encodeURIComponent(id))
}

/** Serializes a client's query (strings and numbers) as `?a=b`, without absent members; '' if nothing is left. */
export function queryText(query: object | null): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {}) as [string, unknown][]) {
    // Object.entries types the values as any, hence the cast; values other than text and numbers are left out.
    if (typeof value === 'string' || typeof value === 'number') search.set(key, String(value))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}
