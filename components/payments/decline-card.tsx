import { Send } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { isDeclineCode } from '@/lib/contract/declines'
import { payments } from '@/lib/messages/payments'
import type { ShownPayment } from './payment-shapes'
import { retryLinkHref } from './retry-link-href'

const words = payments.detail

/** A decline as something to do: what happened, who can fix it, and the same amount as a link in one press. */
export function DeclineCard({ payment, mayCreate }: { payment: ShownPayment; mayCreate: boolean }) {
  const { decline } = payment
  const code = decline?.code ?? ''
  return (
    <Card title={words.declineTitle}>
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="font-medium first-letter:uppercase">
            {decline ? code.replaceAll('_', ' ') : words.codeUnknown}
          </dt>
          {decline ? <dd className="mt-0.5 text-muted">{decline.advice}</dd> : null}
        </div>
        <div>
          <dt className="text-muted text-sm">{words.who}</dt>
          <dd>{isDeclineCode(code) ? words.whoIs[code] : words.whoElse}</dd>
        </div>
      </dl>
      {mayCreate ? (
        <Button asChild variant="primary" className="mt-4" icon={<Send aria-hidden className="size-4" />}>
          <Link href={retryLinkHref(payment)}>{words.sendLink}</Link>
        </Button>
      ) : null}
    </Card>
  )
}
