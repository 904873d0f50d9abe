/** The parameter of a customer's address that opens the dialog: the form to begin with, or the charge to show. */
export const PARAM = 'charge'
export const begun = { any: 'new', card: 'card', link: 'link' } as const

/** The parameter that stays when the form of `begun.card` has made its link. */
export const CARD_PARAM = 'asks'

/** The charge whose amount and description the form begins with. */
export const FROM_PARAM = 'from'

/** Returns the address that opens the dialog of a customer, its form for a link, or for one by which a card is saved. */
export function chargeHref(customerId: string, begins: keyof typeof begun = 'any'): string {
  return `/customers/${encodeURIComponent(customerId)}?${PARAM}=${begun[begins]}`
}

/** Returns the address of the form that begins with the values of a charge. */
export function changeHref({ id, customer_id }: { id: string; customer_id: string }): string {
  return `${chargeHref(customer_id)}&${FROM_PARAM}=${encodeURIComponent(id)}`
}
