import { listPage } from '@/app/(dashboard)/[account]/pages'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { DisputesLink, PaymentsScreen } from '@/components/payments/list'
import { paymentFilterSchema } from '@/lib/dashboard/payments/payment-filter'

export default listPage({
  name: 'payments/list',
  schema: paymentFilterSchema,
  header: (t) => <PageHeader title={t('payments.title')} action={<DisputesLink />} />,
  Screen: PaymentsScreen,
  also: (account, { link }) => [
    read(account, 'payments/list/open-disputes', {}),
    read(account, 'views/list', { list: 'payments' }),
    ...(link ? [read(account, 'links/title', { id: link })] : []),
  ],
})
