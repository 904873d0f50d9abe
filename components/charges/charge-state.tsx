'use client'

import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { useState } from 'react'
import { cardName } from '@/components/customers/card-name'
import { FailureBanner } from '@/components/data/failure-banner'
import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { useAccount } from '@/components/shell/use-account'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { formatMajor } from '@/lib/contract/money'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'
import { ChargeCase } from './charge-case'
import { ChargeLink } from './charge-link'
import { ChargeReview } from './charge-review'
import { declineCopy } from './outcome-copy'
import { OutcomeText } from './outcome-text'
import { chargeQuery } from './queries'

const copy = charges.outcome

export type ChargeStateProps = {
  detail: ChargeDetail
  merchantName: string
  /** Null for members who may not charge. */
  actions: ChargeActions | null
  /** Another charge came in this one's place. */
  onSucceeded: (id: string) => void
  /** The case is shown whole; else in brief, with a way there. */
  isWhole: boolean
}

/** A charge in its true state, with what can be done about it; every change is announced. */
export function ChargeState(props: ChargeStateProps) {
  return (
    <div role="status" aria-live="polite">
      <State {...props} />
    </div>
  )
}

function State({ detail, merchantName, actions, onSucceeded, isWhole }: ChargeStateProps) {
  const { locale } = usePlace()
  const account = useAccount()
  const client = useQueryClient()
  const { charge } = detail
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const moved = (next: ChargeDetail) => {
    client.setQueryData(chargeQuery(account, next.charge.id).queryKey, next)
    if (next.charge.id !== charge.id) onSucceeded(next.charge.id)
    void client.invalidateQueries({ queryKey: chargeQuery(account, charge.id).queryKey })
  }
  const lost = () => void client.invalidateQueries({ queryKey: chargeQuery(account, charge.id).queryKey })
  switch (charge.state) {
    case 'DRAFT':
      return actions ? (
        <ChargeReview detail={detail} actions={actions} onMoved={moved} onLost={lost} />
      ) : (
        <p>{charges.meaning.DRAFT}</p>
      )
    case 'SENDING':
      return (
        <div className="flex items-start gap-3">
          <LoaderCircle aria-hidden className="mt-0.5 size-5 animate-spin text-accent-text" />
          <div>
            <p className="font-medium">{copy.sendingTitle}</p>
            <p className="text-pretty text-muted">{copy.sendingHint}</p>
          </div>
        </div>
      )
    case 'UNKNOWN':
    case 'UNRESOLVED':
      return <ChargeCase detail={detail} actions={actions} onMoved={moved} isWhole={isWhole} />
    case 'PAID':
      return (
        <div className="flex flex-col gap-4">
          <div className="flex items-start gap-3">
            <CircleCheck aria-hidden className="mt-0.5 size-6 text-success" />
            <div>
              <p className="font-semibold text-xl">{copy.paid}</p>
              <p className="text-muted">{copy.paidHint(text, cardName(charge.card))}</p>
            </div>
          </div>
          {charge.payment_id ? (
            <div>
              <Button asChild>
                <PageLink href={`/payments/${encodeURIComponent(charge.payment_id)}`}>
                  {copy.payment}
                </PageLink>
              </Button>
            </div>
          ) : null}
        </div>
      )
    case 'LINKED':
      return detail.payment_url === null ? (
        <p>{charges.meaning.LINKED}</p>
      ) : (
        <ChargeLink
          charge={charge}
          url={detail.payment_url}
          merchantName={merchantName}
          record={actions?.recordShare ?? null}
        />
      )
    case 'DECLINED':
      return <Declined detail={detail} text={text} actions={actions} onMoved={moved} />
    case 'RELEASED':
    case 'DISCARDED':
      return (
        <div className="flex flex-col gap-2">
          <p>{charge.state === 'RELEASED' ? charges.meaning.RELEASED : copy.discarded}</p>
          {detail.successor ? (
            <p>
              <TextLink>
                <PageLink href={`/charges/${encodeURIComponent(detail.successor)}`}>
                  {copy.successorLink}
                </PageLink>
              </TextLink>
            </p>
          ) : null}
        </div>
      )
  }
}

type DeclinedProps = {
  detail: ChargeDetail
  text: string
  actions: ChargeActions | null
  onMoved: (detail: ChargeDetail) => void
}

function Declined({ detail: { charge, successor }, text, actions, onMoved }: DeclinedProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function link() {
    if (!actions || busy) return
    setBusy(true)
    setFailure(null)
    const result = await actions.linkInstead({ id: charge.id }).catch(() => null)
    setBusy(false)
    if (result?.ok) onMoved(result.data)
    else setFailure(result?.error.message ?? charges.form.noAnswer)
  }
  const decline = charge.decline ?? { code: '', message: '', advice: null, retryable: null }
  return (
    <OutcomeText tone="danger" copy={declineCopy(decline)} requestId={charge.request_id}>
      {failure ? <FailureBanner title={copy.linkFailed} failure={{ message: failure }} /> : null}
      {successor ? (
        <p>
          <TextLink>
            <PageLink href={`/charges/${encodeURIComponent(successor)}`}>{copy.successorOfDecline}</PageLink>
          </TextLink>
        </p>
      ) : actions ? (
        <div>
          <Button variant="primary" busy={busy} busyLabel={copy.sending} onClick={() => void link()}>
            {copy.sendLink(text)}
          </Button>
        </div>
      ) : null}
    </OutcomeText>
  )
}
