import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { pendingChangeOf } from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { BalanceOverview } from '@/components/balance/balance-overview'
import { balanceQuery, settlementMonthQuery } from '@/components/balance/queries'
import { SettlementsScreen } from '@/components/settlements/list/settlements-screen'
import { settlementsQuery } from '@/components/settlements/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { BalanceLinks } from '@/components/statements/balance-links'
import { balanceView } from '@/lib/dashboard/balance/balance-view'
import { settlementMonth } from '@/lib/dashboard/balance/settlement-month'
import { readFilter } from '@/lib/dashboard/schema/list'
import { settlementFilterSchema } from '@/lib/dashboard/schema/settlement'
import { firstSettlementAt } from '@/lib/dashboard/settlements/first-settlement-at'
import { listSettlements } from '@/lib/dashboard/settlements/list-settlements'
import { dayIn } from '@/lib/domain/calendar-days'
import { shell } from '@/lib/messages/shell'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function BalancePage({ params, searchParams }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  const { ctx } = member
  const filter = readFilter(settlementFilterSchema, await searchParams)
  const month = filter.month ?? dayIn(ctx.now().getTime(), ctx.account.timezone).slice(0, 7)
  const client = new QueryClient()
  const [firstAt, pendingChange] = await Promise.all([
    firstSettlementAt(ctx),
    pendingChangeOf(member),
    prefetchObject(client, balanceQuery(account), () => balanceView(ctx, 'mirror')),
    client.prefetchQuery({
      ...settlementMonthQuery(account, month),
      queryFn: () => settlementMonth(ctx, month),
    }),
    client.prefetchQuery({
      ...settlementsQuery(account, filter),
      queryFn: () => listSettlements(ctx, filter),
    }),
  ])
  return (
    <>
      <PageHeader title={shell.balance} action={<BalanceLinks />} />
      {pendingChange}
      <HydrationBoundary state={dehydrate(client)}>
        <BalanceOverview filter={filter} />
        <SettlementsScreen filter={filter} firstAt={firstAt} />
      </HydrationBoundary>
    </>
  )
}
