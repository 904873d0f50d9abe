import { Send } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CONFIRMATION_MS } from '@/lib/contract/confirmation'
import { isDeclineCode } from '@/lib/contract/declines'
import { payments } from '@/lib/messages/payments'
import type { ShownPayment } from './payment-shapes'
import { retryLinkHref } from './retry-link-href'

const words = payments.detail
const MINUTE_MS = 60_000

type Props = { payment: ShownPayment; mayCreate: boolean }

/** A decline as something to do: what happened, who can mend it, and the same amount as a link in one press. */
export function DeclineCard({ payment, mayCreate }: Props) {
  const { title, hint } = declineWords(payment.decline)
  return (
    <Card title={words.declineTitle}>
      <p className="font-medium">{title}</p>
      <p className="mt-0.5 text-pretty text-muted">{hint}</p>
      {mayCreate ? <SendLink payment={payment} /> : null}
    </Card>
  )
}

/** A payment that ran out of time: nobody said no, so that a new link is all it takes. */
export function TimedOutCard({ payment, mayCreate }: Props) {
  return (
    <Card title={words.timedOutTitle}>
      <p className="text-pretty text-muted">{words.timedOutHint(CONFIRMATION_MS / MINUTE_MS)}</p>
      {mayCreate ? <SendLink payment={payment} /> : null}
    </Card>
  )
}

function SendLink({ payment }: { payment: ShownPayment }) {
  return (
    <Button asChild variant="primary" className="mt-4" icon={<Send aria-hidden className="size-4" />}>
      <Link href={retryLinkHref(payment)}>{words.sendLink}</Link>
    </Button>
  )
}

/** Our words for a code that we know; another host's own advice for one that we do not. */
function declineWords(decline: ShownPayment['decline']): { title: string; hint: string } {
  const code = decline?.code ?? ''
  if (isDeclineCode(code)) return { title: words.reason[code], hint: words.mend[code] }
  return { title: words.reasonUnknown, hint: decline?.advice || words.mendElse }
}
