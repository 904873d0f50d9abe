/**
 * Meaning of a decline: advice for the merchant, and whether the same card may work later.
 */
export type DeclineRule = {
  readonly advice: string
  readonly retryable: boolean
  /** True if the payer must not learn the reason: it would reveal a suspicion of the bank. */
  readonly hidden: boolean
}

/** All decline codes, under the industry's usual names. Adapters map the codes of their processor to these. */
export const declines = {
  generic_decline: {
    advice: 'The bank gave no reason. Ask the payer to call the bank or to pay with another card.',
    retryable: false,
    hidden: false,
  },
  insufficient_funds: {
    advice: 'There is not enough money on the card. Try again later or send a link for another card.',
    retryable: true,
    hidden: false,
  },
  expired_card: {
    advice: 'The card has expired. Send a link so that the payer can pay with a new card.',
    retryable: false,
    hidden: false,
  },
  incorrect_cvc: {
    advice: 'The security code was wrong. Ask the payer to enter the card again.',
    retryable: true,
    hidden: false,
  },
  incorrect_details: {
    advice:
      'The number, the expiry date or the address of the card was wrong. Ask the payer to enter the card again.',
    retryable: true,
    hidden: false,
  },
  card_not_supported: {
    advice:
      'The card does not allow this kind of payment or this currency. Ask the payer to pay with another card.',
    retryable: false,
    hidden: false,
  },
  amount_not_accepted: {
    advice: 'The card processor takes no payment of this amount. Ask for more, or split it.',
    retryable: false,
    hidden: false,
  },
  duplicate_transaction: {
    advice:
      'The same amount was charged to this card very recently. Look for that payment before you charge again.',
    retryable: false,
    hidden: false,
  },
  lost_card: {
    advice:
      'The card was reported lost. Do not try it again and do not give the payer the reason; ask for another card.',
    retryable: false,
    hidden: true,
  },
  stolen_card: {
    advice:
      'The card was reported stolen. Do not try it again and do not give the payer the reason; ask for another card.',
    retryable: false,
    hidden: true,
  },
  restricted_card: {
    advice:
      'The bank has blocked this card for the payment. Do not try it again and do not give the payer a reason; ask for another card.',
    retryable: false,
    hidden: true,
  },
  fraudulent: {
    advice:
      'The bank suspects fraud. Do not try the card again and do not give the payer the reason; ask for another way to pay.',
    retryable: false,
    hidden: true,
  },
  processing_error: {
    advice: 'The bank could not process the charge. Try again in some minutes.',
    retryable: true,
    hidden: false,
  },
  authentication_required: {
    advice: "The payer's bank asks for a confirmation that only the payer can give. Send a payment link.",
    retryable: false,
    hidden: false,
  },
  authentication_failed: {
    advice: "The payer did not pass the bank's confirmation. Ask for another try or for another card.",
    retryable: true,
    hidden: false,
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

type RuleOf = typeof declines
/** Reasons that a payer may learn; messages have a sentence for each. */
export type PayerReason = {
  [Code in DeclineCode]: RuleOf[Code]['hidden'] extends true ? never : Code
}[DeclineCode]

/** Returns the reason of a decline as its payer may learn it. */
export function payerReasonOf(code: string | null): PayerReason {
  // The condition excludes the hidden codes, which the type excludes.
  return code && isDeclineCode(code) && !declines[code].hidden ? (code as PayerReason) : 'generic_decline'
}
