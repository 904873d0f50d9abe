import { describe, expect, it } from 'vitest'
import { declines, payerReasonOf } from '@/lib/contract/declines'
import { declineCodeOf } from './decline-codes'

/** Card decline codes of docs.stripe.com/declines/codes, in its order. */
const documented =
  'authentication_required authentication_not_handled approve_with_id call_issuer card_not_supported ' +
  'card_velocity_exceeded currency_not_supported do_not_honor do_not_try_again duplicate_transaction expired_card ' +
  'fraudulent generic_decline incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip ' +
  'insufficient_funds invalid_account invalid_amount invalid_cvc invalid_expiry_month invalid_expiry_year ' +
  'invalid_number invalid_pin issuer_not_available lost_card merchant_blacklist new_account_information_available ' +
  'no_action_taken not_permitted offline_pin_required online_or_offline_pin_required pickup_card pin_try_exceeded ' +
  'processing_error reenter_transaction restricted_card revocation_of_all_authorizations revocation_of_authorization ' +
  'security_violation service_not_allowed stolen_card stop_payment_order testmode_decline transaction_not_allowed ' +
  'try_again_later withdrawal_count_limit_exceeded mobile_device_authentication_required'

describe('declineCodeOf', () => {
  it.each(documented.split(' '))('the documented decline code %s has an entry of its own', (code) => {
    // A code without an entry falls back on the error code.
    expect(declineCodeOf(code, 'expired_card')).toBe(declineCodeOf(code, 'processing_error'))
  })

  it.each([
    'do_not_try_again',
    'fraudulent',
    'lost_card',
    'merchant_blacklist',
    'pickup_card',
    'restricted_card',
    'revocation_of_all_authorizations',
    'security_violation',
    'stolen_card',
    'stop_payment_order',
  ])('the payer reads nothing of the suspicion behind %s, and the card is not tried again', (code) => {
    const rule = declines[declineCodeOf(code, 'card_declined')]
    expect(payerReasonOf(declineCodeOf(code, 'card_declined'))).toBe('generic_decline')
    expect(rule).toMatchObject({ retryable: false, advice: expect.stringContaining('not try') })
  })

  it.each([
    ['insufficient_funds', 'card_declined', 'insufficient_funds'],
    ['withdrawal_count_limit_exceeded', 'card_declined', 'insufficient_funds'],
    ['issuer_not_available', 'card_declined', 'processing_error'],
    ['incorrect_cvc', 'incorrect_cvc', 'incorrect_cvc'],
    [undefined, 'expired_card', 'expired_card'],
    [null, 'invalid_expiry_year', 'incorrect_details'],
    [null, 'payment_intent_authentication_failure', 'authentication_failed'],
    [null, 'authentication_required', 'authentication_required'],
    ['a_code_of_next_year', 'processing_error', 'processing_error'],
    ['toString', 'constructor', 'generic_decline'],
    [null, null, 'generic_decline'],
  ] as const)('decline code %s with error code %s is our %s', (declineCode, errorCode, ours) => {
    expect(declineCodeOf(declineCode, errorCode)).toBe(ours)
  })
})
