import { Amount } from '@/components/money/amount'
import { whatFor } from '@/components/payments/payment-columns'
import { paymentsHref } from '@/components/payments/payments-href'
import { PageLink } from '@/components/shell/navigation/page-link'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { isDeclineCode } from '@/lib/contract/declines'
import { paymentStates } from '@/lib/contract/states'
import type { CustomerAction, CustomerActionCharge } from '@/lib/dashboard/schema/customer-detail'
import { audit } from '@/lib/messages/audit'
import { customerDetail } from '@/lib/messages/customer-detail'
import { payments } from '@/lib/messages/payments'
import type { HistoryEntry, HistoryPayment } from './customer-history'

const copy = customerDetail.history

type Props = {
  customerId: string
  entries: readonly HistoryEntry[]
  /** True if there are payments before the first of these entries. */
  hasEarlier: boolean
}

/** Renders a customer's history: payments, links, cards and acts of members. */
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
      const { status } = entry.payment
      const { tone } = paymentStates[status]
      return {
        key,
        when,
        title: <Payment payment={entry.payment} />,
        detail: paymentDetail(entry.payment),
        tone,
        pending: status === 'PENDING',
      }
    }
    case 'link': {
      const { id, title, amount, currency } = entry.link
      const heading = (
        <>
          {copy.link}{' '}
          <TextLink>
            <PageLink href={`/links/${encodeURIComponent(id)}`}>
              <Amount amount={amount} currency={currency} />
            </PageLink>
          </TextLink>
        </>
      )
      return { key, when, title: heading, detail: <bdi>{title}</bdi> }
    }
    case 'card_saved':
      return { key, when, title: copy.cardSaved, tone: 'success' }
    case 'act':
      return { key, when, title: <Act act={entry.act} />, detail: detailOf(entry.act) }
  }
}

function Payment({ payment: { id, status, amount, currency } }: { payment: HistoryPayment }) {
  return (
    <>
      {copy.payment[status]}{' '}
      <TextLink>
        <PageLink href={`/payments/${encodeURIComponent(id)}`}>
          <Amount amount={amount} currency={currency} />
        </PageLink>
      </TextLink>
    </>
  )
}

/** Returns the purpose of a payment, after the reason of a decline. */
function paymentDetail(payment: HistoryPayment) {
  const code = payment.status === 'FAILED' ? (payment.decline?.code ?? '') : ''
  return (
    <>
      {isDeclineCode(code) ? `${payments.detail.reason[code]} · ` : null}
      <bdi>{whatFor(payment)}</bdi>
    </>
  )
}

function Act({ act }: { act: CustomerAction }) {
  const { charge, action } = act
  if (!charge) return titleOf(act)
  return (
    <>
      {chargeTitle(action, charge)}{' '}
      <TextLink>
        <PageLink href={`/charges/${encodeURIComponent(charge.id)}`}>
          <Amount amount={charge.amount} currency={charge.currency} />
        </PageLink>
      </TextLink>
    </>
  )
}

function chargeTitle(action: string, { way, replaces }: CustomerActionCharge): string {
  if (action === 'charges.create' && way === 'LINK') return replaces ? copy.linkInstead : copy.chargedByLink
  return copy.charges[action] ?? audit.actions[action] ?? action
}

function titleOf({ action, fields }: CustomerAction): string {
  const title = copy.acts[action] ?? audit.actions[action] ?? action
  if (action !== 'customers.update') return title
  const names = fields.map((field) => copy.fields[field] ?? field)
  return names.length > 0 ? `${title}: ${names.join(', ')}` : title
}

function detailOf(act: CustomerAction): string {
  // The title describes a completed act; an uncertain outcome needs an explanation.
  return act.outcome === 'done' ? byOf(act) : `${byOf(act)}. ${audit.meaning[act.outcome]}`
}

function byOf({ user }: CustomerAction): string {
  return user ? copy.by(user.name) : copy.byNobody
}
