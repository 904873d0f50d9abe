'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { refundAction } from '@/app/(dashboard)/[account]/payments/actions'
import { FailureBanner } from '@/components/data/failure'
import { QueryFallback } from '@/components/data/query-fallback'
import { read, useAct } from '@/components/data/read'
import { useActionForm } from '@/components/data/use-action-form'
import { useFormToken } from '@/components/data/use-form-token'
import { useLocale } from '@/components/locale/locale-provider'
import { AmountField, amountProblem } from '@/components/money/amount-field'
import { InlineLink } from '@/components/navigation/link-looks'
import { isOnline } from '@/components/navigation/network'
import { replaceParams } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { ChoiceGroup } from '@/components/ui/choice'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useFirstFocus } from '@/components/ui/use-first-focus'
import { REFUND_NOTE_MAX } from '@/lib/contract/limits'
import { type RefundReason, refundReasons } from '@/lib/contract/refund'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import type { ShownRefund } from '@/lib/dashboard/refunds/refund-row'
import { formatMajor, moneyText } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { normalizeText } from '@/lib/domain/text'
import { keptDispute } from './face'
import { BEGUN, FROM_PARAM, isOpen, leftToRefund, REFUND_PARAM, refundHref, useRefunds } from './refund'
import { RefundState } from './refund-state'

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
    <Dialog open onOpenChange={(open) => (open ? undefined : show(null))} title={t('refunds.dialog')}>
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
  const { problems, failure } = form
  useFirstFocus(form.props.ref)

  return (
    <form {...form.props} className="flex flex-col gap-5">
      {failure ? <FailureBanner title={t('refunds.form.failed')} failure={failure} /> : null}
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
          error={problems.amount}
          onChange={(value) => {
            setTyped(value)
            form.forget('amount')
          }}
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
        error={problems.note}
      >
        <Input
          name="note"
          dir="auto"
          autoComplete="off"
          maxLength={REFUND_NOTE_MAX}
          defaultValue={from?.note ?? ''}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        busy={form.busy}
        busyLabel={t('refunds.form.reviewing')}
        disabled={open !== undefined}
      >
        {t('refunds.form.review')}
      </Button>
    </form>
  )
}
