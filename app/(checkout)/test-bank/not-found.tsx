import { PayEnd } from '@/components/pay/pay-end'
import { PayLayout } from '@/components/pay/pay-layout'
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
