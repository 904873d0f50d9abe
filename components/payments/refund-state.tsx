import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { refundAction } from '@/app/(dashboard)/[account]/payments/actions'
import { cardName } from '@/components/customers/face'
import { type Failure, FailureBanner } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { AmountInput } from '@/components/money/amount-input'
import { isOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Property, PropertyList } from '@/components/ui/property-list'
import { isDeclineCode } from '@/lib/contract/declines'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import type { ShownRefund } from '@/lib/dashboard/schema/refund'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
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

/** Failures after which the refund may be under way. */
const LOST_CODES: ReadonlySet<string> = new Set(['internal_error', 'service_unavailable'])

/** Returns a function that sends the refund, whether it is being sent, and why the last press sent nothing. */
function useSend({ id }: ShownRefund, onChanged: Props['onChanged']) {
  const act = useAct(refundAction)
  const isCalling = useRef(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [mustType, setMustType] = useState(false)

  async function send(confirmed: { confirmed_amount?: number }) {
    if (isCalling.current || !isOnline()) return
    isCalling.current = true
    setBusy(true)
    setFailure(null)
    const result = await act({ press: 'send', id, ...confirmed })
    isCalling.current = false
    setBusy(false)
    if (result?.ok) return onChanged(result.data)
    const error = result?.error
    if (error?.code === 'refund_again') setMustType(true)
    else if (!error || LOST_CODES.has(error.code)) setFailure({ message: copy.noAnswer })
    else setFailure({ message: error.fields?.[0]?.message ?? error.message, requestId: error.requestId })
    onChanged(null)
  }
  return { send, busy, failure, mustType }
}

/** Refusals that the same refund meets again. */
const final = new Set(['invalid_parameters', 'nothing_to_refund', 'payment_disputed', 'payment_not_approved'])

/** Renders the review of a refund: how much, to whom, when and at what cost. After a refusal it renders the reason. */
function RefundReview({ payment, refund, onChanged }: Props) {
  const { locale } = useLocale()
  const { id, amount, currency, problem } = refund
  const { send, busy, failure, mustType } = useSend(refund, onChanged)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const text = `${formatMajor(amount, currency, locale)} ${currency}`

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = mustType ? parseAmount(typed, currency, locale) : null
    if (!again || (again.ok && again.major === amount))
      return void send(again ? { confirmed_amount: amount } : {})
    setWrong(copy.typeAgainWrong(text))
    event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
  }

  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
      {problem && !failure && !busy ? <Refused refund={refund} /> : null}
      <div className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3.5">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        <p className="font-medium text-warning">{copy.lead}</p>
      </div>
      <ReviewProperties payment={payment} refund={refund} />
      {mustType ? (
        <Banner tone="warning" title={copy.similar} announce>
          <Field label={copy.typeAgain} error={wrong} required className="mt-3">
            <AmountInput
              name="again"
              currency={currency}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(undefined)
              }}
            />
          </Field>
        </Banner>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button asChild>
          <PageLink href={refundHref(payment.id, undefined, id)} scroll={false}>
            {copy.change}
          </PageLink>
        </Button>
        {problem && final.has(problem.code) ? null : (
          <Button type="submit" variant="primary" busy={busy} busyLabel={copy.busy} className="grow">
            {problem ? copy.again : copy.submit(text)}
          </Button>
        )}
      </div>
    </form>
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
      {requestId ? (
        <p className="wrap-anywhere text-muted text-xs">{refunds.outcome.requestId(requestId)}</p>
      ) : null}
    </Banner>
  )
}

function ReviewProperties({ payment, refund }: Pick<Props, 'payment' | 'refund'>) {
  const { locale } = useLocale()
  const { payer, card, fee_amount: fee, currency } = payment
  const feeText = typeof fee === 'number' ? `${formatMajor(fee, currency, locale)} ${currency}` : null
  return (
    <PropertyList>
      <Property name={copy.payer}>
        <bdi className="wrap-anywhere">{payer.name || payer.email || payments.noPayer}</bdi>
      </Property>
      <Property name={copy.card}>{card ? cardName(card) : copy.noCard}</Property>
      <Property name={copy.when}>{copy.whenValue}</Property>
      <Property name={copy.cost}>
        {copy.taken(`${formatMajor(refund.amount, currency, locale)} ${currency}`)}{' '}
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
  const {
    id,
    state,
    amount,
    currency,
    decline_code: decline,
    fee_returned: fee,
    request_id: requestId,
  } = refund
  const { outcome } = refunds
  const text = (major: number) => `${formatMajor(major, currency, locale)} ${currency}`
  const isOver = state === 'FAILED' || state === 'NOT_MADE'
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start gap-3">
        {looks[state]}
        <div>
          <p className="font-semibold text-xl">{refunds.state[state]}</p>
          <p className="tnum">{refunds.title(text(amount))}</p>
          <p className="text-pretty text-muted">{refunds.meaning[state]}</p>
          {decline ? (
            <p className="text-pretty">
              {isDeclineCode(decline) ? payments.detail.reason[decline] : outcome.declineCode(decline)}
            </p>
          ) : null}
          {fee ? <p>{outcome.feeReturned(text(fee))}</p> : null}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <Button asChild>
            <PageLink href={refundHref(payment.id, undefined, id)} scroll={false}>
              {outcome.another}
            </PageLink>
          </Button>
        ) : null}
        <Button onClick={onClose}>{outcome.done}</Button>
      </div>
      {requestId && state !== 'SUCCEEDED' ? (
        <p className="wrap-anywhere text-muted text-xs">{outcome.requestId(requestId)}</p>
      ) : null}
    </div>
  )
}
