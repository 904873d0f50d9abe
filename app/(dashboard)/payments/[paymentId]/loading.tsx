import { DetailSkeleton } from '@/components/shell/page-skeletons'
import { payments } from '@/lib/messages/payments'

export default function PaymentLoading() {
  return <DetailSkeleton tab={payments.one} back={{ href: '/payments', label: payments.title }} />
}
