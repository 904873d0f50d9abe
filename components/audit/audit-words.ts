import { audit } from '@/lib/messages/audit'
import type { AuditEntry } from './audit-query'

/** What an entry tells beside its action: a title and amount, how many rows, an address, why it failed. */
export function auditNote({ details }: Pick<AuditEntry, 'details'>): string {
  if (typeof details !== 'object' || details === null) return ''
  const told = new Map<string, unknown>(Object.entries(details))
  const text = (name: string) => {
    const value = told.get(name)
    return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  }
  const rows = told.get('rows')
  const filters = told.get('filters')
  const parts = [
    text('title'),
    text('amount') && `${text('amount')} ${text('currency')}`.trim(),
    typeof rows === 'number' ? audit.rows(rows) : '',
    typeof filters === 'object' && filters !== null
      ? Object.entries(filters)
          .map(([name, value]) => `${name.replaceAll('_', ' ')} ${String(value)}`)
          .join(', ')
      : '',
    text('name'),
    text('base_url'),
    text('problem').replaceAll('_', ' '),
  ]
  return parts.filter(Boolean).join(' · ')
}

/** Where an entry's object is to be seen; null for one without a page. */
export function auditHref({
  action,
  object_id: id,
}: Pick<AuditEntry, 'action' | 'object_id'>): string | null {
  if (!id) return null
  if (action.startsWith('links.')) return `/links/${encodeURIComponent(id)}`
  return action.startsWith('payments.') ? `/payments/${encodeURIComponent(id)}` : null
}
