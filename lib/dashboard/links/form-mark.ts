/** The contract has no idempotency key here, so a link's metadata carries the mark by which a lost answer's is found. */
export const FORM_MARK = 'dashboard_form'
