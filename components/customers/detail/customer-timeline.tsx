import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { paymentsHref, whatFor } from '@/components/payments/face'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { isDeclineCode } from '@/lib/contract/declines'
import { paymentStates } from '@/lib/contract/states'
import type { ShownCustomer } from '@/lib/dashboard/schema/customer'
import type { CustomerAction, CustomerActionCharge } from '@/lib/dashboard/schema/customer-detail'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { audit } from '@/lib/messages/audit'
import { customerDetail } from '@/lib/messages/customer-detail'
import { payments } from '@/lib/messages/payments'

const copy = customerDetail.history

type HistoryPayment = Pick<
  ShownPayment,
  | 'id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'created_at'
  | 'approved_at'
  | 'payment_link'
  | 'description'
  | 'card'
  | 'decline'
>
type HistoryLink = Pick<ShownLink, 'id' | 'title' | 'amount' | 'currency' | 'created_at'>

type Reports = {
  /** Payments, newest first like the other lists. */
  payments: readonly HistoryPayment[]
  links: readonly HistoryLink[]
  events: readonly Pick<ReceivedEvent, 'delivery_id' | 'kind' | 'event_at' | 'outcome'>[]
  acts: readonly CustomerAction[]
}

/** Number of newest entries in a history. The lists contain the older ones. */
const SHOWN_MAX = 10
const MADE = 'customers.create'

type Props = {
  customer: Pick<ShownCustomer, 'id' | 'created_at' | 'source'>
  reports: Reports
  /** True if there are payments before the first of the reported ones. */
  hasEarlier: boolean
}

/** Renders a customer's history: payments, links, cards and acts of members. */
export function CustomerTimeline({ customer, reports, hasEarlier }: Props) {
  const { entries, isCut } = customerHistory(customer, reports)
  const earlier = (
    <TextLink>
      <PageLink href={paymentsHref({ customer: customer.id })}>{copy.earlier}</PageLink>
    </TextLink>
  )
  if (isCut || hasEarlier) entries.splice(1, 0, { key: 'earlier', title: earlier, when: null })
  return (
    <Card title={copy.title}>
      <Timeline label={copy.title} entries={entries} />
    </Card>
  )
}

/**
 * Returns a customer's history, oldest first: the creation, then the newest entries reported by the service and this
 * dashboard. `isCut` is true if entries between them are omitted.
 */
export function customerHistory(
  { created_at, source }: Pick<ShownCustomer, 'created_at' | 'source'>,
  { payments, links, events, acts }: Reports,
): { entries: TimelineEntry[]; isCut: boolean } {
  const entry = (key: string, at: string, rest: Omit<TimelineEntry, 'key' | 'when'>) => {
    return { key, at, when: <DateTime iso={at} />, ...rest }
  }
  // The member who created the customer in this dashboard.
  const made = acts.find(({ action }) => action === MADE)
  const first = entry('made', created_at, { title: copy.made[source], detail: made && byOf(made) })
  const all = [
    ...payments.map((payment) =>
      entry(payment.id, payment.approved_at ?? payment.created_at, paymentEntry(payment)),
    ),
    ...links.map(({ id, title, created_at, ...money }) =>
      entry(id, created_at, {
        title: <AmountLink label={copy.link} href={`/links/${encodeURIComponent(id)}`} {...money} />,
        detail: <bdi>{title}</bdi>,
      }),
    ),
    ...events
      .filter(({ kind, outcome }) => kind === 'customer.card_saved' && outcome !== 'test')
      .map(({ delivery_id, event_at }) =>
        entry(delivery_id, event_at, { title: copy.cardSaved, tone: 'success' }),
      ),
    ...acts
      .filter(({ action }) => action !== MADE)
      .map((act) => entry(act.id, act.created_at, { title: titleOf(act), detail: detailOf(act) })),
  ]
  all.sort((one, other) => one.at.localeCompare(other.at))
  return { entries: [first, ...all.slice(-SHOWN_MAX)], isCut: all.length > SHOWN_MAX }
}

type AmountLinkProps = { label: string; href: string; amount: number; currency: string }

function AmountLink({ label, href, amount, currency }: AmountLinkProps) {
  return (
    <>
      {label}{' '}
      <TextLink>
        <PageLink href={href}>
          <Amount amount={amount} currency={currency} />
        </PageLink>
      </TextLink>
    </>
  )
}

/** Returns a payment with its purpose, after the reason of a decline. */
function paymentEntry(payment: HistoryPayment) {
  const { id, status, amount, currency } = payment
  const code = status === 'FAILED' ? (payment.decline?.code ?? '') : ''
  const href = `/payments/${encodeURIComponent(id)}`
  return {
    title: <AmountLink label={copy.payment[status]} href={href} amount={amount} currency={currency} />,
    detail: (
      <>
        {isDeclineCode(code) ? `${payments.detail.reason[code]} · ` : null}
        <bdi>{whatFor(payment)}</bdi>
      </>
    ),
    tone: paymentStates[status].tone,
    pending: status === 'PENDING',
  }
}

function titleOf({ action, charge, fields }: CustomerAction) {
  if (charge) {
    const { id, amount, currency } = charge
    const href = `/charges/${encodeURIComponent(id)}`
    return <AmountLink label={chargeTitle(action, charge)} href={href} amount={amount} currency={currency} />
  }
  const title = copy.acts[action] ?? audit.actions[action] ?? action
  if (action !== 'customers.update') return title
  const names = fields.map((field) => copy.fields[field] ?? field)
  return names.length > 0 ? `${title}: ${names.join(', ')}` : title
}

function chargeTitle(action: string, { way, replaces }: CustomerActionCharge): string {
  if (action === 'charges.create' && way === 'LINK') return replaces ? copy.linkInstead : copy.chargedByLink
  return copy.charges[action] ?? audit.actions[action] ?? action
}

function detailOf(act: CustomerAction): string {
  // The title describes a completed act; an uncertain outcome needs an explanation.
  return act.outcome === 'done' ? byOf(act) : `${byOf(act)}. ${audit.meaning[act.outcome]}`
}

function byOf({ user }: CustomerAction): string {
  return user ? copy.by(user.name) : copy.byNobody
}
