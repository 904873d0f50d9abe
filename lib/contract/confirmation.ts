/** How long a payer may take at the bank's confirmation step before the payment is TIMEOUT (decisions: TIMEOUT). */
export const CONFIRMATION_MS = 30 * 60_000
