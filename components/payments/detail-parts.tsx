import { CircleCheck, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from '@/components/data/member'
import { CopyMark, IdProperty } from '@/components/data/short-id'
import { Amount } from '@/components/money/amount'
import { MoneyLine, moneyLines } from '@/components/money/money-line'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import type { Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { Property, PropertyList } from '@/components/ui/property-list'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import { type PaymentStatus, paymentStates, type RefundStatus } from '@/lib/contract/states'
import type { ReceivedEvent } from '@/lib/dashboard/mirror/shape'
import type { PaymentDetail } from '@/lib/dashboard/payments/get-payment'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { Translate } from '@/lib/messages/translator'
import { feeKept, keptAmount } from './amounts'
import { disputeEntries } from './dispute'
import { cardText, keptDispute, paymentHref, paymentsHref } from './face'
import { NoRefund } from './refund'

const linkClasses = 'text-accent-text underline-offset-2 hover:underline'
/** As high as a target for a finger, since lines of links follow one another. */
const purposeClasses = `${linkClasses} wrap-anywhere inline-block min-h-6 max-w-full`

const refundTones = {
  PENDING: 'neutral',
  SUCCEEDED: 'muted',
  FAILED: 'danger',
} as const satisfies Record<RefundStatus, Tone>

export function PaymentProperties({ payment, chargeId }: Pick<PaymentDetail, 'payment' | 'chargeId'>) {
  const t = useTexts()
  // Without a link, the description is what was bought, in the header.
  const description = payment.payment_link ? payment.description : null
  const ids = [
    [t('payment-detail.id'), payment.id],
    [t('payment-detail.authorization'), payment.authorization_code],
    [t('payment-detail.processor'), payment.processor_reference],
    [t('payment-detail.customer'), payment.customer_id],
    [t('payment-detail.settlement'), payment.settlement_id],
    [t('payment-detail.linkId'), payment.payment_link?.id],
  ] as const
  return (
    <Card className="flex flex-col gap-4">
      {payment.status === 'APPROVED' ? <PaymentMoney payment={payment} /> : null}
      {chargeId || description ? (
        <Section title={t('payment-detail.properties')}>
          <PropertyList>
            {chargeId ? (
              <Property name={t('charge-names.one')}>
                <PageLink href={`/charges/${encodeURIComponent(chargeId)}`} className={linkClasses}>
                  {t('charge-names.view')}
                </PageLink>
              </Property>
            ) : null}
            {description ? (
              <Property name={t('payment-detail.description')}>
                <bdi>{description}</bdi>
              </Property>
            ) : null}
          </PropertyList>
        </Section>
      ) : null}
      <Section title={t('payment-detail.ids')}>
        <PropertyList>
          {ids.map(([name, id]) => (id ? <IdProperty key={name} id={id} name={name} /> : null))}
        </PropertyList>
      </Section>
    </Card>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t pt-4 first:border-t-0 first:pt-0">
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  )
}

export function PaymentPurpose({ payment }: { payment: ShownPayment }) {
  const { payment_link: link, description, card } = payment
  if (!link && !description && !card) return null
  return (
    <Dotted>
      {link ? (
        <PageLink href={`/links/${encodeURIComponent(link.id)}`} dir="auto" className={purposeClasses}>
          {link.title}
        </PageLink>
      ) : description ? (
        <bdi>{description}</bdi>
      ) : null}
      {card ? (
        <PageLink href={paymentsHref({ card: card.last4 })} className={`${purposeClasses} tnum`}>
          {cardText(card)}
        </PageLink>
      ) : null}
    </Dotted>
  )
}

/** Renders who paid: the name, which links to a saved customer, and the e-mail, which links to the payments with it. */
export function PaymentPayer({ payment, customerName }: Pick<PaymentDetail, 'payment' | 'customerName'>) {
  const t = useTexts()
  const { payer, customer_id: customer, masked } = payment
  const { email } = payer
  const name = payer.name || customerName || t('payment-rows.noPayer')
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <bdi className="font-medium text-text">
        {customer ? (
          <PageLink href={`/customers/${encodeURIComponent(customer)}`} className={linkClasses}>
            {name}
          </PageLink>
        ) : (
          name
        )}
      </bdi>
      {email && masked ? <bdi className="wrap-anywhere">{email}</bdi> : null}
      {email && !masked ? (
        <span className="inline-flex items-center">
          <PageLink href={paymentsHref({ q: email })} className={`${linkClasses} wrap-anywhere`}>
            {email}
          </PageLink>
          <CopyMark value={email} name={t('payment-detail.email')} />
        </span>
      ) : null}
    </p>
  )
}

/** Renders gross − fee − refunded − disputed = net, and why there is no refund where one is expected. */
function PaymentMoney({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const { amount, refunded_amount: refunded, currency } = payment
  const taken = keptDispute(payment)
  const fee = feeKept(payment)
  const net = keptAmount(payment)
  const terms = [
    [t('payment-detail.gross'), amount],
    [t('payment-detail.fee'), fee === null ? null : -fee],
    [t('payment-detail.refunded'), refunded ? -refunded : null],
    [t('dispute-states.disputed'), taken && -taken.amount],
    [t('dispute-detail.fee'), taken?.fee_amount ? -taken.fee_amount : null],
  ] as const
  return (
    <Section title={t('payment-detail.money')}>
      <dl className={moneyLines}>
        {terms.map(([name, term]) =>
          typeof term === 'number' ? (
            <MoneyLine key={name} name={name} amount={term} currency={currency} />
          ) : null,
        )}
        {net === null ? (
          <dd className="col-span-2 text-muted text-sm">{t('payment-detail.feeUnknown')}</dd>
        ) : (
          <MoneyLine name={t('payment-detail.net')} amount={net} currency={currency} sum />
        )}
      </dl>
      <NoRefund payment={payment} />
    </Section>
  )
}

const eventOf: Partial<Record<PaymentStatus, string>> = {
  APPROVED: 'payment.succeeded',
  FAILED: 'payment.failed',
}

type Props = { payment: ShownPayment; events: readonly ReceivedEvent[]; now: number }

/** Renders the history of a payment from the service's reports alone. A moment that is not reported is omitted. */
export function PaymentTimeline({ payment, events, now }: Props) {
  const t = useTexts()
  const isOfPayer = payment.payment_link || !payment.customer_id
  const started = t(isOfPayer ? 'payment-detail.started' : 'payment-detail.charged')
  const entries: TimelineEntry[] = [
    { key: 'started', title: started, when: <DateTime iso={payment.created_at} /> },
    outcome(payment, events, now, t),
    ...refundEntries(payment, t),
    ...disputeEntries(payment.dispute, t),
  ]
  return <Timeline label={t('payment-detail.timeline')} entries={entries} />
}

function outcome(
  payment: ShownPayment,
  events: readonly ReceivedEvent[],
  now: number,
  t: Translate,
): TimelineEntry {
  const { status } = payment
  if (status === 'PENDING') {
    const title = t(isAwaitingBank(payment, now) ? 'payment-detail.waitingForBank' : 'payment-detail.waiting')
    return { key: 'outcome', title, when: null, tone: 'neutral', pending: true }
  }
  const reported = events.find((event) => event.kind === eventOf[status])
  const at = payment.approved_at ?? reported?.event_at
  const by = endedBy(payment)
  return {
    key: 'outcome',
    title: t(`payment-rows.status.${status}`),
    when: at ? (
      <DateTime iso={at} />
    ) : by ? (
      <>
        {t('payment-detail.by')} <DateTime iso={by} variant="row" />
      </>
    ) : null,
    tone: paymentStates[status].tone,
  }
}

function refundEntries({ refunds }: ShownPayment, t: Translate): TimelineEntry[] {
  return (refunds ?? []).toReversed().map((refund) => ({
    key: refund.id,
    title: (
      <>
        {t(`payment-detail.refunds.status.${refund.status}`)}{' '}
        <Amount amount={refund.amount} currency={refund.currency} />
      </>
    ),
    when: <DateTime iso={refund.finished_at ?? refund.created_at} />,
    detail: (
      <p className="wrap-anywhere">
        {t(`refund-states.reason.${refund.reason}`)}
        {refund.note ? (
          <>
            {': '}
            <bdi>{refund.note}</bdi>
          </>
        ) : null}
        {refund.decline_code ? `. ${bankReason(refund.decline_code, t)}` : null}
      </p>
    ),
    tone: refundTones[refund.status],
    pending: refund.status === 'PENDING',
  }))
}

export function bankReason(code: string, t: Translate): string {
  return t('payment-declines.bankReason', { code: code.replaceAll('_', ' ') })
}

const MINUTE_MS = 60_000

/**
 * Renders why a declined or timed-out payment collected nothing, who can fix it, and a button that sends the same amount as
 * a link; or the later payment of the same payer, after which a link would request the money twice.
 */
export function UnpaidCard({ payment, paidLater }: Pick<PaymentDetail, 'payment' | 'paidLater'>) {
  const t = useTexts()
  const { passedTime } = useTimes()
  const isOfBank = isAwaitingBank(payment, useLocale().now)
  const mayCreate = useCan('links.create')
  const timedOut = isOfBank
    ? { title: t('payment-detail.bankTimedOutTitle'), hint: t('payment-detail.bankTimedOutHint') }
    : {
        title: t('payment-detail.timedOutTitle'),
        hint: t('payment-detail.timedOutHint', { minutes: CONFIRMATION_MS / MINUTE_MS }),
      }
  const isDecline = payment.status === 'FAILED'
  const { title, hint } = isDecline ? declineCopy(payment.decline, t) : timedOut
  return (
    <Card
      title={
        isDecline ? t('payment-detail.declineTitle') : paidLater ? t('payment-detail.timedOutPaid') : title
      }
    >
      {isDecline ? <p className="font-medium">{title}</p> : null}
      {paidLater ? (
        <p className="mt-1 flex items-center gap-2">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success" />
          <InlineLink href={paymentHref(paidLater)}>
            {t('payment-detail.paidLater', { after: passedTime(payment.created_at, paidLater.at) })}
          </InlineLink>
        </p>
      ) : (
        <p className="mt-0.5 text-pretty text-muted">{hint}</p>
      )}
      {mayCreate && !paidLater ? (
        <ButtonLink variant="primary" className="mt-4" Icon={Send} href={retryLinkHref(payment)}>
          {t('payment-detail.sendLink')}
        </ButtonLink>
      ) : null}
    </Card>
  )
}

/** Returns the messages of a known decline code, or the advice of another host for its own code. */
function declineCopy(decline: ShownPayment['decline'], t: Translate): { title: string; hint: string } {
  const code = decline?.code ?? ''
  return {
    title: t.first(`payment-declines.reason.${code}`) ?? t('payment-declines.reasonUnknown'),
    hint: t.first(`payment-declines.mend.${code}`) || decline?.advice || t('payment-declines.mendElse'),
  }
}

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
