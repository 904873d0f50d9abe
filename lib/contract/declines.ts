/** Meaning of a decline: advice for the merchant, and whether the same card may work later. */
export type DeclineRule = {
  readonly advice: string
  readonly retryable: boolean
  /** True if the payer must not learn the reason: it would reveal a suspicion of the bank. */
  readonly hidden: boolean
}

/** Returns the rule of a decline after which the same card may not work. */
function final(advice: string) {
  return { advice, retryable: false, hidden: false } as const
}

function hidden(advice: string) {
  return { advice, retryable: false, hidden: true } as const
}

function retryable(advice: string) {
  return { advice, retryable: true, hidden: false } as const
}

/** All decline codes, under the industry's usual names. Adapters map the codes of their processor to these. */
export const declines = {
  generic_decline: final(
    'The bank gave no reason. Ask the payer to call the bank or to pay with another card.',
  ),
  insufficient_funds: retryable(
    'There is not enough money on the card. Try again later or send a link for another card.',
  ),
  expired_card: final('The card has expired. Send a link so that the payer can pay with a new card.'),
  incorrect_cvc: retryable('The security code was wrong. Ask the payer to enter the card again.'),
  incorrect_details: retryable(
    'The number, the expiry date or the address of the card was wrong. Ask the payer to enter the card again.',
  ),
  card_not_supported: final(
    'The card does not allow this kind of payment or this currency. Ask the payer to pay with another card.',
  ),
  amount_not_accepted: final(
    'The card processor takes no payment of this amount. Ask for more, or split it.',
  ),
  duplicate_transaction: final(
    'The same amount was charged to this card very recently. Look for that payment before you charge again.',
  ),
  lost_card: hidden(
    'The card was reported lost. Do not try it again and do not give the payer the reason; ask for another card.',
  ),
  stolen_card: hidden(
    'The card was reported stolen. Do not try it again and do not give the payer the reason; ask for another card.',
  ),
  restricted_card: hidden(
    'The bank has blocked this card for the payment. Do not try it again and do not give the payer a reason; ask for another card.',
  ),
  fraudulent: hidden(
    'The bank suspects fraud. Do not try the card again and do not give the payer the reason; ask for another way to pay.',
  ),
  processing_error: retryable('The bank could not process the charge. Try again in some minutes.'),
  authentication_required: final(
    "The payer's bank asks for a confirmation that only the payer can give. Send a payment link.",
  ),
  authentication_failed: retryable(
    "The payer did not pass the bank's confirmation. Ask for another try or for another card.",
  ),
} satisfies Record<string, DeclineRule>

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
