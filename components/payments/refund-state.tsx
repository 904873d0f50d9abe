import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import { refundAction } from '@/app/(dashboard)/[account]/payments/actions'
import { cardName } from '@/components/customers/face'
import { FailureBanner, RequestId } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { Headline, SendForm, usePress } from '@/components/money/send-form'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ShownRefund } from '@/lib/dashboard/refunds/refund-row'
import { moneyText } from '@/lib/domain/money'
import { bankReason } from './detail-parts'
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
  const t = useTexts()
  const { state, problem } = props.refund
  const isInReview = state === 'DRAFT' && problem === null
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {isInReview ? '' : `${t(`refund-states.state.${state}`)}. ${t(`refund-states.meaning.${state}`)}`}
      </p>
      {state === 'DRAFT' ? <RefundReview {...props} /> : <RefundOutcome {...props} />}
    </div>
  )
}

/** Refusals that the same refund meets again. */
const final = new Set(['invalid_parameters', 'nothing_to_refund', 'payment_disputed', 'payment_not_approved'])

/** Renders the review of a refund: how much, to whom, when and at what cost. After a refusal it renders the reason. */
function RefundReview({ payment, refund, onChanged }: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const { id, amount, currency, problem } = refund
  const act = useAct(refundAction)
  const { press, busy, failure, mustType } = usePress({
    call: (confirmed: { confirmed_amount?: number }) => act({ press: 'send', id, ...confirmed }),
    onAnswer: onChanged,
    titleOf: () => t('refund-states.meaning.DRAFT'),
    noAnswer: { title: t('refund-states.meaning.DRAFT'), message: t('refunds.review.noAnswer') },
  })
  const text = moneyText(amount, currency, locale)
  return (
    <SendForm
      of={refund}
      copy={{
        similar: t('refunds.review.similar'),
        typeAgain: t('refunds.review.typeAgain'),
        typeAgainWrong: (again) => t('refunds.review.typeAgainWrong', { amount: again }),
      }}
      mustType={mustType}
      onSend={(confirmed) => void press(confirmed)}
    >
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      {problem && !failure && busy === null ? <Refused refund={refund} /> : null}
      <div className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3.5">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        <p className="font-medium text-warning">{t('refunds.review.lead')}</p>
      </div>
      <ReviewProperties payment={payment} refund={refund} />
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={refundHref(payment.id, undefined, id)} scroll={false}>
          {t('refunds.review.change')}
        </ButtonLink>
        {problem && final.has(problem.code) ? null : (
          <Button
            type="submit"
            variant="primary"
            busy={busy !== null}
            busyLabel={t('refunds.review.busy')}
            className="grow"
          >
            {problem ? t('refunds.review.again') : t('refunds.review.submit', { amount: text })}
          </Button>
        )}
      </div>
    </SendForm>
  )
}

function Refused({ refund: { problem, request_id: requestId } }: Pick<Props, 'refund'>) {
  const t = useTexts()
  if (!problem) return null
  const { code, message } = problem
  return (
    <Banner tone="danger" title={t('refund-states.meaning.DRAFT')}>
      <p>{t.first(`refunds.refused.${code}`) ?? `${t('refunds.refusedOther', { code })} ${message}`}</p>
      <RequestId id={requestId} />
    </Banner>
  )
}

function ReviewProperties({ payment, refund }: Pick<Props, 'payment' | 'refund'>) {
  const t = useTexts()
  const { locale } = useLocale()
  const { payer, card, fee_amount: fee, currency } = payment
  const feeText = typeof fee === 'number' ? moneyText(fee, currency, locale) : null
  return (
    <PropertyList>
      <Property name={t('refunds.review.payer')}>
        <bdi className="wrap-anywhere">{payer.name || payer.email || t('payment-rows.noPayer')}</bdi>
      </Property>
      <Property name={t('refunds.review.card')}>
        {card ? cardName(card, t) : t('refunds.review.noCard')}
      </Property>
      <Property name={t('refunds.review.when')}>{t('refunds.review.whenValue')}</Property>
      <Property name={t('refunds.review.cost')}>
        {t('refunds.review.taken', { amount: moneyText(refund.amount, currency, locale) })}{' '}
        {feeText === null ? t('refunds.review.feeUnknown') : t('refunds.review.fee', { fee: feeText })}
      </Property>
      <Property name={t('refunds.form.reason')}>{t(`refund-states.reason.${refund.reason}`)}</Property>
      {refund.note ? (
        <Property name={t('refunds.form.note')}>
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

function RefundOutcome({ payment, refund, onClose }: Props) {
  const t = useTexts()
  const { locale } = useLocale()
  const { id, state, amount, currency, decline_code: decline, fee_returned: fee } = refund
  const text = (major: number) => moneyText(major, currency, locale)
  const isOver = state === 'FAILED' || state === 'NOT_MADE'
  return (
    <div className="flex flex-col gap-4">
      <Headline
        icon={looks[state]}
        title={t(`refund-states.state.${state}`)}
        what={t(`refund-states.meaning.${state}`)}
      >
        <p className="tnum">{t('refund-states.title', { amount: text(amount) })}</p>
        {decline ? (
          <p className="text-pretty">
            {t.first(`payment-declines.reason.${decline}`) ?? bankReason(decline, t)}
          </p>
        ) : null}
        {fee ? <p>{t('refunds.outcome.feeReturned', { fee: text(fee) })}</p> : null}
      </Headline>
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <ButtonLink href={refundHref(payment.id, undefined, id)} scroll={false}>
            {t('refunds.outcome.another')}
          </ButtonLink>
        ) : null}
        <Button onClick={onClose}>{t('refunds.outcome.done')}</Button>
      </div>
      {state === 'SUCCEEDED' ? null : <RequestId id={refund.request_id} />}
    </div>
  )
}
