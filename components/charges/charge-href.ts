/** Parameter of a customer's address that opens the dialog. It contains the initial form or the id of a charge. */
export const PARAM = 'charge'
export const begun = { any: 'new', card: 'card', link: 'link' } as const

/** Parameter that remains after the form of `begun.card` has created its link. */
export const CARD_PARAM = 'asks'

/** Parameter with the charge whose amount and description fill the form. */
export const FROM_PARAM = 'from'

/**
 * Returns the address that opens the dialog of a customer, for any method, a link, or a link on which a card is saved.
 */
export function chargeHref(customerId: string, begins: keyof typeof begun = 'any'): string {
  return `/customers/${encodeURIComponent(customerId)}?${PARAM}=${begun[begins]}`
}

/** Returns the address of the form that starts with the values of a charge. */
export function changeHref({ id, customer_id }: { id: string; customer_id: string }): string {
  return `${chargeHref(customer_id)}&${FROM_PARAM}=${encodeURIComponent(id)}`
}
