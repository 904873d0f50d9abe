import type { CurlCall } from '@/components/data/curl'
import { developerRequests } from '@/lib/messages/developer-requests'

const copy = developerRequests.curl

/** Paths of the contract by the kind of the object that they read. */
const paths: Readonly<Record<string, string>> = {
  customer: '/customers',
  payment: '/payments',
  payment_link: '/payment_links',
  settlement: '/settlements',
}

/** Returns the calls behind an object that the API gave: the one that reads it, and of a link the one that makes another. */
export function callsOf(object: unknown, baseUrl: string): { label: string; call: CurlCall }[] {
  const fields = fieldsOf(object)
  const { object: kind, id } = fields
  const path = typeof kind === 'string' ? paths[kind] : undefined
  if (path === undefined || typeof id !== 'string') return []
  const read = { baseUrl, method: 'GET', path: `${path}/${encodeURIComponent(id)}` }
  // A link that belongs to a customer was made by a charge.
  const isMade = kind === 'payment_link' && (fields.customer_id ?? null) === null
  return [
    { label: copy.read, call: read },
    ...(isMade
      ? [{ label: copy.make, call: { baseUrl, method: 'POST', path, body: linkBody(fields) } }]
      : []),
  ]
}

function linkBody({ title, amount, description, max_uses, expires_at, metadata }: Record<string, unknown>) {
  return {
    title,
    amount,
    ...(description ? { description } : {}),
    // Left out, it would be a single use.
    max_uses,
    ...(expires_at ? { expires_at } : {}),
    ...(Object.keys(fieldsOf(metadata)).length > 0 ? { metadata } : {}),
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // Any object can be read by name.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
