import { PayEnd } from '@/components/pay/outcome/pay-end'
import { PayLayout } from '@/components/pay/page/pay-layout'
import { pay } from '@/lib/messages/pay'

export default function ReceiptNotFound() {
  return (
    <PayLayout testMode={false}>
      <PayEnd kind="closed" title={pay.receipt.notFoundTitle}>
        {pay.receipt.notFound}
      </PayEnd>
    </PayLayout>
  )
}
