import type { Ref } from 'react'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { mail } from '@/lib/messages/mail'

type Payment = Pick<ShownPayment, 'masked'> & { payer: Pick<ShownPayment['payer'], 'email'> }
type Props = { payment: Payment; error?: string | undefined; ref?: Ref<HTMLInputElement> }

/**
 * Renders the e-mail field of a receipt, prefilled with the payer's address. A role without contacts leaves it empty for
 * the server to fill in.
 */
export function ReceiptEmail({ payment, error, ref }: Props) {
  const isOptional = mayBeEmpty(payment)
  return (
    <Field
      label={mail.receipt.email}
      hint={isOptional ? mail.receipt.emptyIsPayer : undefined}
      error={error}
      required={!isOptional}
    >
      <Input
        ref={ref}
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
export function mayBeEmpty({ masked, payer }: Payment): boolean {
  return masked && payer.email !== ''
}
