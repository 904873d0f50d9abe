import * as z from 'zod'

/** The seven types of the contract's section "Errors". */
export const errorTypes = [
  'authentication_error',
  'permission_error',
  'invalid_request_error',
  'not_found_error',
  'conflict_error',
  'rate_limit_error',
  'api_error',
] as const

export type ErrorType = (typeof errorTypes)[number]

type ErrorRule = { readonly type: ErrorType; readonly status: number; readonly message: string }

/** The single table of error codes: type, status and public message. */
export const errorTable = {
  missing_api_key: {
    type: 'authentication_error',
    status: 401,
    message: 'No API key was sent. Send the header "Authorization: Bearer <API_KEY>".',
  },
  invalid_api_key: {
    type: 'authentication_error',
    status: 401,
    message:
      'This API key is not valid: it is mistyped, was revoked or has ended. Make another in the dashboard under Developers.',
  },
  charges_disabled: {
    type: 'permission_error',
    status: 403,
    message: 'Charges are switched off for this account, so its API key cannot be used. Contact support.',
  },
  insufficient_scope: {
    type: 'permission_error',
    status: 403,
    message:
      'The scope of this API key does not include this call. `details.scope` is the one that it needs.',
  },
  resource_not_found: {
    type: 'not_found_error',
    status: 404,
    message: 'There is no such object in this account. Check the id and the path.',
  },
  method_not_allowed: {
    type: 'invalid_request_error',
    status: 405,
    message: 'This path does not take that method. The "Allow" header lists the methods that it takes.',
  },
  link_already_completed: {
    type: 'conflict_error',
    status: 409,
    message: 'This payment link is already completed, so it cannot be cancelled. Its payments are kept.',
  },
  customer_already_exists: {
    type: 'conflict_error',
    status: 409,
    message:
      'Another customer already has this phone or e-mail. Nothing was changed; details.customer_id names that customer.',
  },
  no_saved_card: {
    type: 'conflict_error',
    status: 409,
    message: 'This customer has no saved card. Charge without use_saved_card to get a payment link.',
  },
  customer_archived: {
    type: 'conflict_error',
    status: 409,
    message: 'This customer is archived and cannot be charged. Set the status to ACTIVE first.',
  },
  charge_unresolved: {
    type: 'conflict_error',
    status: 409,
    message:
      'A connection was lost and it is unknown whether the charge happened. Check GET /payments before charging again; the same key gives this same answer.',
  },
  payment_not_approved: {
    type: 'conflict_error',
    status: 409,
    message: 'Only an approved payment can be refunded. Nothing was refunded.',
  },
  nothing_to_refund: {
    type: 'conflict_error',
    status: 409,
    message: 'The whole payment was refunded already, or its refunds are under way. Nothing was refunded.',
  },
  payment_disputed: {
    type: 'conflict_error',
    status: 409,
    message:
      'The payer disputed this payment at the bank, which has taken the money back, so it cannot be refunded. Nothing was refunded.',
  },
  evidence_submitted: {
    type: 'conflict_error',
    status: 409,
    message: 'Evidence for this dispute was sent to the bank already. It can be sent once.',
  },
  dispute_closed: {
    type: 'conflict_error',
    status: 409,
    message: 'This dispute takes no evidence any more: the bank has decided it, or its deadline has passed.',
  },
  refund_unresolved: {
    type: 'conflict_error',
    status: 409,
    message:
      'A connection was lost and the refund is under way: it is repeated until its outcome is known, and never made twice. Check GET /payments/{id}/refunds; do not refund again.',
  },
  idempotency_unresolved: {
    type: 'conflict_error',
    status: 409,
    message:
      'The first request with this Idempotency-Key is still running or was cut off. Check GET /payments; if nothing was charged, retry with a new key.',
  },
  idempotency_key_reused: {
    type: 'invalid_request_error',
    status: 422,
    message:
      'This Idempotency-Key was already used for a different request. Use a new key for a new operation.',
  },
  rate_limited: {
    type: 'rate_limit_error',
    status: 429,
    message: 'Too many requests. Wait for the seconds in the "Retry-After" header and try again.',
  },
  card_declined: {
    type: 'invalid_request_error',
    status: 402,
    message: 'The card was declined and nothing was charged. details.advice says what to do next.',
  },
  authentication_required: {
    type: 'invalid_request_error',
    status: 402,
    message:
      "The customer's bank asks for a confirmation, which only the customer can give. Nothing was charged: send a payment link.",
  },
  invalid_parameters: {
    type: 'invalid_request_error',
    status: 400,
    message: 'Some parameters are not valid. details.fields lists each of them with what is wrong.',
  },
  invalid_json: {
    type: 'invalid_request_error',
    status: 400,
    message:
      'The body could not be read. Send one JSON object of at most 256 KiB in UTF-8 with "Content-Type: application/json".',
  },
  invalid_idempotency_key: {
    type: 'invalid_request_error',
    status: 400,
    message: 'The Idempotency-Key header must have 8 to 255 characters. Nothing was done.',
  },
  service_unavailable: {
    type: 'api_error',
    status: 503,
    message:
      'The service cannot answer right now. Wait for the seconds in the "Retry-After" header, look whether a change was made, and try again.',
  },
  internal_error: {
    type: 'api_error',
    status: 500,
    message: 'Something failed on our side. Try again; if it stays, send the request id to support.',
  },
} as const satisfies Record<string, ErrorRule>

export type ErrorCode = keyof typeof errorTable

/** Returns whether a code (of a response, for example) is known to this contract. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code)
}

/** One invalid part of a request: a dotted path (`''` = the body itself), a stable code, a message. */
export const fieldErrorSchema = z.object({ field: z.string(), code: z.string(), message: z.string() })

export type FieldError = z.infer<typeof fieldErrorSchema>

export type ErrorDetails = Record<string, unknown>

/**
 * The only error that entry points turn into a response. `details` are public (never a card number, a secret or another
 * account's data); `headers` are added to the response, such as Retry-After; `message` replaces the table's.
 */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly type: ErrorType
  readonly status: number
  readonly details: ErrorDetails
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    details: ErrorDetails = {},
    options: { headers?: Record<string, string>; cause?: unknown; message?: string } = {},
  ) {
    const rule: ErrorRule = errorTable[code]
    super(options.message ?? rule.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.type = rule.type
    this.status = rule.status
    this.details = details
    this.headers = options.headers ?? {}
  }
}

/** Returns a 400 `invalid_parameters` with all field errors. */
export function invalidParameters(fields: readonly FieldError[]): ApiError {
  return new ApiError('invalid_parameters', { fields: [...fields] })
}

/**
 * Returns an ApiError unchanged; wraps any other error in a 500 `internal_error`, with the original as `cause` for the
 * log.
 */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('internal_error', {}, { cause: error })
}

/** Body of an error response (contract: Errors). `details` on the wire: any properties, always with `request_id`. */
export const errorBodySchema = z.looseObject({
  error: z.looseObject({
    type: z.string(),
    code: z.string(),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).default({}),
  }),
})

export type ErrorBody = z.infer<typeof errorBodySchema>

/** Renders any thrown value as the contract's error body; exposes no internals of errors other than ApiError. */
export function toErrorBody(error: unknown, requestId: string): ErrorBody {
  const { type, code, message, details } = toApiError(error)
  return { error: { type, code, message, details: { ...details, request_id: requestId } } }
}

const declineDetailsSchema = z.looseObject({
  decline_code: z.string(),
  advice: z.string(),
  retryable: z.boolean(),
  payment_id: z.string().nullable(),
})

/** `details` of a 402 (decisions: type of 402). */
export type DeclineDetails = z.infer<typeof declineDetailsSchema>

/** Reads `details.fields` of an error body; empty if the host sends none in our shape. */
export function fieldErrorsIn(details: ErrorDetails): FieldError[] {
  const parsed = z.array(fieldErrorSchema).safeParse(details.fields)
  return parsed.success ? parsed.data : []
}

/** Reads the details of a 402; null if the host does not send them in our shape. */
export function declineIn(details: ErrorDetails): DeclineDetails | null {
  const parsed = declineDetailsSchema.safeParse(details)
  return parsed.success ? parsed.data : null
}
