import { CircleCheck, Send } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { queryString } from '@/components/list/query-string'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { passedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextLink } from '@/components/ui/text-link'
import { isDeclineCode } from '@/lib/contract/declines'
import { CONFIRMATION_MS } from '@/lib/contract/limits'
import type { PaymentDetail, ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'
import { isAwaitingBank } from './is-awaiting-bank'

const copy = payments.detail
const MINUTE_MS = 60_000

type Props = {
  payment: ShownPayment
  /** Later payment of the same payer, after which no new link is needed. */
  paidLater: PaymentDetail['paidLater']
}

/** Renders a decline with its reason, who can fix it, and a button that sends the same amount as a link. */
export function DeclineCard({ payment, paidLater }: Props) {
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
export function TimedOutCard({ payment, paidLater }: Props) {
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
