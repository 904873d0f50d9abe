import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { startExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { PageHeader } from '@/components/shell/frame/page-header'
import { statementsQuery } from '@/components/statements/queries'
import { StatementsScreen } from '@/components/statements/statements-screen'
import { readFilter } from '@/lib/dashboard/schema/list'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { statementSchema } from '@/lib/dashboard/schema/statement'
import { readStatements } from '@/lib/dashboard/statements/read-statements'
import { statements } from '@/lib/messages/statements'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function StatementsPage({ params, searchParams }: Props) {
  const { account } = await params
  const { role, ctx } = await accountPage(account)
  const { month } = readFilter(statementSchema, await searchParams)
  const client = new QueryClient()
  await client.prefetchQuery({
    ...statementsQuery(account, month),
    queryFn: () => readStatements(ctx, month),
  })
  return (
    <>
      <PageHeader
        back={{ href: '/balance', label: statements.back }}
        title={statements.title}
        lead={statements.lead}
      />
      <HydrationBoundary state={dehydrate(client)}>
        <StatementsScreen
          month={month}
          startExport={can(role, 'settlements.export') ? startExportAction.bind(null, account) : null}
        />
      </HydrationBoundary>
    </>
  )
}
