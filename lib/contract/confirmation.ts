/** Time limit of the payer at the bank's confirmation page; then the payment becomes TIMEOUT (decisions: TIMEOUT). */
export const CONFIRMATION_MS = 30 * 60_000
