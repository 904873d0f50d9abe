/**
 * Meaning of a decline: advice for the merchant, whether the same card may work later, and a safe message for the payer.
 */
export type DeclineRule = {
  readonly advice: string
  readonly retryable: boolean
  /** Never reveals a suspicion of the bank. */
  readonly payerText: string
}

const ASK_THE_BANK = 'Your bank declined this card. Try another card, or call your bank.'

/** All decline codes, under the industry's usual names. Adapters map the codes of their processor to these. */
export const declines = {
  generic_decline: {
    advice: 'The bank gave no reason. Ask the payer to call the bank or to pay with another card.',
    retryable: false,
    payerText: ASK_THE_BANK,
  },
  insufficient_funds: {
    advice: 'There is not enough money on the card. Try again later or send a link for another card.',
    retryable: true,
    payerText: 'There is not enough money available on this card. Try another card.',
  },
  expired_card: {
    advice: 'The card has expired. Send a link so that the payer can pay with a new card.',
    retryable: false,
    payerText: 'This card has expired. Try another card.',
  },
  incorrect_cvc: {
    advice: 'The security code was wrong. Ask the payer to enter the card again.',
    retryable: true,
    payerText: 'The security code does not match this card. Check it and try again.',
  },
  incorrect_details: {
    advice:
      'The number, the expiry date or the address of the card was wrong. Ask the payer to enter the card again.',
    retryable: true,
    payerText: 'The details do not match this card. Check its number and expiry date, and try again.',
  },
  card_not_supported: {
    advice:
      'The card does not allow this kind of payment or this currency. Ask the payer to pay with another card.',
    retryable: false,
    payerText: 'This card cannot be used for this payment. Try another card.',
  },
  amount_not_accepted: {
    advice: 'The card processor takes no payment of this amount. Ask for more, or split it.',
    retryable: false,
    payerText: 'This amount cannot be paid by card. Ask the shop.',
  },
  duplicate_transaction: {
    advice:
      'The same amount was charged to this card very recently. Look for that payment before you charge again.',
    retryable: false,
    payerText:
      'A payment of this amount was made with this card a moment ago. Check it before you pay again.',
  },
  lost_card: {
    advice:
      'The card was reported lost. Do not try it again and do not give the payer the reason; ask for another card.',
    retryable: false,
    payerText: ASK_THE_BANK,
  },
  stolen_card: {
    advice:
      'The card was reported stolen. Do not try it again and do not give the payer the reason; ask for another card.',
    retryable: false,
    payerText: ASK_THE_BANK,
  },
  restricted_card: {
    advice:
      'The bank has blocked this card for the payment. Do not try it again and do not give the payer a reason; ask for another card.',
    retryable: false,
    payerText: ASK_THE_BANK,
  },
  fraudulent: {
    advice:
      'The bank suspects fraud. Do not try the card again and do not give the payer the reason; ask for another way to pay.',
    retryable: false,
    payerText: ASK_THE_BANK,
  },
  processing_error: {
    advice: 'The bank could not process the charge. Try again in some minutes.',
    retryable: true,
    payerText: 'The bank could not process this payment. Try again in a minute.',
  },
  authentication_required: {
    advice: "The payer's bank asks for a confirmation that only the payer can give. Send a payment link.",
    retryable: false,
    payerText: 'Your bank wants you to confirm this payment. Try again and follow its steps.',
  },
  authentication_failed: {
    advice: "The payer did not pass the bank's confirmation. Ask for another try or for another card.",
    retryable: true,
    payerText: 'The confirmation with your bank did not succeed. Try again or use another card.',
  },
} as const satisfies Record<string, DeclineRule>

export type DeclineCode = keyof typeof declines

export function isDeclineCode(code: string): code is DeclineCode {
  return Object.hasOwn(declines, code)
}

/** Returns the rule of a decline code; an unknown code gets the rule of generic_decline under its own name. */
export function declineOf(code: string): DeclineRule & { readonly code: string } {
  return { code, ...declines[isDeclineCode(code) ? code : 'generic_decline'] }
}
