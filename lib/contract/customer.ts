import * as z from 'zod'
import { emailText } from './email'
import { CUSTOMER_EXTERNAL_REF_MAX, CUSTOMER_NOTES_MAX, NAME_MAX, NAME_MIN } from './limits'
import { listOf } from './list'
import { emailFilter, lookupFilter, pageQuery, phoneFilter, statusFilter } from './list-query'
import { phoneText } from './phone-text'
import { cardBrand, createdAt, objectName, opaqueId, TRIMMED } from './shared-fields'
import { customerSources, customerStatuses } from './states'
import { optionalText, trimmedText } from './text'

const UNIQUE_EMAIL = 'Unique within the account, upper and lower case being the same.'

/** Contract: customer. `card.expiry` is `MM/YY` from our host, and any text from another. */
export const customerSchema = z
  .looseObject({
    object: objectName('customer'),
    id: opaqueId,
    name: z.string().describe('Name of the customer.'),
    phone: z
      .string()
      .nullable()
      .describe('As it was sent. The identity of the customer, unique within the account.'),
    email: z.string().nullable().describe(UNIQUE_EMAIL),
    status: z
      .enum(customerStatuses)
      .describe('ACTIVE ⇄ ARCHIVED. An archived customer keeps phone and e-mail and cannot be charged.'),
    source: z
      .enum(customerSources)
      .describe('MERCHANT: by this API or the dashboard. SELF: by the public sign-up page.'),
    notes: z.string().nullable().describe('The merchant’s own.'),
    external_ref: z.string().nullable().describe('The customer’s id in the merchant’s own system.'),
    card: z
      .looseObject({
        brand: cardBrand,
        last4: z.string().nullable().describe('Its last four digits.'),
        expiry: z.string().nullable().describe('`MM/YY`, valid to the end of that month.'),
      })
      .nullable()
      .describe('The saved card; null when there is none.'),
    created_at: createdAt,
  })
  .meta({ id: 'Customer' })

export type Customer = z.infer<typeof customerSchema>

export const customerListSchema = listOf(customerSchema, 'customers').meta({ id: 'CustomerList' })

const name = trimmedText({ min: NAME_MIN, max: NAME_MAX }).describe(TRIMMED)

export const createCustomerSchema = z.strictObject({
  name,
  phone: phoneText,
  email: emailText
    .nullish()
    .transform((email) => email ?? null)
    .describe(UNIQUE_EMAIL),
  notes: optionalText(CUSTOMER_NOTES_MAX).describe(TRIMMED),
  external_ref: optionalText(CUSTOMER_EXTERNAL_REF_MAX).describe(
    `The customer’s id in your own system. ${TRIMMED}`,
  ),
})

export type CreateCustomerBody = z.input<typeof createCustomerSchema>
export type CreateCustomer = z.output<typeof createCustomerSchema>

/** Body of PATCH /customers/{id}: an absent key is left unchanged, null clears e-mail or notes. */
export const updateCustomerSchema = z.strictObject({
  name: name.optional(),
  phone: phoneText.optional(),
  email: emailText.nullable().optional().describe('Null removes it.'),
  notes: trimmedText({ min: 0, max: CUSTOMER_NOTES_MAX })
    .nullable()
    .transform((notes) => notes || null)
    .optional()
    .describe('Null removes them.'),
  status: z.enum(customerStatuses).optional().describe('ARCHIVED archives, ACTIVE restores.'),
})

export type UpdateCustomer = z.output<typeof updateCustomerSchema>
export type UpdateCustomerBody = z.input<typeof updateCustomerSchema>

/** Query of GET /customers: exact look-ups; phones are compared by phoneIdentity. */
export const listCustomersSchema = z.object({
  ...pageQuery('customer'),
  phone: phoneFilter,
  email: emailFilter,
  external_ref: lookupFilter.describe('Exact look-up.'),
  status: statusFilter(customerStatuses),
})

export type ListCustomers = z.output<typeof listCustomersSchema>
