import { PayEnd } from '@/components/pay/pay-end'
import { PayLayout } from '@/components/pay/pay-layout'
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
