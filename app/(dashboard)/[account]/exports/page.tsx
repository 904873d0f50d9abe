import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { ExportsScreen } from '@/components/exports/exports-screen'
import { exportsQuery } from '@/components/exports/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { EmptyState } from '@/components/ui/empty-state'
import { kindsOf, listExports } from '@/lib/dashboard/exports/export-jobs'
import { FILES_KEPT_MAX, FILES_KEPT_MB } from '@/lib/dashboard/schema/export'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'
import { common } from '@/lib/messages/common'
import { exports } from '@/lib/messages/exports'
import { removeExportAction } from './actions'

type Props = { params: Promise<{ account: string }> }

export default async function ExportsPage({ params }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  if (kindsOf(role).length === 0) {
    return (
      <>
        <PageHeader title={exports.title} />
        <EmptyState kind="forbidden" title={common.forbiddenTitle}>
          {common.forbiddenHint}
        </EmptyState>
      </>
    )
  }
  const client = new QueryClient()
  await client.prefetchQuery({
    ...exportsQuery(account),
    queryFn: () => listExports(webDashboard(), ctx, role),
  })
  return (
    <>
      <PageHeader title={exports.title} lead={exports.lead(FILES_KEPT_MAX, FILES_KEPT_MB)} />
      <HydrationBoundary state={dehydrate(client)}>
        <ExportsScreen remove={removeExportAction.bind(null, account)} />
      </HydrationBoundary>
    </>
  )
}
