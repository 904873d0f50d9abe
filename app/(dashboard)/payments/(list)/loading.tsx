import { ListSkeleton } from '@/components/shell/page-skeletons'
import { payments } from '@/lib/messages/payments'

export default function PaymentsLoading() {
  return <ListSkeleton title={payments.title} lines={2} withTotals />
}
