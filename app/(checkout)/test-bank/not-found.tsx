import { PayEnd } from '@/components/pay/outcome/pay-end'
import { PayLayout } from '@/components/pay/page/pay-layout'
import { testBank } from '@/lib/messages/test-bank'

export default function ChallengeNotFound() {
  return (
    <PayLayout testMode={false}>
      <PayEnd kind="closed" title={testBank.notFoundTitle}>
        {testBank.notFound}
      </PayEnd>
    </PayLayout>
  )
}
