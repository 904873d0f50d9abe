/** Name of the product, apart from the texts that fewer pages load. */
export const PRODUCT = 'Checkout'
