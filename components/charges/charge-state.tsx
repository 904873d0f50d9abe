'use client'

import { CircleCheck, LoaderCircle, ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { cardName } from '@/components/customers/card-name'
import { FailureBanner } from '@/components/data/failure-banner'
import { useRead } from '@/components/data/read'
import { isActive } from '@/components/links/can-share'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeActions, ChargeDecline, ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { ChargeCase, caseLead } from './charge-case'
import { chargeHref } from './charge-href'
import { ChargeLink } from './charge-link'
import { ChargeReview } from './charge-review'
import { declineCopy, OutcomeText, refusalCopy, SaidText } from './outcome-text'
import { useChargeAct } from './use-charge-act'

const copy = charges.outcome

type Props = {
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
export function ChargeState(props: Props) {
  const { locale } = useLocale()
  const { charge } = props.detail
  const id = charge.state === 'LINKED' ? charge.link_id : null
  const link = useRead('links/detail', { id: id ?? '' }, { enabled: id !== null }).data?.link
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const { title, what } = outcomeOf(props.detail, text)
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {/* An ended link announces its own state. */}
        {title === '' || (link && !isActive(link)) ? '' : `${title}. ${what}`}
      </p>
      <State {...props} text={text} title={title} what={what} />
    </div>
  )
}

/** Returns the heading of a charge's state and its effect on the money; empty for a draft in review. */
function outcomeOf(detail: ChargeDetail, text: string): { title: string; what: string } {
  const { charge, successor } = detail
  if (charge.is_case) return { title: charges.case.title, what: caseLead(detail) }
  switch (charge.state) {
    case 'DRAFT':
      return charge.problem ? refusalCopy(charge.problem) : { title: '', what: charges.meaning.DRAFT }
    case 'SENDING':
      return { title: copy.sendingTitle, what: copy.sendingHint }
    case 'PAID':
      return { title: copy.paid, what: copy.paidHint(text, cardName(charge.card)) }
    case 'LINKED':
      return { title: copy.linked(text), what: copy.linkedHint }
    case 'DECLINED':
      return declineCopy(charge.decline ?? UNNAMED)
    default: {
      const place = successor ? ` ${copy.inItsPlace(charges.state[successor.state])}` : ''
      return { title: charges.state[charge.state], what: charges.meaning[charge.state] + place }
    }
  }
}

const UNNAMED: ChargeDecline = { code: '', message: '', advice: null, retryable: null }

type StateProps = Props & { text: string; title: string; what: string }

function State(props: StateProps) {
  const { detail, actions, onSucceeded, isWhole, text, title, what } = props
  const { charge } = detail
  if (charge.is_case)
    return <ChargeCase detail={detail} actions={actions} onSucceeded={onSucceeded} isWhole={isWhole} />
  switch (charge.state) {
    case 'DRAFT':
      return actions ? (
        <ChargeReview detail={detail} actions={actions} onSucceeded={onSucceeded} />
      ) : (
        <p>{what}</p>
      )
    case 'SENDING':
      return (
        <Headline
          icon={<LoaderCircle aria-hidden className="mt-0.5 size-6 animate-spin text-accent-text" />}
          title={title}
          what={what}
        />
      )
    case 'PAID':
      return <Paid detail={detail} text={text} title={title} what={what} />
    case 'LINKED':
      return detail.payment_url === null || charge.link_id === null ? (
        <p>{charges.meaning.LINKED}</p>
      ) : (
        <ChargeLink
          charge={charge}
          linkId={charge.link_id}
          url={detail.payment_url}
          merchantName={props.merchantName}
          asksForCard={props.asksForCard ?? false}
          record={actions?.recordShare ?? null}
        />
      )
    case 'DECLINED':
      return <Declined {...props} />
    default:
      return (
        <div className="flex flex-col gap-2">
          <p>{what}</p>
          <Successor detail={detail} label={copy.successorLink} />
        </div>
      )
  }
}

function Headline({ icon, title, what }: { icon: ReactNode; title: string; what: string }) {
  return (
    <div className="flex items-start gap-3">
      {icon}
      <div>
        <p className="font-semibold text-xl">{title}</p>
        <p className="text-pretty text-muted">{what}</p>
      </div>
    </div>
  )
}

function Paid({
  detail,
  text,
  title,
  what,
}: { detail: ChargeDetail } & Record<'text' | 'title' | 'what', string>) {
  const { charge, receipt_url: receiptUrl } = detail
  return (
    <div className="flex flex-col gap-4">
      <Headline
        icon={<CircleCheck aria-hidden className="mt-0.5 size-6 text-success" />}
        title={title}
        what={what}
      />
      <SaidText>{copy.sayPaid(text)}</SaidText>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {charge.payment_id ? (
          <Button asChild>
            <PageLink href={`/payments/${encodeURIComponent(charge.payment_id)}`}>{copy.payment}</PageLink>
          </Button>
        ) : null}
        {receiptUrl ? (
          <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
            <a href={receiptUrl} target="_blank" rel="noopener noreferrer">
              {copy.receipt}
            </a>
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Declined({ detail, text, actions, onSucceeded }: StateProps) {
  const { charge } = detail
  const { act, busy, failure } = useChargeAct(charge.id, onSucceeded)
  const decline = charge.decline ?? UNNAMED
  return (
    <OutcomeText copy={declineCopy(decline)} requestId={charge.request_id}>
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      <Successor detail={detail} label={copy.successorOfDecline} />
      {actions && !detail.successor ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={busy !== null}
            busyLabel={copy.sending}
            onClick={() => void act('link', copy.linkFailed, () => actions.linkInstead({ id: charge.id }))}
          >
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

function Successor({ detail: { successor }, label }: { detail: ChargeDetail; label: string }) {
  if (!successor) return null
  return (
    <TextLink>
      <PageLink href={`/charges/${encodeURIComponent(successor.id)}`}>{label}</PageLink>
    </TextLink>
  )
}
