/** Words of the customers screens. */
export const customers = {
  title: 'Customers',
  one: 'Customer',
}
