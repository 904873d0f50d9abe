import { PayEnd } from '@/components/pay/outcome/pay-end'
import { PayLayout } from '@/components/pay/page/pay-layout'
import { pay } from '@/lib/messages/pay'

export default function LinkNotFound() {
  return (
    <PayLayout testMode={false}>
      <PayEnd kind="closed" title={pay.ends.notFoundTitle}>
        {pay.ends.notFound}
      </PayEnd>
    </PayLayout>
  )
}
