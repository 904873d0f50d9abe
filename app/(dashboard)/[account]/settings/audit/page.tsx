import { listPage } from '@/app/(dashboard)/[account]/pages'
import { AuditScreen } from '@/components/audit/list'
import { PageHeader } from '@/components/page/page-header'
import { auditFilterSchema } from '@/lib/dashboard/schema/audit'
import { audit } from '@/lib/messages/audit'
import { settings } from '@/lib/messages/settings'

export default listPage({
  name: 'audit/list',
  schema: auditFilterSchema,
  header: (
    <PageHeader back={{ href: '/settings', label: settings.title }} title={audit.title} lead={audit.lead} />
  ),
  Screen: AuditScreen,
})
