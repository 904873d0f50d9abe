/** Meaning of a decline: advice for the merchant, whether a retry may succeed, a text for the payer. */
export type DeclineRule = {
  readonly advice: string
  readonly retryable: boolean
  /** Never reveals a suspicion of the bank. */
  readonly payerText: string
}

const ASK_THE_BANK = 'Your bank declined this card. Try another card, or call your bank.'

/** Returns the rule of a decline after which the same card may not work. */
function final(advice: string, payerText = ASK_THE_BANK): DeclineRule {
  return { advice, retryable: false, payerText }
}

function retryable(advice: string, payerText: string): DeclineRule {
  return { advice, retryable: true, payerText }
}

/** All decline codes, under the industry's usual names. Adapters map the codes of their processor to these. */
export const declines = {
  generic_decline: final(
    'The bank gave no reason. Ask the payer to call the bank or to pay with another card.',
  ),
  insufficient_funds: retryable(
    'There is not enough money on the card. Try again later or send a link for another card.',
    'There is not enough money available on this card. Try another card.',
  ),
  expired_card: final(
    'The card has expired. Send a link so that the payer can pay with a new card.',
    'This card has expired. Try another card.',
  ),
  incorrect_cvc: retryable(
    'The security code was wrong. Ask the payer to enter the card again.',
    'The security code does not match this card. Check it and try again.',
  ),
  incorrect_details: retryable(
    'The number, the expiry date or the address of the card was wrong. Ask the payer to enter the card again.',
    'The details do not match this card. Check its number and expiry date, and try again.',
  ),
  card_not_supported: final(
    'The card does not allow this kind of payment or this currency. Ask the payer to pay with another card.',
    'This card cannot be used for this payment. Try another card.',
  ),
  amount_not_accepted: final(
    'The card processor takes no payment of this amount. Ask for more, or split it.',
    'This amount cannot be paid by card. Ask the shop.',
  ),
  duplicate_transaction: final(
    'The same amount was charged to this card very recently. Look for that payment before you charge again.',
    'A payment of this amount was made with this card a moment ago. Check it before you pay again.',
  ),
  lost_card: final(
    'The card was reported lost. Do not try it again and do not give the payer the reason; ask for another card.',
  ),
  stolen_card: final(
    'The card was reported stolen. Do not try it again and do not give the payer the reason; ask for another card.',
  ),
  restricted_card: final(
    'The bank has blocked this card for the payment. Do not try it again and do not give the payer a reason; ask for another card.',
  ),
  fraudulent: final(
    'The bank suspects fraud. Do not try the card again and do not give the payer the reason; ask for another way to pay.',
  ),
  processing_error: retryable(
    'The bank could not process the charge. Try again in some minutes.',
    'The bank could not process this payment. Try again in a minute.',
  ),
  authentication_required: final(
    "The payer's bank asks for a confirmation that only the payer can give. Send a payment link.",
    'Your bank wants you to confirm this payment. Try again and follow its steps.',
  ),
  authentication_failed: retryable(
    "The payer did not pass the bank's confirmation. Ask for another try or for another card.",
    'The confirmation with your bank did not succeed. Try again or use another card.',
  ),
}

export type DeclineCode = keyof typeof declines

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declines, code)
}

/** Returns the rule of a decline code; an unknown code gets the rule of generic_decline under its own name. */
export function declineOf(code: string): DeclineRule & { readonly code: string } {
  return { code, ...declines[isDeclineCode(code) ? code : 'generic_decline'] }
}
