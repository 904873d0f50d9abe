/** Key in a link's metadata by which the link of a lost response is found: the contract has no idempotency key here. */
export const FORM_METADATA_KEY = 'dashboard_form'
