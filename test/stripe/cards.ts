import { errorBody, type Json } from './errors'

/** Decline of a test card, with the fields of Stripe's error. */
export interface Decline {
  code: string
  declineCode: string
  message: string
  advice: string | null
  networkAdvice: string | null
  networkDecline: string | null
  param?: string
  /** Blocked before it reached the card's network. */
  isBlocked?: boolean
}

export interface TestCard {
  number: string
  brand: string
  country: string
  decline: Decline | null
  /** Attaching the card to a customer succeeds although its charges are declined. */
  attaches?: boolean
  /** Status of its refunds; they succeed if absent. */
  refundStatus?: 'pending' | 'failed'
  /** Dispute that opens when its money is taken. */
  dispute?: { reason: string; status: 'needs_response' | 'warning_needs_response' }
  /**
   * 3-D Secure: `always`; on session alone once the card was set up (`until_set_up`); on session alone, as if
   * it had been set up elsewhere (`on_session`).
   */
  authentication?: 'always' | 'until_set_up' | 'on_session'
}

const DECLINED = 'Your card was declined.'

function decline(
  declineCode: string,
  network: [decline: string, advice: string | null],
  rest: Partial<Decline> = {},
): Decline {
  return {
    code: 'card_declined',
    declineCode,
    message: DECLINED,
    advice: 'try_again_later',
    networkDecline: network[0],
    networkAdvice: network[1],
    ...rest,
  }
}

const GENERIC = decline('generic_decline', ['01', null])
const INSUFFICIENT_FUNDS = decline('insufficient_funds', ['51', '02'], {
  message: 'Your card has insufficient funds.',
})

function card(number: string, rest: Partial<TestCard> = {}): TestCard {
  return { number, brand: 'visa', country: 'US', decline: null, ...rest }
}

function declinedCard(number: string, reason: Decline): TestCard {
  return card(number, { decline: reason })
}

/** Stripe's documented test cards by the name in their `pm_card_…` id. */
const CARDS: Record<string, TestCard> = {
  visa: card('4242424242424242'),
  visa_debit: card('4000056655665556'),
  mastercard: card('5555555555554444', { brand: 'mastercard' }),
  amex: card('371449635398431', { brand: 'amex' }),
  discover: card('6011000990139424', { brand: 'discover' }),
  visa_chargeDeclined: declinedCard('4000000000000002', GENERIC),
  visa_chargeDeclinedInsufficientFunds: declinedCard('4000000000009995', INSUFFICIENT_FUNDS),
  visa_chargeDeclinedLostCard: declinedCard(
    '4000000000009987',
    decline('lost_card', ['41', '01'], { advice: 'do_not_try_again' }),
  ),
  visa_chargeDeclinedStolenCard: declinedCard(
    '4000000000009979',
    decline('stolen_card', ['43', '01'], { advice: 'do_not_try_again' }),
  ),
  chargeDeclinedExpiredCard: declinedCard(
    '4000000000000069',
    decline('expired_card', ['54', '03'], {
      code: 'expired_card',
      message: 'Your card has expired.',
      advice: 'confirm_card_data',
      param: 'exp_month',
    }),
  ),
  chargeDeclinedIncorrectCvc: declinedCard(
    '4000000000000127',
    decline('incorrect_cvc', ['N7', '03'], {
      code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
      advice: 'confirm_card_data',
      param: 'cvc',
    }),
  ),
  chargeDeclinedProcessingError: declinedCard(
    '4000000000000119',
    decline('processing_error', ['96', '02'], {
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    }),
  ),
  radarBlock: declinedCard('4100000000000019', {
    ...GENERIC,
    declineCode: 'fraudulent',
    advice: 'do_not_try_again',
    networkDecline: null,
    isBlocked: true,
  }),
  chargeCustomerFail: card('4000000000000341', { decline: GENERIC, attaches: true }),
  createDispute: card('4000000000000259', {
    dispute: { reason: 'fraudulent', status: 'needs_response' },
  }),
  createDisputeProductNotReceived: card('4000000000002685', {
    dispute: { reason: 'product_not_received', status: 'needs_response' },
  }),
  createDisputeInquiry: card('4000000000001976', {
    dispute: { reason: 'fraudulent', status: 'warning_needs_response' },
  }),
  authenticationRequiredOnSetup: card('4000002500003155', { authentication: 'until_set_up' }),
  authenticationRequired: card('4000002760003184', { country: 'DE', authentication: 'always' }),
  authenticationRequiredSetupForOffSession: card('4000003800000446', { authentication: 'on_session' }),
  authenticationRequiredChargeDeclinedInsufficientFunds: card('4000008260003178', {
    authentication: 'always',
    decline: INSUFFICIENT_FUNDS,
    attaches: true,
  }),
}

/** Test numbers without an id of their own. */
const MORE_CARDS = [
  card('378282246310005', { brand: 'amex' }),
  card('6011111111111117', { brand: 'discover' }),
  card('4000000000007726', { refundStatus: 'pending' }),
  card('4000000000005126', { refundStatus: 'failed' }),
]

const ALIASES: Record<string, string> = {
  chargeDeclined: 'visa_chargeDeclined',
  chargeDeclinedInsufficientFunds: 'visa_chargeDeclinedInsufficientFunds',
  chargeDeclinedFraudulent: 'radarBlock',
}

/** Returns the test card of a `pm_card_…` id or of a `tok_…`; null if there is none. */
export function cardOfTestId(id: string): TestCard | null {
  const name = /^(?:pm_card|tok)_(\w+)$/.exec(id)?.[1] ?? ''
  return CARDS[ALIASES[name] ?? name] ?? null
}

/** Returns the test card of a number; null if the number is none. */
export function cardOfNumber(number: string): TestCard | null {
  return [...Object.values(CARDS), ...MORE_CARDS].find((candidate) => candidate.number === number) ?? null
}

/** Returns whether a charge of the card needs 3-D Secure. */
export function needsAuthentication(
  { authentication }: TestCard,
  isOffSession: boolean,
  isSetUp: boolean,
): boolean {
  if (authentication === undefined) return false
  if (authentication === 'always' || !isOffSession) return true
  return authentication === 'until_set_up' && !isSetUp
}

/** Returns the error of a declined charge. */
export function declineError(reason: Decline, rest: Json): Json {
  return {
    ...errorBody('card_error', reason.code, reason.message, rest),
    ...(reason.advice === null ? {} : { advice_code: reason.advice }),
    decline_code: reason.declineCode,
    ...(reason.networkAdvice === null ? {} : { network_advice_code: reason.networkAdvice }),
    ...(reason.networkDecline === null ? {} : { network_decline_code: reason.networkDecline }),
    ...(reason.param === undefined ? {} : { param: reason.param }),
  }
}

/** Declines of a charge that lacks its payer's authentication. */
export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
  advice: 'try_again_later',
  networkAdvice: null,
  networkDecline: null,
}
