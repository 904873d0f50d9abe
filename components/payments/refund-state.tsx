import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import { refundAction } from '@/app/(dashboard)/[account]/payments/actions'
import { cardName } from '@/components/customers/face'
import { FailureBanner, RequestId } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { Headline, SendForm, usePress } from '@/components/money/send-form'
import { ButtonLink } from '@/components/navigation/link-looks'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { isDeclineCode } from '@/lib/contract/declines'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { ShownRefund } from '@/lib/dashboard/schema/refund'
import { moneyText } from '@/lib/domain/money'
import { payments } from '@/lib/messages/payments'
import { refunds } from '@/lib/messages/refunds'
import { refundHref } from './refund'

type Props = {
  payment: ShownPayment
  refund: ShownRefund
  /** Called with the refund after a press, or with null if no answer reached the page. */
  onChanged: (refund: ShownRefund | null) => void
  onClose: () => void
}

/** Renders a refund in its current state, a draft as its review, and announces each change. */
export function RefundState(props: Props) {
  const { state, problem } = props.refund
  const isInReview = state === 'DRAFT' && problem === null
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {isInReview ? '' : `${refunds.state[state]}. ${refunds.meaning[state]}`}
      </p>
      {state === 'DRAFT' ? <RefundReview {...props} /> : <RefundOutcome {...props} />}
    </div>
  )
}

const copy = refunds.review

/** Refusals that the same refund meets again. */
const final = new Set(['invalid_parameters', 'nothing_to_refund', 'payment_disputed', 'payment_not_approved'])

/** Renders the review of a refund: how much, to whom, when and at what cost. After a refusal it renders the reason. */
function RefundReview({ payment, refund, onChanged }: Props) {
  const { locale } = useLocale()
  const { id, amount, currency, problem } = refund
  const act = useAct(refundAction)
  const { press, busy, failure, mustType } = usePress({
    call: (confirmed: { confirmed_amount?: number }) => act({ press: 'send', id, ...confirmed }),
    onAnswer: onChanged,
    titleOf: () => copy.failed,
    noAnswer: { title: copy.failed, message: copy.noAnswer },
  })
  const text = moneyText(amount, currency, locale)
  return (
    <SendForm of={refund} copy={copy} mustType={mustType} onSend={(confirmed) => void press(confirmed)}>
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      {problem && !failure && busy === null ? <Refused refund={refund} /> : null}
      <div className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3.5">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        <p className="font-medium text-warning">{copy.lead}</p>
      </div>
      <ReviewProperties payment={payment} refund={refund} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={refundHref(payment.id, undefined, id)} scroll={false}>
          {copy.change}
        </ButtonLink>
        {problem && final.has(problem.code) ? null : (
          <Button type="submit" variant="primary" busy={busy !== null} busyLabel={copy.busy} className="grow">
            {problem ? copy.again : copy.submit(text)}
          </Button>
        )}
      </div>
    </SendForm>
  )
}

function Refused({ refund: { problem, request_id: requestId } }: Pick<Props, 'refund'>) {
  if (!problem) return null
  const { code, message } = problem
  const texts: Readonly<Record<string, string>> = refunds.refused
  const known = texts[code]
  return (
    <Banner tone="danger" title={refunds.meaning.DRAFT}>
      <p>{known ?? `${refunds.refusedOther(code)} ${message}`}</p>
      <RequestId id={requestId} />
    </Banner>
  )
}

function ReviewProperties({ payment, refund }: Pick<Props, 'payment' | 'refund'>) {
  const { locale } = useLocale()
  const { payer, card, fee_amount: fee, currency } = payment
  const feeText = typeof fee === 'number' ? moneyText(fee, currency, locale) : null
  return (
    <PropertyList>
      <Property name={copy.payer}>
        <bdi className="wrap-anywhere">{payer.name || payer.email || payments.noPayer}</bdi>
      </Property>
      <Property name={copy.card}>{card ? cardName(card) : copy.noCard}</Property>
      <Property name={copy.when}>{copy.whenValue}</Property>
      <Property name={copy.cost}>
        {copy.taken(moneyText(refund.amount, currency, locale))}{' '}
        {feeText === null ? copy.feeUnknown : copy.fee(feeText)}
      </Property>
      <Property name={refunds.form.reason}>{payments.detail.refunds.reason[refund.reason]}</Property>
      {refund.note ? (
        <Property name={refunds.form.note}>
          <bdi className="wrap-anywhere">{refund.note}</bdi>
        </Property>
      ) : null}
    </PropertyList>
  )
}

const looks = {
  SENDING: <LoaderCircle aria-hidden className="mt-0.5 size-6 shrink-0 animate-spin text-accent-text" />,
  UNKNOWN: <CircleHelp aria-hidden className="mt-0.5 size-6 shrink-0 text-warning" />,
  PENDING: <LoaderCircle aria-hidden className="mt-0.5 size-6 shrink-0 animate-spin text-accent-text" />,
  SUCCEEDED: <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-success" />,
  FAILED: <CircleX aria-hidden className="mt-0.5 size-6 shrink-0 text-danger" />,
  NOT_MADE: <CircleX aria-hidden className="mt-0.5 size-6 shrink-0 text-muted" />,
  DRAFT: null,
} as const satisfies Record<ShownRefund['state'], unknown>

/** Renders what became of a refund that was sent. */
function RefundOutcome({ payment, refund, onClose }: Props) {
  const { locale } = useLocale()
  const { id, state, amount, currency, decline_code: decline, fee_returned: fee } = refund
  const { outcome } = refunds
  const text = (major: number) => moneyText(major, currency, locale)
  const isOver = state === 'FAILED' || state === 'NOT_MADE'
  return (
    <div className="flex flex-col gap-4">
      <Headline icon={looks[state]} title={refunds.state[state]} what={refunds.meaning[state]}>
        <p className="tnum">{refunds.title(text(amount))}</p>
        {decline ? (
          <p className="text-pretty">
            {isDeclineCode(decline) ? payments.detail.reason[decline] : outcome.declineCode(decline)}
          </p>
        ) : null}
        {fee ? <p>{outcome.feeReturned(text(fee))}</p> : null}
      </Headline>
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <ButtonLink href={refundHref(payment.id, undefined, id)} scroll={false}>
            {outcome.another}
          </ButtonLink>
        ) : null}
        <Button onClick={onClose}>{outcome.done}</Button>
      </div>
      {state === 'SUCCEEDED' ? null : <RequestId id={refund.request_id} />}
    </div>
  )
}
