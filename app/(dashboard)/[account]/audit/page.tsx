import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { auditQuery } from '@/components/audit/audit-query'
import { AuditScreen } from '@/components/audit/audit-screen'
import { PageHeader } from '@/components/shell/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { listAudit } from '@/lib/dashboard/audit/list-audit'
import { auditFilterSchema } from '@/lib/dashboard/schema/audit'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/team/can'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { audit } from '@/lib/messages/audit'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Who did what through this dashboard. */
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
  const { cursor = null } = readFilter(auditFilterSchema, await searchParams)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...auditQuery(account, cursor),
    queryFn: async () =>
      listAudit(ctx, { cursor: cursor ?? undefined }, await memberNames(webDashboard(), team.id)),
  })
  return (
    <>
      {header}
      <HydrationBoundary state={dehydrate(client)}>
        <AuditScreen cursor={cursor} currency={ctx.account.currency} />
      </HydrationBoundary>
    </>
  )
}
