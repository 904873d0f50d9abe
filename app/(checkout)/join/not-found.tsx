import { PayEnd } from '@/components/pay/outcome/pay-end'
import { PayLayout } from '@/components/pay/page/pay-layout'
import { join } from '@/lib/messages/join'

export default function SignUpPageNotFound() {
  return (
    <PayLayout testMode={false}>
      <PayEnd kind="closed" title={join.notFoundTitle}>
        {join.notFound}
      </PayEnd>
    </PayLayout>
  )
}
