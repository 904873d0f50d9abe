import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { SettlementsScreen } from '@/components/settlements/list/settlements-screen'
import { settlementsQuery } from '@/components/settlements/queries'
import { PageHeader } from '@/components/shell/page-header'
import { readFilter } from '@/lib/dashboard/schema/list'
import { settlementFilterSchema } from '@/lib/dashboard/schema/settlement'
import { firstSettlementAt } from '@/lib/dashboard/settlements/first-settlement-at'
import { listSettlements } from '@/lib/dashboard/settlements/list-settlements'
import { shell } from '@/lib/messages/shell'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function BalancePage({ params, searchParams }: Props) {
  const { account } = await params
  const { ctx } = await accountPage(account)
  const filter = readFilter(settlementFilterSchema, await searchParams)
  const client = new QueryClient()
  const [firstAt] = await Promise.all([
    firstSettlementAt(ctx),
    client.prefetchQuery({
      ...settlementsQuery(account, filter),
      queryFn: () => listSettlements(ctx, filter),
    }),
  ])
  return (
    <>
      <PageHeader title={shell.balance} />
      <HydrationBoundary state={dehydrate(client)}>
        {/* The cards of the balance come here. */}
        <SettlementsScreen filter={filter} firstAt={firstAt} />
      </HydrationBoundary>
    </>
  )
}
