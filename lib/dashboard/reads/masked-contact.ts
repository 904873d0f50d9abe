import { type Customer, customerSchema } from '@/lib/contract/customer'
import { HIDDEN, maskedEmail, maskedPhone } from '@/lib/domain/masks'

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
    phone: phone === null ? null : maskedPhone(phone),
    email: email === null ? null : maskedEmail(email),
    notes: notes === null ? null : HIDDEN,
  }
}
