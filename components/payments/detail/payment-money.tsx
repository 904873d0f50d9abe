import { Amount } from '@/components/money/amount'
import { netAmount } from '@/components/money/net-amount'
import type { ShownPayment } from '@/lib/dashboard/schema/payment'
import { payments } from '@/lib/messages/payments'

const copy = payments.detail

/** Returns the net of gross − fee in major units; null if there is no equation to show. */
export function paymentNet({ status, amount, fee_amount: fee, currency }: ShownPayment): number | null {
  return status === 'APPROVED' && typeof fee === 'number' ? netAmount(amount, fee, currency) : null
}

export function PaymentMoney({ payment }: { payment: ShownPayment }) {
  const { amount, fee_amount: fee, currency } = payment
  const net = paymentNet(payment)
  return (
    <dl className="tnum grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-muted">{copy.gross}</dt>
      <dd className="text-right">
        <Amount amount={amount} currency={currency} />
      </dd>
      {net !== null && typeof fee === 'number' ? (
        <>
          <dt className="text-muted">{copy.fee}</dt>
          <dd className="text-right">
            <Amount amount={-fee} currency={currency} />
          </dd>
          <dt className="mt-0.5 border-t pt-2 font-medium">{copy.net}</dt>
          <dd className="-ml-6 mt-0.5 border-t pt-2 pl-6 text-right font-semibold">
            <Amount amount={net} currency={currency} />
          </dd>
        </>
      ) : (
        <dd className="col-span-2 text-muted text-sm">{copy.feeUnknown}</dd>
      )}
    </dl>
  )
}
