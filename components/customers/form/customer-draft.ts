import type { Problems } from '@/components/ui/field'
import type { CreateCustomerBody, Customer } from '@/lib/contract/customer'
import { CUSTOMER_NOTES_MAX } from '@/lib/contract/limits'
import { isEmail } from '@/lib/domain/email-address'
import { isRoundedNumber, PHONE_DIGITS_MAX, PHONE_DIGITS_MIN } from '@/lib/domain/phone'
import { codePoints, normalizeText } from '@/lib/domain/text'
import { customers } from '@/lib/messages/customers'

/** Fields of the form. */
export const customerFields = ['name', 'phone', 'email', 'notes', 'external_ref'] as const
export type CustomerField = (typeof customerFields)[number]
export type CustomerDraft = Record<CustomerField, string>

const copy = customers.form

/** Returns the form's initial texts, those of a customer or of a new one with a phone. */
export function draftOf(customer: Customer | null, phone: string): CustomerDraft {
  return {
    name: customer?.name ?? '',
    phone: customer?.phone ?? phone,
    email: customer?.email ?? '',
    notes: customer?.notes ?? '',
    external_ref: customer?.external_ref ?? '',
  }
}

/** Returns every field that is wrong. */
export function draftProblems({ name, phone, email, notes }: CustomerDraft): Problems<CustomerField> {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  const isPhone = digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX
  return {
    ...(normalizeText(name) === '' ? { name: copy.nameMissing } : {}),
    ...(isRoundedNumber(phone) ? { phone: copy.phoneRounded } : isPhone ? {} : { phone: copy.phoneWrong }),
    ...(email.trim() !== '' && !isEmail(email.trim()) ? { email: copy.emailWrong } : {}),
    ...(codePoints(normalizeText(notes)) > CUSTOMER_NOTES_MAX ? { notes: copy.notesTooLong } : {}),
  }
}

/** Returns the body of a new customer without the empty fields. */
export function newCustomerBody({ name, phone, ...optional }: CustomerDraft): CreateCustomerBody {
  const given = Object.entries(optional).filter(([, text]) => normalizeText(text) !== '')
  return { name, phone, ...Object.fromEntries(given) }
}

/** Changes of a customer's fields; null clears an e-mail or notes. */
type CustomerChanges = {
  name?: string
  phone?: string
  email?: string | null
  notes?: string | null
}

/** Returns the fields that differ from those of the customer. */
export function changesOf(draft: CustomerDraft, customer: Customer): CustomerChanges {
  const before = draftOf(customer, '')
  const differs = (field: CustomerField) => normalizeText(draft[field]) !== normalizeText(before[field])
  return {
    ...(differs('name') ? { name: draft.name } : {}),
    ...(differs('phone') ? { phone: draft.phone } : {}),
    ...(differs('email') ? { email: normalizeText(draft.email) || null } : {}),
    ...(differs('notes') ? { notes: normalizeText(draft.notes) || null } : {}),
  }
}
