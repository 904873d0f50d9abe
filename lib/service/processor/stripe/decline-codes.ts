import type { DeclineCode } from '@/lib/contract/declines'

type Codes = { readonly [Ours in DeclineCode]?: string }

/** Stripe's decline codes (docs.stripe.com/declines/codes), by ours; suspicions have a neutral text. */
const ofDecline = byCode({
  authentication_required:
    'authentication_required authentication_not_handled mobile_device_authentication_required',
  processing_error:
    'approve_with_id issuer_not_available processing_error reenter_transaction try_again_later',
  generic_decline:
    'call_issuer do_not_honor generic_decline invalid_account new_account_information_available ' +
    'no_action_taken testmode_decline incorrect_pin invalid_pin offline_pin_required ' +
    'online_or_offline_pin_required pin_try_exceeded',
  card_not_supported:
    'card_not_supported currency_not_supported not_permitted service_not_allowed ' +
    'transaction_not_allowed',
  insufficient_funds:
    'card_velocity_exceeded insufficient_funds invalid_amount withdrawal_count_limit_exceeded',
  duplicate_transaction: 'duplicate_transaction',
  expired_card: 'expired_card',
  incorrect_cvc: 'incorrect_cvc invalid_cvc',
  incorrect_details:
    'incorrect_address incorrect_number incorrect_zip invalid_expiry_month invalid_expiry_year ' +
    'invalid_number',
  fraudulent: 'fraudulent merchant_blacklist',
  lost_card: 'lost_card',
  stolen_card: 'stolen_card',
  restricted_card:
    'do_not_try_again pickup_card restricted_card revocation_of_all_authorizations ' +
    'revocation_of_authorization security_violation stop_payment_order',
})

/** Error codes of a declined card without a decline code, and of its confirmation. */
const ofError = byCode({
  authentication_failed:
    'authentication_failure payment_intent_authentication_failure setup_intent_authentication_failure ' +
    'three_d_secure_authentication_upstream_error',
  authentication_required: 'authentication_required',
  generic_decline: 'card_declined',
  restricted_card: 'card_decline_rate_limit_exceeded',
  expired_card: 'expired_card expired_payment_method',
  incorrect_details:
    'incorrect_address incorrect_number incorrect_postal_code incorrect_zip invalid_expiry_month ' +
    'invalid_expiry_year invalid_number',
  incorrect_cvc: 'incorrect_cvc invalid_cvc',
  insufficient_funds: 'insufficient_funds',
  processing_error: 'processing_error',
  card_not_supported: 'three_d_secure_authentication_not_supported',
})

/** Returns our code of a card error by its decline code, else its error code; else `generic_decline`. */
export function declineCodeOf(
  declineCode: string | null | undefined,
  errorCode: string | null | undefined,
): DeclineCode {
  return ofDecline.get(declineCode ?? '') ?? ofError.get(errorCode ?? '') ?? 'generic_decline'
}

function byCode(codes: Codes): ReadonlyMap<string, DeclineCode> {
  // Object.entries loses the key type.
  const entries = Object.entries(codes) as [DeclineCode, string][]
  return new Map(entries.flatMap(([ours, theirs]) => theirs.split(' ').map((code) => [code, ours] as const)))
}
