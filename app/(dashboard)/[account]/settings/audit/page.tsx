import { listPage } from '@/app/(dashboard)/[account]/pages'
import { AuditScreen } from '@/components/audit/list'
import { PageHeader } from '@/components/page/page-header'
import { auditFilterSchema } from '@/lib/dashboard/audit/list-audit'

export default listPage({
  name: 'audit/list',
  schema: auditFilterSchema,
  header: (t) => (
    <PageHeader
      back={{ href: '/settings', label: t('settings.title') }}
      title={t('audit.title')}
      lead={t('audit.lead')}
    />
  ),
  Screen: AuditScreen,
})
