import { CircleCheck, Send } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { SettlementLink, settlementHref } from '@/components/settlements/face'
import { DateTime } from '@/components/time/date-time'
import { dayName, passedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { Property, PropertyList, PropertyValue, WideProperty } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { isDeclineCode } from '@/lib/contract/declines'
import { CONFIRMATION_MS, SHOWN_REFUNDS_MAX } from '@/lib/contract/limits'
import { type PaymentStatus, paymentStates } from '@/lib/contract/states'
import type { ReceivedEvent } from '@/lib/dashboard/schema/mirror'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import type { SettlementName } from '@/lib/dashboard/schema/settlement'
import { brandLabel } from '@/lib/domain/card'
import { isCurrency } from '@/lib/domain/currencies'
import { toMajor, toMinor } from '@/lib/domain/money'
import type { SettlementDays } from '@/lib/domain/settlement-days'
import { charges } from '@/lib/messages/charges'
import { payments } from '@/lib/messages/payments'
import { settlements } from '@/lib/messages/settlements'
import { times } from '@/lib/messages/times'
import { disputeEntries } from './dispute'
import { keptDispute, paymentsHref } from './face'
import { refundTones } from './refund-list'

const copy = payments.detail
const linkClasses = 'text-accent-text underline-offset-2 hover:underline'

/** Renders payer, card and purpose of a payment, each a link to the payments that share it, and then the ids. */
export function PaymentProperties({
  payment,
  settlement,
  customerName,
  chargeId,
}: Pick<PaymentDetail, 'payment' | 'settlement' | 'customerName' | 'chargeId'>) {
  const { payer, payment_link: link, card, customer_id: customer } = payment
  return (
    <>
      <Card title={copy.properties}>
        <PropertyList>
          <Payer payer={payer} masked={payment.masked} />
          {link ? (
            <Property name={copy.link}>
              <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" className={linkClasses}>
                {link.title}
              </PageLink>
            </Property>
          ) : null}
          {customer ? (
            <Property name={payments.detail.customer}>
              <PageLink href={`/customers/${encodeURIComponent(customer)}`} className={linkClasses}>
                {customerName === null ? payments.detail.viewCustomer : <bdi>{customerName}</bdi>}
              </PageLink>
            </Property>
          ) : null}
          {chargeId ? (
            <Property name={charges.one}>
              <PageLink href={`/charges/${encodeURIComponent(chargeId)}`} className={linkClasses}>
                {charges.view}
              </PageLink>
            </Property>
          ) : null}
          {settlement ? (
            <Property name={settlements.one}>
              <SettlementLink settlement={settlement} />
            </Property>
          ) : null}
          {payment.description ? (
            <Property name={copy.description}>
              <bdi>{payment.description}</bdi>
            </Property>
          ) : null}
          {card ? (
            <Property name={copy.card}>
              <PageLink href={paymentsHref({ card: card.last4 })} className={`${linkClasses} tnum`}>
                {copy.cardValue(card.brand ? brandLabel(card.brand) : '', card.last4)}
              </PageLink>
            </Property>
          ) : null}
          <Property name={copy.created}>
            <DateTime iso={payment.created_at} />
          </Property>
        </PropertyList>
      </Card>
      <Card title={copy.ids}>
        <PropertyList>
          <IdLine name={copy.id} id={payment.id} />
          <IdLine name={copy.authorization} id={payment.authorization_code} />
          <IdLine name={copy.processor} id={payment.processor_reference} />
          <IdLine name={copy.customer} id={customer} />
          <IdLine name={copy.settlement} id={payment.settlement_id} />
          <IdLine name={copy.linkId} id={link?.id ?? null} />
        </PropertyList>
      </Card>
    </>
  )
}

/**
 * Renders the name above the e-mail address, as lists do, across the whole card, where nearly every address fits on one
 * line.
 */
function Payer({ payer: { name, email }, masked }: Pick<ShownPayment, 'payer' | 'masked'>) {
  return (
    <WideProperty>
      <dt className="sr-only">{copy.payer}</dt>
      <PropertyValue>
        <bdi className={name ? 'font-medium' : 'text-muted'}>{name || payments.noPayer}</bdi>
      </PropertyValue>
      {email ? (
        <>
          <dt className="sr-only">{copy.email}</dt>
          {masked ? (
            <PropertyValue>
              <bdi className="wrap-anywhere text-muted text-sm">{email}</bdi>
            </PropertyValue>
          ) : (
            <PropertyValue action={<CopyMark value={email} name={copy.email} />}>
              <PageLink href={paymentsHref({ q: email })} className={`${linkClasses} wrap-anywhere text-sm`}>
                <Email address={email} />
              </PageLink>
            </PropertyValue>
          )}
        </>
      ) : null}
    </WideProperty>
  )
}

function IdLine({ name, id }: { name: string; id: string | null }) {
  if (!id) return null
  return (
    <Property name={name}>
      <ShortId id={id} name={name} />
    </Property>
  )
}

/** Renders an address that breaks before its host rather than within a word. */
function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  if (at <= 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}

const eventOf: Partial<Record<PaymentStatus, string>> = {
  APPROVED: 'payment.succeeded',
  FAILED: 'payment.failed',
}

type Props = {
  payment: ShownPayment
  /** The settlement of the payment, if the mirror has it. */
  settlement: SettlementName | null
  events: readonly ReceivedEvent[]
  days: SettlementDays | null
  now: number
}

/** Renders the history of a payment from the service's reports alone. A moment that is not reported is omitted. */
export function PaymentTimeline({ payment, settlement, events, days, now }: Props) {
  const started = payment.payment_link || !payment.customer_id ? copy.started : copy.charged
  const entries: TimelineEntry[] = [
    { key: 'started', title: started, when: <DateTime iso={payment.created_at} /> },
    outcome(payment, events, now),
  ]
  if (payment.status === 'APPROVED') {
    const settled = settling(payment, settlement, days, now)
    // The settlement has no time: it is before refunds and disputes once it exists, and after them while it is expected.
    const later = [...refundEntries(payment), ...disputeEntries(payment.dispute)]
    entries.push(...(settled.pending ? [...later, settled] : [settled, ...later]))
  }
  return <Timeline label={copy.timeline} entries={entries} />
}

function outcome(payment: ShownPayment, events: readonly ReceivedEvent[], now: number): TimelineEntry {
  const { status } = payment
  if (status === 'PENDING') {
    const [title, when] = isAwaitingBank(payment, now)
      ? [copy.waitingForBank, copy.noAnswerYet]
      : [copy.waiting, copy.notYetFinished]
    return { key: 'outcome', title, when, tone: 'neutral', pending: true }
  }
  const reported = events.find((event) => event.kind === eventOf[status])
  const at = payment.approved_at ?? reported?.event_at
  const by = endedBy(payment)
  return {
    key: 'outcome',
    title: payments.status[status],
    when: at ? <DateTime iso={at} /> : by ? <Latest iso={by} /> : null,
    tone: paymentStates[status].tone,
    // The text for a decline is absent, because the sentence at the top of the page already states that nothing was
    // charged.
    detail: status === 'APPROVED' ? <Received payment={payment} /> : null,
  }
}

/** Returns the refunds of a payment, oldest first. */
function refundEntries({ refunds }: ShownPayment): TimelineEntry[] {
  return (refunds ?? []).toReversed().map(({ id, status, amount, currency, created_at, finished_at }) => ({
    key: id,
    title: copy.refunds.began[status],
    when: <DateTime iso={finished_at ?? created_at} />,
    detail: <Amount amount={amount} currency={currency} />,
    tone: refundTones[status],
    pending: status === 'PENDING',
  }))
}

/** Renders the latest possible time of a moment that the service does not report. */
function Latest({ iso }: { iso: string }) {
  return (
    <>
      {copy.by} <DateTime iso={iso} variant="row" />
    </>
  )
}

/** Renders fee and net. The fee is charged at the moment of the approval. */
function Received({ payment }: { payment: ShownPayment }) {
  const net = paymentNet(payment)
  if (net === null) return null
  return (
    <p>
      <Dotted>
        <span>
          {copy.feeTaken} <Amount amount={payment.fee_amount ?? 0} currency={payment.currency} />
        </span>
        <span>
          {copy.net} <Amount amount={net} currency={payment.currency} />
        </span>
      </Dotted>
    </p>
  )
}

function settling(
  payment: ShownPayment,
  settlement: SettlementName | null,
  days: SettlementDays | null,
  now: number,
): TimelineEntry {
  if (payment.settlement_id) {
    const detail = <PaymentSettlement id={payment.settlement_id} settlement={settlement} />
    return { key: 'settlement', title: copy.settled, when: null, detail, tone: 'success' }
  }
  const when = days ? copy.expected(dayName(days.made, now)) : times.notYet
  return { key: 'settlement', title: copy.notSettled, when, pending: true }
}

const MINUTE_MS = 60_000

type DeclineCardProps = {
  payment: ShownPayment
  /** Later payment of the same payer, after which no new link is needed. */
  paidLater: PaymentDetail['paidLater']
}

/** Renders a decline with its reason, who can fix it, and a button that sends the same amount as a link. */
export function DeclineCard({ payment, paidLater }: DeclineCardProps) {
  const { title, hint } = declineCopy(payment.decline)
  return (
    <Card title={copy.declineTitle}>
      <p className="font-medium">{title}</p>
      {paidLater ? (
        <PaidLater begun={payment.created_at} {...paidLater} />
      ) : (
        <>
          <p className="mt-0.5 text-pretty text-muted">{hint}</p>
          <SendLink payment={payment} />
        </>
      )}
    </Card>
  )
}

/** Renders a payment that timed out. Nobody declined it, so a new link is enough. */
export function TimedOutCard({ payment, paidLater }: DeclineCardProps) {
  const isOfBank = isAwaitingBank(payment, useLocale().now)
  return (
    <Card title={paidLater ? copy.timedOutPaid : isOfBank ? copy.bankTimedOutTitle : copy.timedOutTitle}>
      {paidLater ? (
        <PaidLater begun={payment.created_at} {...paidLater} />
      ) : (
        <>
          <p className="text-pretty text-muted">
            {isOfBank ? copy.bankTimedOutHint : copy.timedOutHint(CONFIRMATION_MS / MINUTE_MS)}
          </p>
          <SendLink payment={payment} />
        </>
      )}
    </Card>
  )
}

/** Renders a later payment instead of a new link, which would request the money twice. */
function PaidLater({ begun, id, at }: { begun: string; id: string; at: string }) {
  return (
    <p className="mt-1 flex items-center gap-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
      <TextLink>
        <PageLink href={`/payments/${encodeURIComponent(id)}`}>
          {copy.paidLater(passedTime(begun, at))}
        </PageLink>
      </TextLink>
    </p>
  )
}

function SendLink({ payment }: { payment: ShownPayment }) {
  if (!useCan('links.create')) return null
  return (
    <Button asChild variant="primary" className="mt-4" icon={<Send aria-hidden className="size-4" />}>
      <PageLink href={retryLinkHref(payment)}>{copy.sendLink}</PageLink>
    </Button>
  )
}

/** Returns the messages of a known decline code, or the advice of another host for its own code. */
function declineCopy(decline: ShownPayment['decline']): { title: string; hint: string } {
  const code = decline?.code ?? ''
  if (isDeclineCode(code)) return { title: copy.reason[code], hint: copy.mend[code] }
  return { title: copy.reasonUnknown, hint: decline?.advice || copy.mendElse }
}

/**
 * Returns the address of a new link with the declined amount and, if there is one, the title. The form asks for the
 * recipient.
 */
function retryLinkHref({ id, amount, payment_link, description }: ShownPayment): string {
  const title = payment_link?.title ?? description ?? undefined
  return `/links/new${queryString({ amount, title, payment: id })}`
}

/**
 * Returns whether a payment waits for the bank alone, or did so until it timed out. Nobody confirms the charge of a saved
 * card. Any other payment waits for its payer until the payer's time ends, and a time-out before that end is the bank's.
 * `now` in milliseconds.
 */
export function isAwaitingBank(
  payment: Pick<ShownPayment, 'status' | 'created_at' | 'payment_link' | 'customer_id' | 'mirror'>,
  now: number,
): boolean {
  if (!payment.payment_link && payment.customer_id) return true
  const end = Date.parse(payment.created_at) + CONFIRMATION_MS
  if (payment.status === 'PENDING') return now > end
  const ended = endedBy(payment)
  return ended !== null && Date.parse(ended) < end
}

/**
 * Returns the latest instant at which a payment can have ended, for an end without an event: the time at which the
 * service first showed the end, or for a time-out the end of the payer's time. Null if the end was first seen long after
 * that time.
 */
export function endedBy({
  status,
  created_at,
  mirror,
}: Pick<ShownPayment, 'status' | 'created_at' | 'mirror'>): string | null {
  const end = Date.parse(created_at) + CONFIRMATION_MS
  const seen = Date.parse(mirror.seen_at)
  if (seen <= end) return new Date(seen).toISOString()
  return status === 'TIMEOUT' ? new Date(end).toISOString() : null
}

/** Renders a link to a payment's settlement, with its name if the mirror has it. */
export function PaymentSettlement({ id, settlement }: { id: string; settlement: SettlementName | null }) {
  if (settlement) return <SettlementLink settlement={settlement} />
  return (
    <>
      <TextLink>
        <PageLink href={settlementHref({ id })}>{settlements.one}</PageLink>
      </TextLink>
      <ShortId id={id} name={payments.detail.settlement} />
    </>
  )
}

/** Returns the net of gross − fee in major units; null if there is no equation to show. */
export function paymentNet({ status, amount, fee_amount: fee, currency }: ShownPayment): number | null {
  return status === 'APPROVED' && typeof fee === 'number' ? netAmount(currency, amount, fee) : null
}

/** Returns what the refunds leave of a payment in major units; null as `netAmount`. */
export function leftAmount({ amount, refunded_amount: refunded, currency }: ShownPayment): number | null {
  return netAmount(currency, amount, refunded ?? 0)
}

/** Returns a payment's fee without what refunds returned of it, in major units; null if a refund is not listed or as `netAmount`. */
export function feeKept({ fee_amount: fee, refunds: listed, currency }: ShownPayment): number | null {
  const refunds = listed ?? []
  if (typeof fee !== 'number' || refunds.length >= SHOWN_REFUNDS_MAX) return null
  return netAmount(currency, fee, ...refunds.map(({ fee_returned: returned }) => returned ?? 0))
}

/**
 * Returns what the merchant keeps of a refunded or disputed payment in major units: a debt if its fee is not returned; null
 * as `feeKept`.
 */
export function keptAmount(payment: ShownPayment): number | null {
  const { amount, refunded_amount: refunded, currency } = payment
  const taken = keptDispute(payment)
  const fee = feeKept(payment)
  if (fee === null) return null
  return netAmount(currency, amount, refunded ?? 0, fee, taken?.amount ?? 0, taken?.fee_amount ?? 0)
}

/**
 * Returns an amount minus others, such as its fee, in major units, computed in whole minor units. Null if the currency or an
 * amount does not allow an exact result, because a wrong number must not be shown.
 */
export function netAmount(currency: string, gross: number, ...parts: number[]): number | null {
  if (!isCurrency(currency)) return null
  let net = 0
  for (const [index, major] of [gross, ...parts].entries()) {
    if (major === 0) continue
    const amount = toMinor(major, currency)
    if (!amount.ok) return null
    net += index === 0 ? amount.minor : -amount.minor
  }
  return toMajor(net, currency)
}
