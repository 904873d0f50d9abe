import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { AuditScreen } from '@/components/audit/audit-screen'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { auditPeople } from '@/lib/dashboard/audit/list-audit'
import { auditFilterSchema } from '@/lib/dashboard/schema/audit'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { audit } from '@/lib/messages/audit'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Shows the audit log of the team. */
export default async function AuditPage({ params, searchParams }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  const header = (
    <PageHeader back={{ href: '/settings', label: settings.title }} title={audit.title} lead={audit.lead} />
  )
  if (!can(member.role, 'audit.read')) {
    return (
      <>
        {header}
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      </>
    )
  }
  const filter = readFilter(auditFilterSchema, await searchParams)
  const people = await auditPeople(webDashboard(), member.team.id)
  const members = Object.fromEntries([...people].map(([id, { name }]) => [id, name]))
  return (
    <>
      {header}
      {
        await withReads(
          member,
          [read(account, 'audit/list', filter)],
          <AuditScreen filter={filter} members={members} />,
        )
      }
    </>
  )
}
