import { listPage } from '@/app/(dashboard)/[account]/pages'
import { PageHeader } from '@/components/page/page-header'
import { StatementsScreen } from '@/components/statements/statements-screen'
import { statementSchema } from '@/lib/dashboard/schema/statement'
import { statements } from '@/lib/messages/statements'

export default listPage({
  name: 'settlements/list/statements',
  schema: statementSchema,
  header: (
    <PageHeader
      back={{ href: '/balance', label: statements.back }}
      title={statements.title}
      lead={statements.lead}
    />
  ),
  Screen: StatementsScreen,
})
