import { listPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { StatementsScreen } from '@/components/statements/statements-screen'
import { statementSchema } from '@/lib/dashboard/statements/read-statements'

export default listPage({
  name: 'settlements/list/statements',
  schema: statementSchema,
  header: (t) => (
    <PageHeader
      back={{ href: '/balance', label: t('shell.balance') }}
      title={t('statements.title')}
      lead={t('statements.lead')}
    />
  ),
  Screen: StatementsScreen,
})
