import { expect } from 'vitest'
import type { Answer, Merchant } from './running-api'

let serial = 0

/** Returns an unused phone, in a range without real numbers. */
export function uniquePhone(): string {
  serial += 1
  return `+1212555${String(serial).padStart(4, '0')}`
}

/** Returns calls of the customers' endpoints, as a merchant's own system makes them. */
export function customerCalls({ call }: Merchant) {
  const create = (body: object) => call('POST', '/customers', { body })
  return {
    create,
    patch: (id: string, body: unknown) => call('PATCH', `/customers/${id}`, { body }),
    get: async (id: string) => (await call('GET', `/customers/${id}`)).body,
    list: async (query: string) => (await call('GET', `/customers?${query}`)).body,
    /** Creates a customer, with an unused phone unless one is given. */
    made: async (body: object = {}) =>
      (await create({ name: 'Ana García', phone: uniquePhone(), ...body })).body,
  }
}

/** Returns the errors of a 400: field → code. */
export function fieldErrorCodes({ body }: Answer): Record<string, string> {
  const fields: { field: string; code: string }[] = body.error.details.fields
  return Object.fromEntries(fields.map(({ field, code }) => [field, code]))
}

/** Fails unless the response is the 409 that names the customer with the phone or the e-mail. */
export function expectCustomerConflict(
  { status, body }: Answer,
  details: { field: string; customer_id: string },
): void {
  expect(status).toBe(409)
  expect(body.error).toMatchObject({ type: 'conflict_error', code: 'customer_already_exists', details })
}
