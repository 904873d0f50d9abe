import { listPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { DisputesScreen } from '@/components/payments/disputes'
import { disputeFilterSchema } from '@/lib/dashboard/payments/list-disputes'

export default listPage({
  name: 'payments/list/disputes',
  schema: disputeFilterSchema,
  header: (t) => (
    <PageHeader title={t('disputes.title')} back={{ href: '/payments', label: t('payments.title') }} />
  ),
  Screen: DisputesScreen,
})
