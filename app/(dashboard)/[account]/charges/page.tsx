import { readPage } from '@/app/(dashboard)/[account]/pages'
import { CasesScreen } from '@/components/charges/list'
import { PageHeader } from '@/components/page/page-header'

export default readPage(
  'charges/list/open',
  (t) => (
    <PageHeader
      title={t('charge-names.cases.title')}
      lead={<p className="text-pretty">{t('charge-cases.lead')}</p>}
    />
  ),
  <CasesScreen />,
)
