// Limits of amounts and of phone digits are in lib/domain. Every limit has its unit in its name or beside it. Lengths
// count Unicode code points after trimming.

/** Lists (contract: Limits). Rows per page. */
export const LIST_LIMIT_MIN = 1
export const LIST_LIMIT_MAX = 100
export const LIST_LIMIT_DEFAULT = 25

/** Contract: Limits. */
export const LINK_TITLE_MIN = 2
export const LINK_TITLE_MAX = 120
export const LINK_DESCRIPTION_MAX = 300
export const CUSTOMER_NOTES_MAX = 500
export const CUSTOMER_EXTERNAL_REF_MAX = 120
export const CHARGE_DESCRIPTION_MAX = 120
export const REFUND_NOTE_MAX = 500
/** Refunds that a payment lists in itself; GET /payments/{id}/refunds has all. */
export const SHOWN_REFUNDS_MAX = 20
/** Refunds and disputes that a settlement lists in itself. */
export const SHOWN_ADJUSTMENTS_MAX = 100
/** Evidence of a dispute: its text, and its files with their bytes together, above which Stripe refuses them. */
export const EVIDENCE_TEXT_MAX = 10_000
export const EVIDENCE_FILES_MAX = 3
export const EVIDENCE_BYTES_MAX = 4_500_000
export const EVIDENCE_FILE_NAME_MAX = 120

/** Contract: `max_uses` omitted = a single use. The upper bound (decisions) keeps counters in INTEGER range. */
export const LINK_MAX_USES_DEFAULT = 1
export const LINK_MAX_USES_MAX = 1_000_000

/** The document sets no bound for names; 200 is longer than every legal name that we know of. */
export const NAME_MIN = 1
export const NAME_MAX = 200

/** RFC 5321: the longest deliverable address, in octets. */
export const EMAIL_MAX = 254

/** A phone as sent may have spaces and signs around its digits; 40 keeps the column small. */
export const PHONE_TEXT_MAX = 40
/** Metadata: enough for a merchant's references, too small for storage. */
export const METADATA_KEYS_MAX = 50
export const METADATA_KEY_MIN = 1
export const METADATA_KEY_MAX = 40
/** 16 KiB serialized. */
export const METADATA_BYTES_MAX = 16 * 1024

/** Contract: Limits. Characters of the Idempotency-Key header. */
export const IDEMPOTENCY_KEY_MIN = 8
export const IDEMPOTENCY_KEY_MAX = 255

/** 256 KiB: sixteen times the largest metadata, so no valid body is refused. */
export const BODY_BYTES_MAX = 256 * 1024
/** Nesting of a JSON body. Deeper bodies are attacks on recursive code. */
export const JSON_DEPTH_MAX = 64

/** Ids and cursors that clients send back; ours are under 130 characters. */
export const ID_TEXT_MAX = 255
export const CURSOR_TEXT_MAX = 512
export const QUERY_TEXT_MAX = 255

/** Contract: signature check, seconds between `t` and now. */
export const SIGNATURE_TOLERANCE_S = 300
/** Contract: a slower receiver counts as failed, milliseconds. */
export const WEBHOOK_TIMEOUT_MS = 10_000
/** Contract: 1 min, 5 min, 30 min, 2 h, 6 h; seconds before each retry. */
export const WEBHOOK_RETRY_WAITS_S: readonly number[] = [60, 300, 1800, 7200, 21_600]
/** Two live secrets while rotating (decisions), hours. */
export const SECRET_ROTATION_HOURS = 24
/** Bytes that an attempt stores of the receiver's response. */
export const WEBHOOK_ANSWER_BYTES_MAX = 2048
/** Response headers that an attempt stores: their number, and bytes of names and values together. */
export const WEBHOOK_ANSWER_HEADERS_MAX = 32
export const WEBHOOK_ANSWER_HEADER_BYTES_MAX = 4096
/** An event creates one delivery per endpoint, so their number bounds the writes of a charge. */
export const WEBHOOK_ENDPOINTS_MAX = 20
/** The endpoint's purpose, in one line. */
export const ENDPOINT_DESCRIPTION_MAX = 120

/** Token bucket per API key (decisions); defaults of settings. */
export const RATE_LIMIT_PER_SECOND = 100
export const RATE_LIMIT_BURST = 200
/** Concurrent requests of one API key, per process; default of a setting. */
export const CONCURRENCY_PER_KEY = 50

/** A member's password. The maximum bounds the work of argon2, which hashes its whole input. */
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 256

/** Time limit of the payer at the bank's confirmation page; then the payment becomes TIMEOUT (decisions: TIMEOUT). */
export const CONFIRMATION_MS = 30 * 60_000
