import type { RefObject } from 'react'
import { sendReceiptAction } from '@/app/(dashboard)/[account]/payments/[paymentId]/actions'
import { useAct, useRenew } from '@/components/data/member'
import { useActionForm } from '@/components/data/use-action-form'
import { FormDialog } from '@/components/step-up/form-dialog'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useToast } from '@/components/ui/toast'
import type { ShownPayment } from '@/lib/dashboard/payments/shown-payment'
import { moneyText } from '@/lib/domain/money'

type Props = {
  token: string
  payment: ShownPayment
  opener: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Renders the dialog that sends a receipt. One opening sends one mail, however often it is submitted. */
export function ReceiptDialog({ token, payment, opener, onClose }: Props) {
  const t = useTexts()
  const send = useAct(sendReceiptAction)
  const toast = useToast()
  const renew = useRenew('payments')
  const { locale } = useLocale()
  const form = useActionForm({
    fields: ['email'],
    check: ({ email }) =>
      email.trim() === '' && !mayBeEmpty(payment) ? { email: t('receipts.missing') } : {},
    act: ({ email }) => send({ form_token: token, payment_id: payment.id, email: email.trim() }),
    onDone: ({ to }) => {
      toast({ about: `receipt:${payment.id}`, message: t('receipts.sent', { to }) })
      void renew()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      opener={opener}
      onClose={onClose}
      title={t('receipts.title')}
      lead={t('receipts.lead', { amount: moneyText(payment.amount, payment.currency, locale) })}
      failed={t('receipts.failed')}
      submit={t('receipts.title')}
      busyLabel={t('receipts.sending')}
    >
      <ReceiptEmail payment={payment} error={form.problems.email} />
    </FormDialog>
  )
}

type Payment = Pick<ShownPayment, 'masked'> & { payer: Pick<ShownPayment['payer'], 'email'> }
/** Renders the e-mail field of a receipt, prefilled for roles that see the payer's address. */
export function ReceiptEmail({ payment, error }: { payment: Payment; error?: string | undefined }) {
  const t = useTexts()
  const isOptional = mayBeEmpty(payment)
  return (
    <Field
      label={t('receipts.email')}
      hint={isOptional ? t('receipts.emptyIsPayer') : undefined}
      error={error}
      required={!isOptional}
    >
      <Input
        name="email"
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        type="email"
        autoComplete="off"
        spellCheck={false}
        defaultValue={payment.masked ? '' : payment.payer.email}
      />
    </Field>
  )
}

/** Returns whether the payer has an address that the role does not see. */
function mayBeEmpty({ masked, payer }: Payment): boolean {
  return masked && payer.email !== ''
}
