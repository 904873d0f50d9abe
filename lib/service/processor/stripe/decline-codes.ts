import type Stripe from 'stripe'
import type { DeclineCode } from '@/lib/contract/declines'

/**
 * Decline codes of cards as Stripe documents them (docs.stripe.com/declines/codes), and ours. Its package has no type of
 * them. Codes of a suspicion have the neutral text for the payer.
 */
const ofDecline: Readonly<Record<string, DeclineCode>> = {
  authentication_required: 'authentication_required',
  authentication_not_handled: 'authentication_required',
  mobile_device_authentication_required: 'authentication_required',
  approve_with_id: 'processing_error',
  issuer_not_available: 'processing_error',
  processing_error: 'processing_error',
  reenter_transaction: 'processing_error',
  try_again_later: 'processing_error',
  call_issuer: 'generic_decline',
  do_not_honor: 'generic_decline',
  generic_decline: 'generic_decline',
  invalid_account: 'generic_decline',
  new_account_information_available: 'generic_decline',
  no_action_taken: 'generic_decline',
  testmode_decline: 'generic_decline',
  card_not_supported: 'card_not_supported',
  currency_not_supported: 'card_not_supported',
  not_permitted: 'card_not_supported',
  service_not_allowed: 'card_not_supported',
  transaction_not_allowed: 'card_not_supported',
  card_velocity_exceeded: 'insufficient_funds',
  insufficient_funds: 'insufficient_funds',
  invalid_amount: 'insufficient_funds',
  withdrawal_count_limit_exceeded: 'insufficient_funds',
  duplicate_transaction: 'duplicate_transaction',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc',
  invalid_cvc: 'incorrect_cvc',
  incorrect_address: 'incorrect_details',
  incorrect_number: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  invalid_number: 'incorrect_details',
  // Codes of card readers.
  incorrect_pin: 'generic_decline',
  invalid_pin: 'generic_decline',
  offline_pin_required: 'generic_decline',
  online_or_offline_pin_required: 'generic_decline',
  pin_try_exceeded: 'generic_decline',
  fraudulent: 'fraudulent',
  merchant_blacklist: 'fraudulent',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  do_not_try_again: 'restricted_card',
  pickup_card: 'restricted_card',
  restricted_card: 'restricted_card',
  revocation_of_all_authorizations: 'restricted_card',
  revocation_of_authorization: 'restricted_card',
  security_violation: 'restricted_card',
  stop_payment_order: 'restricted_card',
}

/** Codes of the package's type without its open end, so that a code which a new version adds is checked. */
type Known<Code> = Code extends string ? (string extends Code ? never : Code) : never
type ErrorCode =
  | Known<Stripe.PaymentIntent.LastPaymentError.Code>
  | Known<Stripe.SetupIntent.LastSetupError.Code>

/** Error codes whose names are those of cards and of their confirmation. */
type NamedLikeACard = Extract<
  ErrorCode,
  | `${string}card${string}`
  | `${string}authentication${string}`
  | `${string}cvc`
  | `incorrect_${string}`
  | `invalid_expiry_${string}`
  | 'expired_payment_method'
  | 'insufficient_funds'
  | 'invalid_number'
  | 'processing_error'
>
/** Errors of a request, which no card causes. */
type OfRequests = 'cardholder_phone_number_required' | 'invalid_card_type' | 'token_card_network_invalid'

/** Error codes of a declined card without a decline code. */
const ofError = {
  authentication_failure: 'authentication_failed',
  payment_intent_authentication_failure: 'authentication_failed',
  setup_intent_authentication_failure: 'authentication_failed',
  three_d_secure_authentication_upstream_error: 'authentication_failed',
  authentication_required: 'authentication_required',
  card_declined: 'generic_decline',
  // Stripe stops a card after too many declines in a day.
  card_decline_rate_limit_exceeded: 'restricted_card',
  expired_card: 'expired_card',
  expired_payment_method: 'expired_card',
  incorrect_address: 'incorrect_details',
  incorrect_cvc: 'incorrect_cvc',
  incorrect_number: 'incorrect_details',
  incorrect_postal_code: 'incorrect_details',
  incorrect_zip: 'incorrect_details',
  insufficient_funds: 'insufficient_funds',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'incorrect_details',
  invalid_expiry_year: 'incorrect_details',
  invalid_number: 'incorrect_details',
  processing_error: 'processing_error',
  three_d_secure_authentication_not_supported: 'card_not_supported',
} as const satisfies Record<Exclude<NamedLikeACard, OfRequests>, DeclineCode>

/**
 * Returns our code of a card error (402 `card_error`): that of its decline code if there is a known one, else that of its
 * error code. Unknown codes are `generic_decline`.
 */
export function declineCodeOf(
  declineCode: string | null | undefined,
  errorCode: string | null | undefined,
): DeclineCode {
  const given = declineCode ?? ''
  if (Object.hasOwn(ofDecline, given)) return ofDecline[given] ?? 'generic_decline'
  const code = errorCode ?? ''
  return isErrorCode(code) ? ofError[code] : 'generic_decline'
}

function isErrorCode(code: string): code is keyof typeof ofError {
  return Object.hasOwn(ofError, code)
}
