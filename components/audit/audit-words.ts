import { dayOnly } from '@/components/time/format-time'
import { brandLabel } from '@/lib/contract/card'
import { readCardChoice } from '@/lib/contract/card-choice'
import { numberFormat } from '@/lib/contract/formatters'
import { paymentStatuses } from '@/lib/contract/states'
import type { AuditEntry } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import { payments } from '@/lib/messages/payments'

/** Words, or money in major units; `currency` null is the account's. */
export type AuditPart = { text: string } | { before?: string; amount: number; currency: string | null }

const IMPORT = 'links.import'

type Told = ReadonlyMap<string, unknown>
type Place = { locale: string; timeZone: string }

/** What an entry was done to; null where the action says it all. */
export function auditObject({
  action,
  object_id: id,
  link,
  customer,
  batch,
  account,
  details,
}: AuditEntry): string | null {
  const told = read(details)
  if (action.startsWith('customers.')) return customer?.name ?? (id ? audit.goneCustomer(id) : null)
  if (action.startsWith('charges.'))
    return customer?.name ?? audit.goneCustomer(text(read(details), 'customer_id'))
  if (action === IMPORT) return batch?.name ?? text(told, 'name')
  if (action.startsWith('exports.')) return text(read(details), 'file')
  if (!action.startsWith('links.')) return account
  return link?.title ?? (text(told, 'title') || (id ? audit.goneLink(id) : null))
}

/** What was done, or only begun or tried, in words; an import tells how many links it made. */
export function auditAction(
  { action, batch, outcome }: Pick<AuditEntry, 'action' | 'batch' | 'outcome'>,
  locale: string,
): string {
  if (action === IMPORT && batch && batch.done > 0)
    return audit.imported(numberFormat(locale).format(batch.done), batch.done === 1)
  const act = audit.acts[action]
  // Nobody saw the others carried out: "Connected the account, failed" would say both.
  if (act && outcome !== 'done') return outcome === 'intent' ? audit.begun(act) : audit.tried(act)
  return audit.actions[action] ?? action
}

/** Where an entry's object is to be seen; null for one without a page. */
export function auditHref({
  link,
  customer,
  batch,
  action,
  object_id: id,
}: Pick<AuditEntry, 'link' | 'customer' | 'batch' | 'action' | 'object_id'>): string | null {
  if (action.startsWith('charges.') && id) return `/charges/${encodeURIComponent(id)}`
  if (action === 'receipts.send' && id) return `/payments/${encodeURIComponent(id)}`
  if (action === 'settlements.export' && id) return `/balance/settlements/${encodeURIComponent(id)}`
  if (customer) return `/customers/${encodeURIComponent(customer.id)}`
  if (batch) return `/links/import/${encodeURIComponent(batch.id)}`
  return link ? `/links/${encodeURIComponent(link.id)}` : null
}

/** What an entry tells beside its action and object: an amount, how many rows of which, an address, why it failed. */
export function auditParts({ action, link, batch, account, details }: AuditEntry, place: Place): AuditPart[] {
  const told = read(details)
  // An import that made a link of each of its rows has said how many.
  const rows = batch && batch.done === batch.total ? null : told.get('rows')
  const amount = link?.amount ?? told.get('amount')
  return [
    ...(typeof amount === 'number'
      ? [{ amount, currency: link?.currency ?? (text(told, 'currency') || null) }]
      : []),
    ...(typeof rows === 'number' ? [{ text: audit.rows(numberFormat(place.locale).format(rows)) }] : []),
    ...filterParts(read(told.get('filters')), place),
    ...words(
      action.startsWith('links.') ? (account ?? '') : '',
      text(told, 'base_url'),
      text(read(details), 'to'),
      text(told, 'problem').replaceAll('_', ' '),
    ),
  ]
}

/** The filters of an export as the payments page names them. */
function filterParts(filters: Told, { timeZone }: Place): AuditPart[] {
  const { filters: say } = audit
  const of = (name: string) => text(filters, name)
  const status = paymentStatuses.find((known) => known === of('status'))
  const money = (name: string, before: string): AuditPart[] =>
    of(name) ? [{ before, amount: Number(of(name)), currency: null }] : []
  return [
    ...words(
      status ? payments.status[status] : of('status'),
      of('q') && say.search(of('q')),
      of('created_after') && say.from(dayOnly(of('created_after'), timeZone)),
      of('created_before') && say.before(dayOnly(of('created_before'), timeZone)),
      cardsOf(of('card')),
      of('link_id') && say.oneLink,
      of('customer_id') && say.oneCustomer,
      of('unpaid') && say.unpaid,
    ),
    ...money('amount_min', say.least),
    ...money('amount_max', say.most),
  ]
}

/** `card ••4242`, `Visa` or `Visa ••4242`; empty where any card would do. */
function cardsOf(choice: string): string {
  const { brand, last4 } = readCardChoice(choice)
  if (!brand) return last4 ? audit.filters.card(last4) : ''
  return payments.cards(brandLabel(brand), last4)
}

function read(value: unknown): Told {
  return new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

function text(told: Told, name: string): string {
  const value = told.get(name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function words(...texts: string[]): AuditPart[] {
  return texts.filter(Boolean).map((text) => ({ text }))
}
