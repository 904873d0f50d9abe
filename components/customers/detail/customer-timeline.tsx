import { Amount } from '@/components/money/amount'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/page-link'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { paymentStates } from '@/lib/contract/states'
import type { CustomerAct } from '@/lib/dashboard/schema/customer-detail'
import { audit } from '@/lib/messages/audit'
import { customerDetail } from '@/lib/messages/customer-detail'
import type { HistoryEntry } from './customer-history'

const copy = customerDetail.history

type Props = {
  customerId: string
  entries: readonly HistoryEntry[]
  /** Earlier payments exist than these entries contain. */
  hasEarlier: boolean
}

/** A customer's story: payments, links, cards and the acts of members. */
export function CustomerTimeline({ customerId, entries, hasEarlier }: Props) {
  const shown = entries.map(shownEntry)
  if (hasEarlier) shown.splice(1, 0, earlier(customerId))
  return (
    <Card title={copy.title}>
      <Timeline label={copy.title} entries={shown} />
    </Card>
  )
}

function earlier(customerId: string): TimelineEntry {
  const title = (
    <TextLink>
      <PageLink href={paymentsHref({ customer: customerId })}>{copy.earlier}</PageLink>
    </TextLink>
  )
  return { key: 'earlier', title, when: null }
}

function shownEntry(entry: HistoryEntry): TimelineEntry {
  const { key } = entry
  const when = <DateTime iso={entry.at} />
  switch (entry.kind) {
    case 'made':
      return { key, when, title: copy.made[entry.source], detail: entry.by ? byOf(entry.by) : undefined }
    case 'payment': {
      const { id, status, amount, currency } = entry.payment
      const detail = (
        <TextLink>
          <PageLink href={`/payments/${encodeURIComponent(id)}`} className="inline-block">
            <Amount amount={amount} currency={currency} />
          </PageLink>
        </TextLink>
      )
      const { tone } = paymentStates[status]
      return { key, when, title: copy.payment[status], detail, tone, pending: status === 'PENDING' }
    }
    case 'link': {
      const { id, title, amount, currency } = entry.link
      const detail = (
        <TextLink>
          <PageLink href={`/links/${encodeURIComponent(id)}`} className="inline-block">
            <bdi>{title}</bdi> · <Amount amount={amount} currency={currency} />
          </PageLink>
        </TextLink>
      )
      return { key, when, title: copy.link, detail }
    }
    case 'card_saved':
      return { key, when, title: copy.cardSaved, tone: 'success' }
    case 'act':
      return { key, when, title: titleOf(entry.act), detail: detailOf(entry.act) }
  }
}

function titleOf({ action, fields }: CustomerAct): string {
  const title = copy.acts[action] ?? audit.actions[action] ?? action
  if (action !== 'customers.update') return title
  const names = fields.map((field) => copy.fields[field] ?? field)
  return names.length > 0 ? `${title}: ${names.join(', ')}` : title
}

function detailOf(act: CustomerAct): string {
  // A member sees what was carried out by its title; an open outcome needs a sentence.
  return act.outcome === 'done' ? byOf(act) : `${byOf(act)}. ${audit.meaning[act.outcome]}`
}

function byOf({ user }: CustomerAct): string {
  return user ? copy.by(user.name) : copy.byNobody
}
