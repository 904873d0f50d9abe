import { listPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { DisputesScreen } from '@/components/payments/disputes'
import { disputeFilterSchema } from '@/lib/dashboard/schema/dispute'
import { disputes } from '@/lib/messages/disputes'
import { payments } from '@/lib/messages/payments'

export default listPage({
  name: 'payments/list/disputes',
  schema: disputeFilterSchema,
  header: <PageHeader title={disputes.title} back={{ href: '/payments', label: payments.title }} />,
  Screen: DisputesScreen,
})
