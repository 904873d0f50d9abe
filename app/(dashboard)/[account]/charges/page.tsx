import { readPage } from '@/app/(dashboard)/[account]/pages'
import { CasesScreen } from '@/components/charges/list'
import { PageHeader } from '@/components/page/page-header'
import { charges } from '@/lib/messages/charges'

export default readPage(
  'charges/list/open',
  <PageHeader title={charges.cases.title} lead={<p className="text-pretty">{charges.cases.lead}</p>} />,
  <CasesScreen />,
)
