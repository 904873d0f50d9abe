import type { CurlCall } from '@/components/data/curl'
import { developerRequests } from '@/lib/messages/developer-requests'

const copy = developerRequests.curl

/** Paths of the contract by object type. */
const paths: Readonly<Record<string, string>> = {
  customer: '/customers',
  payment: '/payments',
  payment_link: '/payment_links',
  settlement: '/settlements',
}

/** Returns the calls of an API object: the one that reads it, and those that create, edit or cancel it. */
export function callsOf(object: unknown, baseUrl: string): { label: string; call: CurlCall }[] {
  const fields = fieldsOf(object)
  const { object: kind, id } = fields
  const path = typeof kind === 'string' ? paths[kind] : undefined
  if (path === undefined || typeof id !== 'string') return []
  const read = { baseUrl, method: 'GET', path: `${path}/${encodeURIComponent(id)}` }
  return [{ label: copy.read, call: read }, ...changesOf(fields, read.path).map(asCall(baseUrl))]
}

type Change = { label: string; method: 'POST' | 'PATCH'; path: string; body?: unknown }

function changesOf(fields: Record<string, unknown>, own: string): Change[] {
  if (fields.object === 'payment_link') {
    const make: Change = { label: copy.make, method: 'POST', ...making(fields) }
    const isCancelled = fields.status === 'CANCELLED'
    return isCancelled ? [make, { label: copy.cancel, method: 'POST', path: `${own}/cancel` }] : [make]
  }
  if (fields.object !== 'customer') return []
  const { name, phone, email, notes, external_ref: ref } = fields
  return [
    {
      label: copy.make,
      method: 'POST',
      path: '/customers',
      body: {
        name,
        phone,
        ...(email ? { email } : {}),
        ...(notes ? { notes } : {}),
        ...(ref ? { external_ref: ref } : {}),
      },
    },
    { label: copy.edit, method: 'PATCH', path: own, body: { name, phone, email, notes } },
  ]
}

function asCall(baseUrl: string) {
  return ({ label, ...call }: Change) => ({ label, call: { baseUrl, ...call } })
}

/** Returns the call that creates a link: a charge for a link of a customer. */
function making(link: Record<string, unknown>): { path: string; body: unknown } {
  const { customer_id: customer, title, amount } = link
  if (typeof customer !== 'string') return { path: '/payment_links', body: linkBody(link) }
  return {
    path: `/customers/${encodeURIComponent(customer)}/charges`,
    body: { amount, description: title },
  }
}

function linkBody({ title, amount, description, max_uses, expires_at, metadata }: Record<string, unknown>) {
  return {
    title,
    amount,
    ...(description ? { description } : {}),
    // An absent field would mean a single use.
    max_uses,
    ...(expires_at ? { expires_at } : {}),
    ...(Object.keys(fieldsOf(metadata)).length > 0 ? { metadata } : {}),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // The cast is valid: any object can be indexed by name.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
