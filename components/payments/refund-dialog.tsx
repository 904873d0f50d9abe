import { useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleX, LoaderCircle } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { refundAction } from '@/app/(dashboard)/[account]/payments/actions'
import { cardName } from '@/components/customers/face'
import { FailureBanner, RequestId } from '@/components/data/failure'
import { useAct } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { read } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { useFormToken } from '@/components/data/use-form-token'
import { Amount } from '@/components/money/amount'
import { AmountField, amountProblem } from '@/components/money/amount-field'
import { Headline, SendForm, useSend } from '@/components/money/send-form'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { isOnline } from '@/components/navigation/network'
import { replaceParams } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Property, PropertyList } from '@/components/ui/property-list'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { REFUND_NOTE_MAX } from '@/lib/contract/limits'
import { type RefundReason, refundReasons } from '@/lib/contract/refund'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ShownRefund } from '@/lib/dashboard/refunds/refund-row'
import { formatMajor, moneyText } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { normalizeText } from '@/lib/domain/text'
import { bankReason } from './detail-parts'
import { keptDispute } from './face'
import { BEGUN, FROM_PARAM, isOpen, leftToRefund, REFUND_PARAM, refundHref, useRefunds } from './refund'

/** Renders the dialog that refunds a payment. The address contains the refund, so a reload shows the same step. */
export function RefundDialog({ payment }: { payment: ShownPayment }) {
  const t = useTexts()
  const params = useSearchParams()
  const shown = params.get(REFUND_PARAM)
  const query = useRefunds(payment)
  const keep = useKeepRefund(payment.id)
  if (shown === null) return null
  const known = query.data?.refunds ?? []
  const refund = known.find(({ id }) => id === shown)
  const from = known.find(({ id }) => id === params.get(FROM_PARAM))
  return (
    <Dialog onClose={() => show(null)} title={t('refunds.dialog')}>
      {!query.data ? (
        <QueryFallback query={query} label={t('refunds.loading')} rows={4} />
      ) : shown === BEGUN && !from && leftToRefund(payment) <= 0 ? (
        <p>{t(keptDispute(payment) ? 'refunds.disputed' : 'refunds.nothingLeft')}</p>
      ) : shown === BEGUN ? (
        <RefundForm
          key={from?.id}
          payment={payment}
          from={from}
          open={known.find(isOpen)}
          onStarted={(started) => {
            keep(started)
            show(started.id)
          }}
        />
      ) : refund ? (
        <RefundState
          key={refund.id}
          payment={payment}
          refund={refund}
          onChanged={keep}
          onClose={() => show(null)}
        />
      ) : (
        <p>{t('refunds.gone')}</p>
      )}
    </Dialog>
  )
}

/** Shows another refund in the dialog, or none, without leaving the page. */
function show(refund: string | null): void {
  replaceParams({ [REFUND_PARAM]: refund, [FROM_PARAM]: null })
}

/** Returns a function that puts a refund into what the page knows, and refetches the payment and its refunds. */
function useKeepRefund(paymentId: string): (refund: ShownRefund | null) => void {
  const account = useAccount()
  const client = useQueryClient()
  return (refund) => {
    const { queryKey } = read(account, 'payments/list/refunds', { id: paymentId })
    if (refund)
      client.setQueryData(queryKey, (known) => {
        const others = known?.refunds.filter(({ id }) => id !== refund.id) ?? []
        return known && { ...known, refunds: [refund, ...others] }
      })
    void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: read(account, 'payments/detail', { id: paymentId }).queryKey })
  }
}

type FormProps = {
  payment: ShownPayment
  from: Pick<ShownRefund, 'amount' | 'reason' | 'note'> | undefined
  /** Refund whose outcome is not known yet. */
  open: Pick<ShownRefund, 'id'> | undefined
  onStarted: (refund: ShownRefund) => void
}

/** Renders amount, reason and note of a refund, which lead to the review. The amount begins with all that is left. */
export function RefundForm({ payment, from, open, onStarted }: FormProps) {
  const t = useTexts()
  const { id, currency } = payment
  const send = useAct(refundAction)
  const { locale } = useLocale()
  const left = leftToRefund(payment)
  const [typed, setTyped] = useState(formatMajor(from?.amount ?? left, currency, locale))
  const [reason, setReason] = useState<RefundReason>(from?.reason ?? 'REQUESTED_BY_CUSTOMER')
  const token = useFormToken(`refund:${id}`)
  const amount = parseAmount(typed, currency, locale)
  const text = (major: number) => moneyText(major, currency, locale)
  const isTooMuch = amount.ok && amount.major > left

  const form = useActionForm({
    fields: ['amount', 'note'],
    check: () => {
      if (isTooMuch) return { amount: t('refunds.form.tooMuch', { left: text(left) }) }
      return amount.ok ? {} : { amount: amountProblem(amount, currency, locale, t) ?? '' }
    },
    maySend: isOnline,
    act: async ({ note }) => {
      if (!amount.ok) return null
      const input = { form_token: token.current(), payment_id: id, amount: amount.major, reason }
      return send({ press: 'start', ...input, note: normalizeText(note) || undefined })
    },
    onDone: (refund) => {
      token.spend()
      form.unlock()
      onStarted(refund)
    },
    noAnswer: t('refunds.form.noAnswer'),
  })
  useFirstFocus(form.props.ref)

  return (
    <form {...form.props} className="flex flex-col gap-5">
      <FailureBanner title={t('refunds.form.failed')} failure={form.failure} />
      {open ? (
        <Banner tone="warning" title={t('refunds.form.waits')}>
          <InlineLink href={refundHref(id, open.id)} scroll={false}>
            {t('refund-states.show')}
          </InlineLink>
        </Banner>
      ) : null}
      <div className="flex flex-col gap-1.5">
        <AmountField
          label={t('refunds.form.amount')}
          value={typed}
          currency={currency}
          {...form.field('amount')}
          onChange={setTyped}
        />
        <p aria-live="polite" className="tnum text-muted text-sm">
          {!amount.ok
            ? null
            : isTooMuch
              ? t('refunds.form.tooMuch', { left: text(left) })
              : t('refunds.form.ofLeft', { amount: text(amount.major), left: text(left) })}
        </p>
      </div>
      <ChoiceGroup
        legend={t('refunds.form.reason')}
        name="reason"
        value={reason}
        onChange={setReason}
        options={refundReasons.map((value) => ({ value, label: t(`refund-states.reason.${value}`) }))}
      />
      <Field
        label={t('refunds.form.note')}
        note={t('common.optional')}
        hint={t('refunds.form.noteHint')}
        {...form.field('note')}
      >
        <Input dir="auto" autoComplete="off" maxLength={REFUND_NOTE_MAX} defaultValue={from?.note ?? ''} />
      </Field>
      <Button {...form.submit} busyLabel={t('refunds.form.reviewing')} disabled={open !== undefined}>
        {t('refunds.form.review')}
      </Button>
    </form>
  )
}

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
  const { press, busy, failure, mustType } = useSend({
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
      <FailureBanner failure={failure} />
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
