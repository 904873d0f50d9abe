import { type Customer, customerSchema } from '@/lib/contract/customer'
import { digitsOf } from '@/lib/domain/phone'

const HIDDEN = '•••'

/**
 * Returns a customer with phone, e-mail and notes masked except for enough to distinguish two people: `••• 0132`,
 * `a•••@example.com`.
 */
export function maskedContact<Contact extends Pick<Customer, 'phone' | 'email' | 'notes'>>(
  customer: Contact,
): Contact {
  const { phone, email, notes } = customer
  // Additional fields of another host may be contacts too.
  const known = Object.fromEntries(
    Object.entries(customer).filter(([field]) => field in customerSchema.shape),
  )
  return {
    ...(known as Contact),
    phone: phone === null ? null : `${HIDDEN} ${digitsOf(phone).slice(-4)}`,
    email: email === null ? null : maskedEmail(email),
    notes: notes === null ? null : HIDDEN,
  }
}

/** Returns `a•••@example.com`. Another host's text may not be an address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at > 0 ? `${email.slice(0, 1)}${HIDDEN}${email.slice(at)}` : HIDDEN
}
