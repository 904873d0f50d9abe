import { CircleDashed, CircleHelp, X } from 'lucide-react'
import { Fragment } from 'react'
import { useCan, useMember } from '@/components/data/member'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useTexts } from '@/components/texts/texts-provider'
import { type Times, useTimes } from '@/components/time/times'
import { Badge, type Tone } from '@/components/ui/badge'
import { paymentStatuses } from '@/lib/contract/states'
import type { AuditEntry } from '@/lib/dashboard/audit/list-audit'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

const unusual = {
  failed: { tone: 'danger', Icon: X },
  intent: { tone: 'neutral', Icon: CircleDashed },
  unknown: { tone: 'warning', Icon: CircleHelp },
} as const satisfies Record<Exclude<AuditEntry['outcome'], 'done'>, { tone: Tone; Icon: unknown }>

export function UnusualOutcome({ outcome }: { outcome: AuditEntry['outcome'] }) {
  const t = useTexts()
  if (outcome === 'done') return null
  const { tone, Icon } = unusual[outcome]
  return (
    <span title={t(`audit.meaning.${outcome}`)} className="inline-flex">
      <Badge tone={tone} Icon={Icon}>
        {t(`audit.status.${outcome}`)}
      </Badge>
    </span>
  )
}

export function AuditAbout({ entry }: { entry: AuditEntry }) {
  const t = useTexts()
  const times = useTimes()
  const { currency } = useMember().account
  const path = auditHref(entry)
  const isHidden = !useCan('developers.read') && path?.startsWith('/developers/')
  const href = isHidden ? null : path
  const name = auditObject(t, entry)
  const parts = auditParts(t, times, entry)
  if (name === null && parts.length === 0) return null
  // A title is truncated to leave room for its amount; other facts wrap to the next line.
  const isPrice = name !== null && parts.length === 1 && parts.every((part) => 'amount' in part)
  return (
    <p className={cn('flex min-w-0 flex-wrap items-baseline gap-x-2', isPrice && '@2xl:flex-nowrap')}>
      {name === null ? null : href ? (
        <PageLink
          href={href}
          dir="auto"
          title={name}
          className="relative z-[1] min-w-0 truncate underline decoration-border-strong underline-offset-2 hover:decoration-current"
        >
          {name}
        </PageLink>
      ) : (
        <span dir="auto" title={name} className="min-w-0 truncate">
          {name}
        </span>
      )}
      {parts.length > 0 ? (
        <span className={cn('wrap-anywhere min-w-0 text-muted text-sm', isPrice && '@2xl:shrink-0')}>
          {parts.map((part, index) => (
            <Fragment key={'text' in part ? part.text : part.amount}>
              {index > 0 ? ' · ' : null}
              {'text' in part ? (
                <bdi>{part.text}</bdi>
              ) : (
                <Amount amount={part.amount} currency={part.currency ?? currency} />
              )}
            </Fragment>
          ))}
        </span>
      ) : null}
    </p>
  )
}

/** A text, or money in major units; a `currency` of null is the account's. */
export type AuditPart = { text: string } | { amount: number; currency: string | null }

const IMPORT = 'links.import'

type Facts = ReadonlyMap<string, unknown>

/** Returns the name of an entry's object; null if the action needs none. */
export function auditObject(t: Translate, entry: AuditEntry): string | null {
  const { action, object_id: id, link, customer, linkImport, account } = entry
  const facts = read(entry.details)
  if (action.startsWith('customers.')) return customer?.name ?? (id ? t('audit.goneCustomer', { id }) : null)
  if (action.startsWith('charges.'))
    return customer?.name ?? t('audit.goneCustomer', { id: text(facts, 'customer_id') })
  if (action === IMPORT) return linkImport?.name ?? text(facts, 'name')
  if (action.startsWith('exports.')) return text(facts, 'file')
  if (/^(keys|endpoints)\./.test(action))
    return text(facts, 'name') || text(facts, 'url') || text(read(facts.get('after')), 'url') || id
  if (/^(team|deliveries)\./.test(action)) return text(facts, 'email') || text(facts, 'name') || id
  if (!action.startsWith('links.')) return account
  return link?.title ?? (text(facts, 'title') || (id ? t('audit.goneLink', { id }) : null))
}

/** Returns the act of an entry as a sentence, in other forms for acts that only began or failed; for an import with its links. */
export function auditAction(
  t: Translate,
  { action, linkImport, outcome }: Pick<AuditEntry, 'action' | 'linkImport' | 'outcome'>,
): string {
  if (action === IMPORT && linkImport && linkImport.done > 0)
    return t('audit.imported', { count: linkImport.done })
  const act = t.first(`audit.acts.${action}`)
  // The past tense is reserved for completed acts: “Connected the account, failed” would contradict itself.
  if (act && outcome !== 'done') return t(outcome === 'intent' ? 'audit.begun' : 'audit.tried', { act })
  return t.first(`audit.actions.${action}`) ?? action
}

/** Pages of the objects of actions; `:id` is the object's id. The first one that fits counts. */
const pages: readonly (readonly [actions: RegExp, path: string])[] = [
  [/^charges\./, '/charges/:id'],
  [/^(receipts\.send|refunds\.create|disputes\.respond)$/, '/payments/:id'],
  [/^endpoints\.(?!delete$)/, '/developers/webhooks/:id'],
  [/^deliveries\.retry$/, '/developers/deliveries/:id'],
  [/^deliveries\.(start|stop)_run$/, '/developers/deliveries/runs/:id'],
  [/^keys\./, '/developers/keys'],
  [/^team\./, '/settings/team'],
  [/^payouts\./, '/payouts'],
  [/^imports\./, '/links/import/:id'],
  [/^settlements\.export$/, '/balance/settlements/:id'],
]

/** Returns the page of an entry's object; null if the object has none. */
export function auditHref({ link, customer, linkImport, action, object_id: id }: AuditEntry): string | null {
  const path = pages.find(([actions, path]) => actions.test(action) && (id || !path.includes(':id')))?.[1]
  if (path) return path.replace(':id', encodeURIComponent(id ?? ''))
  if (customer) return `/customers/${encodeURIComponent(customer.id)}`
  if (linkImport) return `/links/import/${encodeURIComponent(linkImport.id)}`
  return link ? `/links/${encodeURIComponent(link.id)}` : null
}

/** One value that an act changed, as text; null if there was, or is, no value. */
export type AuditChange = { field: string; before: string | null; after: string | null }

export function auditChanges({ details }: Pick<AuditEntry, 'details'>): AuditChange[] {
  const facts = read(details)
  const before = read(facts.get('before'))
  const after = read(facts.get('after'))
  return [...new Set([...before.keys(), ...after.keys()])].map((field) => ({
    field: field.replaceAll('_', ' '),
    before: shown(before.get(field)),
    after: shown(after.get(field)),
  }))
}

function shown(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the facts beside action and object: an amount, number and filters of rows, an address, the reason of a failure. */
export function auditParts(
  t: Translate,
  times: Pick<Times, 'dayOnly'>,
  { action, link, linkImport, account, details }: AuditEntry,
): AuditPart[] {
  const facts = read(details)
  // The action already contains the number of rows of an import that created a link for each row.
  const rows = linkImport && linkImport.done === linkImport.total ? null : facts.get('rows')
  const amount = link?.amount ?? facts.get('amount')
  return [
    ...(typeof amount === 'number'
      ? [{ amount, currency: link?.currency ?? (text(facts, 'currency') || null) }]
      : []),
    ...(typeof rows === 'number' ? [{ text: t('audit.rows', { count: rows }) }] : []),
    ...texts(
      ...filterTexts(t, times, read(facts.get('filters'))),
      action.startsWith('links.') ? (account ?? '') : '',
      text(facts, 'base_url'),
      text(facts, 'to'),
      text(facts, 'problem').replaceAll('_', ' '),
    ),
  ]
}

function filterTexts(t: Translate, { dayOnly }: Pick<Times, 'dayOnly'>, filters: Facts): string[] {
  return [...filters.keys()].map((name) => {
    const value = text(filters, name)
    const status = paymentStatuses.find((known) => known === value)
    if (name === 'status') return status ? t(`payment-rows.status.${status}`) : value
    if (name === 'created_after') return t('audit.narrowed.from', { day: dayOnly(value) })
    if (name === 'created_before') return t('audit.narrowed.before', { day: dayOnly(value) })
    // The value of these filters says nothing to people.
    return t.first(`audit.narrowed.to.${name}`) ?? `${name.replaceAll('_', ' ')}: ${value}`
  })
}

function read(value: unknown): Facts {
  return new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
}

function text(facts: Facts, name: string): string {
  const value = facts.get(name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function texts(...texts: string[]): AuditPart[] {
  return texts.filter(Boolean).map((text) => ({ text }))
}
