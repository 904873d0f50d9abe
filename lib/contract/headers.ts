/** Header names as the contract prints them; HTTP ignores their case. */
export const REQUEST_ID_HEADER = 'Request-Id'
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key'
export const IDEMPOTENT_REPLAY_HEADER = 'Idempotent-Replay'
export const RETRY_AFTER_HEADER = 'Retry-After'
export const RATE_LIMIT_HEADER = 'RateLimit-Limit'
export const RATE_REMAINING_HEADER = 'RateLimit-Remaining'
export const RATE_RESET_HEADER = 'RateLimit-Reset'

export const EVENT_HEADER = 'Service-Event'
export const DELIVERY_HEADER = 'Service-Delivery'
export const SIGNATURE_HEADER = 'Service-Signature'
export const WEBHOOK_USER_AGENT = 'Service-Webhooks/1.0'

/** API keys are `checkout_sk_<secret>`, signing secrets `whsec_<secret>` (decisions). */
export const API_KEY_PREFIX = 'checkout_sk_'
export const SIGNING_SECRET_PREFIX = 'whsec_'
