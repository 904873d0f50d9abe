import * as z from 'zod'
import { emailText } from './email'
import { wireInstant } from './instant'
import { CUSTOMER_EXTERNAL_REF_MAX, CUSTOMER_NOTES_MAX, NAME_MAX, NAME_MIN } from './limits'
import { listOf } from './list'
import { emailFilter, lookupFilter, pageQuery, phoneFilter } from './list-query'
import { phoneText } from './phone-text'
import { customerSources, customerStatuses } from './states'
import { optionalText, trimmedText } from './text'

/** Contract: customer. `card.expiry` is `MM/YY` from our host, and any text from another. */
export const customerSchema = z
  .looseObject({
    object: z.literal('customer'),
    id: z.string(),
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    status: z.enum(customerStatuses),
    source: z.enum(customerSources),
    notes: z.string().nullable(),
    external_ref: z.string().nullable(),
    card: z
      .looseObject({
        brand: z.string().nullable(),
        last4: z.string().nullable(),
        expiry: z.string().nullable(),
      })
      .nullable(),
    created_at: wireInstant,
  })
  .meta({ id: 'Customer' })

export type Customer = z.infer<typeof customerSchema>

export const customerListSchema = listOf(customerSchema).meta({ id: 'CustomerList' })

const name = trimmedText({ min: NAME_MIN, max: NAME_MAX })

/** Body of POST /customers. */
export const createCustomerSchema = z.strictObject({
  name,
  phone: phoneText,
  email: emailText.nullish().transform((email) => email ?? null),
  notes: optionalText(CUSTOMER_NOTES_MAX),
  external_ref: optionalText(CUSTOMER_EXTERNAL_REF_MAX),
})

export type CreateCustomerBody = z.input<typeof createCustomerSchema>
export type CreateCustomer = z.output<typeof createCustomerSchema>

/** Body of PATCH /customers/{id}: an absent key is left unchanged, null clears e-mail or notes. */
export const updateCustomerSchema = z.strictObject({
  name: name.optional(),
  phone: phoneText.optional(),
  email: emailText.nullable().optional(),
  notes: trimmedText({ min: 0, max: CUSTOMER_NOTES_MAX })
    .nullable()
    .transform((notes) => notes || null)
    .optional(),
  status: z.enum(customerStatuses).optional(),
})

export type UpdateCustomerBody = z.input<typeof updateCustomerSchema>
export type UpdateCustomer = z.output<typeof updateCustomerSchema>

/** Query of GET /customers: exact look-ups; phones are compared by phoneIdentity. */
export const listCustomersSchema = z.object({
  ...pageQuery('customer'),
  phone: phoneFilter,
  email: emailFilter,
  external_ref: lookupFilter,
  status: z.enum(customerStatuses).optional(),
})

export type ListCustomers = z.output<typeof listCustomersSchema>
