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

/** Codes that every endpoint can return. */
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

/** Every endpoint of the contract, and those of our extension: the source of the server's routes, the OpenAPI document and the client's types. */
export const endpoints = {
  getAccount: {
    method: 'GET',
    path: '/me',
    summary: 'The account of the key. Serves to verify the key.',
    query: null,
    body: null,
    response: accountSchema,
    successStatus: 200,
    errors: [],
  },
  getBalance: {
    method: 'GET',
    path: '/balance',
    summary: 'What is collected, on its way and paid out.',
    query: null,
    body: null,
    response: balanceSchema,
    successStatus: 200,
    errors: [],
  },
  createPaymentLink: {
    method: 'POST',
    path: '/payment_links',
    summary: 'Create a payment link.',
    query: null,
    body: createPaymentLinkSchema,
    response: paymentLinkSchema,
    successStatus: 201,
    errors: ['idempotency_key_reused', 'invalid_idempotency_key'],
  },
  listPaymentLinks: {
    method: 'GET',
    path: '/payment_links',
    summary: 'List payment links, newest first.',
    query: listPaymentLinksSchema,
    body: null,
    response: paymentLinkListSchema,
    successStatus: 200,
    errors: [],
  },
  getPaymentLink: {
    method: 'GET',
    path: '/payment_links/{id}',
    summary: 'Get one payment link.',
    query: null,
    body: null,
    response: paymentLinkSchema,
    successStatus: 200,
    errors: [],
  },
  cancelPaymentLink: {
    method: 'POST',
    path: '/payment_links/{id}/cancel',
    summary: 'Cancel a payment link. Payments already collected are kept.',
    query: null,
    body: null,
    response: paymentLinkSchema,
    successStatus: 200,
    errors: ['link_already_completed'],
  },
  listPayments: {
    method: 'GET',
    path: '/payments',
    summary: 'List payments, newest first.',
    query: listPaymentsSchema,
    body: null,
    response: paymentListSchema,
    successStatus: 200,
    errors: [],
  },
  getPayment: {
    method: 'GET',
    path: '/payments/{id}',
    summary: 'Get one payment.',
    query: null,
    body: null,
    response: paymentSchema,
    successStatus: 200,
    errors: [],
  },
  listCustomers: {
    method: 'GET',
    path: '/customers',
    summary: 'List customers, newest first, or look them up by phone, e-mail or external_ref.',
    query: listCustomersSchema,
    body: null,
    response: customerListSchema,
    successStatus: 200,
    errors: [],
  },
  createCustomer: {
    method: 'POST',
    path: '/customers',
    summary: 'Create a customer.',
    query: null,
    body: createCustomerSchema,
    response: customerSchema,
    successStatus: 201,
    errors: ['customer_already_exists'],
  },
  getCustomer: {
    method: 'GET',
    path: '/customers/{id}',
    summary: 'Get one customer with the saved card.',
    query: null,
    body: null,
    response: customerSchema,
    successStatus: 200,
    errors: [],
  },
  updateCustomer: {
    method: 'PATCH',
    path: '/customers/{id}',
    summary: 'Change, archive or restore a customer.',
    query: null,
    body: updateCustomerSchema,
    response: customerSchema,
    successStatus: 200,
    errors: ['customer_already_exists'],
  },
  createCharge: {
    method: 'POST',
    path: '/customers/{id}/charges',
    summary: 'Charge the saved card at once, or get a payment link for the customer.',
    query: null,
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
    method: 'GET',
    path: '/settlements',
    summary: 'List settlements, newest first.',
    query: listSettlementsSchema,
    body: null,
    response: settlementListSchema,
    successStatus: 200,
    errors: [],
  },
  getSettlement: {
    method: 'GET',
    path: '/settlements/{id}',
    summary: 'Get one settlement with its payments.',
    query: null,
    body: null,
    response: settlementSchema,
    successStatus: 200,
    errors: [],
  },
  createRefund: {
    method: 'POST',
    path: '/payments/{id}/refunds',
    summary: 'Refund a payment, or a part of it.',
    query: null,
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
    isExtension: true,
  },
  listRefunds: {
    method: 'GET',
    path: '/payments/{id}/refunds',
    summary: 'List the refunds of a payment, newest first.',
    query: listRefundsSchema,
    body: null,
    response: refundListSchema,
    successStatus: 200,
    errors: [],
    isExtension: true,
  },
  listDisputes: {
    method: 'GET',
    path: '/disputes',
    summary: 'List disputes, newest first.',
    query: listDisputesSchema,
    body: null,
    response: disputeListSchema,
    successStatus: 200,
    errors: [],
    isExtension: true,
  },
  getDispute: {
    method: 'GET',
    path: '/disputes/{id}',
    summary: 'Get one dispute.',
    query: null,
    body: null,
    response: disputeSchema,
    successStatus: 200,
    errors: [],
    isExtension: true,
  },
  uploadDisputeFile: {
    method: 'POST',
    path: '/disputes/{id}/files',
    summary: 'Upload a file for the evidence.',
    query: uploadFileSchema,
    body: null,
    response: disputeFileSchema,
    successStatus: 201,
    errors: ['evidence_submitted', 'dispute_closed'],
    isExtension: true,
    upload: { types: evidenceFileTypes, bytesMax: EVIDENCE_BYTES_MAX },
  },
  submitEvidence: {
    method: 'POST',
    path: '/disputes/{id}/evidence',
    summary: 'Send evidence to the bank, once: a text, files, or both.',
    query: null,
    body: submitEvidenceSchema,
    response: disputeSchema,
    successStatus: 200,
    errors: ['evidence_submitted', 'dispute_closed'],
    isExtension: true,
  },
} as const satisfies Record<string, Endpoint>

/** Returns whether an endpoint honors the Idempotency-Key header: it is one that can refuse it. */
export function isIdempotent({ errors }: Endpoint): boolean {
  return errors.includes('invalid_idempotency_key')
}

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** Response of an endpoint's success. */
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

/**
 * Returns the path with its id filled in, percent-encoded. Throws RangeError for an id that is not a valid path segment
 * (empty, `.`, `..`, not storable): such a URL would address another resource.
 */
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
