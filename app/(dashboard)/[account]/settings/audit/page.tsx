import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { auditQuery } from '@/components/audit/audit-query'
import { AuditScreen } from '@/components/audit/audit-screen'
import { PageHeader } from '@/components/shell/frame/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { auditPeople, listAudit } from '@/lib/dashboard/audit/list-audit'
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
  const { role, team, ctx } = await accountPage(account)
  const header = (
    <PageHeader back={{ href: '/settings', label: settings.title }} title={audit.title} lead={audit.lead} />
  )
  if (!can(role, 'audit.read')) {
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
  const people = await auditPeople(webDashboard(), team.id)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...auditQuery(account, filter),
    queryFn: () => listAudit(ctx, filter, people),
  })
  const members = Object.fromEntries([...people].map(([id, { name }]) => [id, name]))
  return (
    <>
      {header}
      <HydrationBoundary state={dehydrate(client)}>
        <AuditScreen filter={filter} members={members} currency={ctx.account.currency} />
      </HydrationBoundary>
    </>
  )
}
