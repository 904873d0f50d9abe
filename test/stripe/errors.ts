export type Json = Record<string, unknown>

/** Error in an answer of Stripe. `isStored` is false if execution never began: its key stays free. */
export class StripeRefusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Json,
    readonly isStored: boolean,
  ) {
    super(String(error.message))
  }
}

/** Returns the body of an error with its address in the documentation. */
export function errorBody(type: string, code: string | null, message: string, rest: Json = {}): Json {
  const named = code === null ? {} : { code, doc_url: documentation(code) }
  return { ...named, message, type, ...rest }
}

function documentation(code: string): string {
  return `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`
}

/** Error of a request whose parameters Stripe rejects before it executes anything. */
export function invalidParameter(message: string, param: string, code: string | null = null): StripeRefusal {
  return new StripeRefusal(400, errorBody('invalid_request_error', code, message, { param }), false)
}

/** Error of an id that does not exist. */
export function missingResource(noun: string, id: string, param: string): StripeRefusal {
  const message = `No such ${noun}: '${id}'`
  return new StripeRefusal(
    404,
    errorBody('invalid_request_error', 'resource_missing', message, { param }),
    false,
  )
}

/** Error of a request that was executed and contradicts the state of an object. */
export function stateConflict(code: string | null, message: string, rest: Json = {}): StripeRefusal {
  return new StripeRefusal(400, errorBody('invalid_request_error', code, message, rest), true)
}

const LOCKED =
  'This object cannot be accessed right now because another API request or Stripe process is currently ' +
  'accessing it. If you see this error intermittently, retry the request.'
const IN_USE =
  'There is currently another in-progress request using this Idempotent Key (that probably means you ' +
  'submitted twice, and the other request is still going through).'

/** Errors of requests that Stripe turns away without execution. */
export const turnedAway = {
  lock_timeout: () =>
    new StripeRefusal(429, errorBody('invalid_request_error', 'lock_timeout', LOCKED), false),
  rate_limit: () =>
    new StripeRefusal(
      429,
      errorBody('invalid_request_error', 'rate_limit', 'Request rate limit exceeded.'),
      false,
    ),
  key_in_use: () =>
    new StripeRefusal(409, errorBody('idempotency_error', 'idempotency_key_in_use', IN_USE), false),
}
