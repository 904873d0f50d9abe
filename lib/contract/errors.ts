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

/** Type of an error by its status; `invalid_request_error` for any other. */
const typeOfStatus: Readonly<Record<number, ErrorType>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  429: 'rate_limit_error',
  500: 'api_error',
  503: 'api_error',
}

function rule(status: number, message: string) {
  return { type: typeOfStatus[status] ?? 'invalid_request_error', status, message }
}

/** The single table of error codes: type, status and public message. */
export const errorTable = {
  missing_api_key: rule(401, 'No API key was sent. Send the header "Authorization: Bearer <API_KEY>".'),
  invalid_api_key: rule(
    401,
    'This API key is not valid: it is mistyped, was revoked or has ended. Make another in the dashboard under Developers.',
  ),
  charges_disabled: rule(
    403,
    'Charges are switched off for this account, so its API key cannot be used. Contact support.',
  ),
  insufficient_scope: rule(
    403,
    'The scope of this API key does not include this call. `details.scope` is the one that it needs.',
  ),
  resource_not_found: rule(404, 'There is no such object in this account. Check the id and the path.'),
  method_not_allowed: rule(
    405,
    'This path does not take that method. The "Allow" header lists the methods that it takes.',
  ),
  link_already_completed: rule(
    409,
    'This payment link is already completed, so it cannot be cancelled. Its payments are kept.',
  ),
  customer_already_exists: rule(
    409,
    'Another customer already has this phone or e-mail. Nothing was changed; details.customer_id names that customer.',
  ),
  no_saved_card: rule(
    409,
    'This customer has no saved card. Charge without use_saved_card to get a payment link.',
  ),
  customer_archived: rule(
    409,
    'This customer is archived and cannot be charged. Set the status to ACTIVE first.',
  ),
  charge_unresolved: rule(
    409,
    'A connection was lost and it is unknown whether the charge happened. Check GET /payments before charging again; the same key gives this same answer.',
  ),
  payment_not_approved: rule(409, 'Only an approved payment can be refunded. Nothing was refunded.'),
  nothing_to_refund: rule(
    409,
    'The whole payment was refunded already, or its refunds are under way. Nothing was refunded.',
  ),
  payment_disputed: rule(
    409,
    'The payer disputed this payment at the bank, which has taken the money back, so it cannot be refunded. Nothing was refunded.',
  ),
  evidence_submitted: rule(
    409,
    'Evidence for this dispute was sent to the bank already. It can be sent once.',
  ),
  dispute_closed: rule(
    409,
    'This dispute takes no evidence any more: the bank has decided it, or its deadline has passed.',
  ),
  refund_unresolved: rule(
    409,
    'A connection was lost and the refund is under way: it is repeated until its outcome is known, and never made twice. Check GET /payments/{id}/refunds; do not refund again.',
  ),
  idempotency_unresolved: rule(
    409,
    'The first request with this Idempotency-Key is still running or was cut off. Check GET /payments; if nothing was charged, retry with a new key.',
  ),
  idempotency_key_reused: rule(
    422,
    'This Idempotency-Key was already used for a different request. Use a new key for a new operation.',
  ),
  rate_limited: rule(
    429,
    'Too many requests. Wait for the seconds in the "Retry-After" header and try again.',
  ),
  card_declined: rule(
    402,
    'The card was declined and nothing was charged. details.advice says what to do next.',
  ),
  authentication_required: rule(
    402,
    "The customer's bank asks for a confirmation, which only the customer can give. Nothing was charged: send a payment link.",
  ),
  invalid_parameters: rule(
    400,
    'Some parameters are not valid. details.fields lists each of them with what is wrong.',
  ),
  invalid_json: rule(
    400,
    'The body could not be read. Send one JSON object of at most 256 KiB in UTF-8 with "Content-Type: application/json".',
  ),
  invalid_idempotency_key: rule(
    400,
    'The Idempotency-Key header must have 8 to 255 characters. Nothing was done.',
  ),
  service_unavailable: rule(
    503,
    'The service cannot answer right now. Wait for the seconds in the "Retry-After" header, look whether a change was made, and try again.',
  ),
  internal_error: rule(
    500,
    'Something failed on our side. Try again; if it stays, send the request id to support.',
  ),
}

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
    const { type, status, message } = errorTable[code]
    super(options.message ?? message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.type = type
    this.status = status
    this.details = details
    this.headers = options.headers ?? {}
  }
}

/** Returns a 400 `invalid_parameters` with all field errors. */
export function invalidParameters(fields: readonly FieldError[]): ApiError {
  return new ApiError('invalid_parameters', { fields: [...fields] })
}

/** Returns an ApiError unchanged, and any other error as a 500 `internal_error` with the error as `cause`. */
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
