'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { cardName } from '@/components/customers/card-name'
import { FailureBanner } from '@/components/data/failure-banner'
import { isActive } from '@/components/links/can-share'
import { linkQuery } from '@/components/links/queries'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeDecline, ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'
import { ChargeCase, caseLead } from './charge-case'
import { ChargeCurl } from './charge-curl'
import { chargeHref } from './charge-href'
import { ChargeLink } from './charge-link'
import { ChargeReview } from './charge-review'
import { declineCopy, refusalCopy } from './outcome-copy'
import { OutcomeText } from './outcome-text'
import { chargeQuery } from './queries'

const copy = charges.outcome

export type ChargeStateProps = {
  detail: ChargeDetail
  merchantName: string
  /** Null for members who may not charge. */
  actions: ChargeActions | null
  /** Called with the id of the charge that replaced this one. */
  onSucceeded: (id: string) => void
  /** True if the link was created for the customer to save a card. */
  asksForCard?: boolean
  /** True if a case is shown in full; otherwise in brief with a link to it. */
  isWhole: boolean
}

/** Renders a charge in its current state with the possible actions, and announces each change. */
export function ChargeState(props: ChargeStateProps) {
  const { locale } = useLocale()
  const { charge } = props.detail
  const id = charge.state === 'LINKED' ? charge.link_id : null
  const link = useQuery({ ...linkQuery(useAccount(), id ?? ''), enabled: id !== null }).data?.link
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {/* An ended link announces its own state. */}
        {link && !isActive(link) ? '' : announcement(props.detail, locale)}
      </p>
      <State {...props} />
      <ChargeCurl detail={props.detail} />
    </div>
  )
}

function announcement(detail: ChargeDetail, locale: string): string {
  const { charge, successor } = detail
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const said = (...parts: readonly string[]) => parts.join('. ')
  switch (charge.state) {
    case 'DRAFT': {
      if (!charge.problem) return ''
      const { title, what } = refusalCopy(charge.problem)
      return said(title, what)
    }
    case 'SENDING':
      return charge.is_case ? lead(detail) : copy.sendingTitle
    case 'PAID':
      return said(copy.paid, copy.paidHint(text, cardName(charge.card)))
    case 'LINKED':
      return said(copy.linked(text), copy.linkedHint)
    case 'DECLINED': {
      const { title, what } = declineCopy(charge.decline ?? UNNAMED)
      return said(title, what)
    }
    case 'UNKNOWN':
    case 'UNRESOLVED':
      return lead(detail)
    case 'RELEASED':
      return released(successor)
    default:
      return charges.meaning[charge.state]
  }
}

/** Returns how a case was closed, with the state of the charge that replaced it, if there is one. */
function released(successor: ChargeDetail['successor']): string {
  return [charges.meaning.RELEASED, successor && copy.inItsPlace[successor.state]].filter(Boolean).join(' ')
}

function lead(detail: ChargeDetail): string {
  return `${charges.case.title}. ${caseLead(detail)}`
}

const UNNAMED: ChargeDecline = { code: '', message: '', advice: null, retryable: null }

function State({ detail, merchantName, actions, onSucceeded, asksForCard, isWhole }: ChargeStateProps) {
  const { locale } = useLocale()
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
  if (charge.is_case)
    return <ChargeCase detail={detail} actions={actions} onMoved={moved} isWhole={isWhole} />
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
          <p className="text-pretty">
            <span className="block text-muted text-sm">{copy.say}</span>
            {copy.sayPaid(text)}
          </p>
          <div className="flex flex-wrap gap-2 empty:hidden">
            {charge.payment_id ? (
              <Button asChild>
                <PageLink href={`/payments/${encodeURIComponent(charge.payment_id)}`}>
                  {copy.payment}
                </PageLink>
              </Button>
            ) : null}
            {detail.receipt_url ? (
              <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
                <a href={detail.receipt_url} target="_blank" rel="noopener noreferrer">
                  {copy.receipt}
                </a>
              </Button>
            ) : null}
          </div>
        </div>
      )
    case 'LINKED':
      return detail.payment_url === null || charge.link_id === null ? (
        <p>{charges.meaning.LINKED}</p>
      ) : (
        <ChargeLink
          charge={charge}
          linkId={charge.link_id}
          url={detail.payment_url}
          merchantName={merchantName}
          asksForCard={asksForCard ?? false}
          record={actions?.recordShare ?? null}
        />
      )
    case 'DECLINED':
      return <Declined detail={detail} text={text} actions={actions} onMoved={moved} />
    case 'GIVEN_UP':
      return <p>{charges.meaning.GIVEN_UP}</p>
    case 'RELEASED':
    case 'DISCARDED':
      return (
        <div className="flex flex-col gap-2">
          <p>{charge.state === 'RELEASED' ? released(detail.successor) : copy.discarded}</p>
          {detail.successor ? (
            <p>
              <TextLink>
                <PageLink href={`/charges/${encodeURIComponent(detail.successor.id)}`}>
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
  const decline = charge.decline ?? UNNAMED
  return (
    <OutcomeText tone="danger" copy={declineCopy(decline)} requestId={charge.request_id}>
      {failure ? <FailureBanner title={copy.linkFailed} failure={{ message: failure }} /> : null}
      {successor ? (
        <p>
          <TextLink>
            <PageLink href={`/charges/${encodeURIComponent(successor.id)}`}>
              {copy.successorOfDecline}
            </PageLink>
          </TextLink>
        </p>
      ) : actions ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy} busyLabel={copy.sending} onClick={() => void link()}>
            {copy.sendLink(text)}
          </Button>
          {decline.retryable ? (
            <Button asChild>
              <PageLink href={chargeHref(charge.customer_id)}>{copy.tryCard}</PageLink>
            </Button>
          ) : null}
        </div>
      ) : null}
    </OutcomeText>
  )
}
