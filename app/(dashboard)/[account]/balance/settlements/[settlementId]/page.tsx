import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { startExportAction } from '@/app/(dashboard)/[account]/exports/actions'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { paymentsQuery } from '@/components/payments/queries'
import { SettlementScreen } from '@/components/settlements/detail/settlement-screen'
import { settlementQuery } from '@/components/settlements/queries'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { getSettlement } from '@/lib/dashboard/settlements/get-settlement'

type Props = { params: Promise<{ account: string; settlementId: string }> }

export default async function SettlementPage({ params }: Props) {
  const { account, settlementId: id } = await params
  const { role, ctx } = await accountPage(account)
  const client = new QueryClient()
  await Promise.all([
    prefetchObject(client, settlementQuery(account, id), () => getSettlement(ctx, id, { from: 'mirror' })),
    client.prefetchQuery({
      ...paymentsQuery(account, { settlement: id }),
      queryFn: () => listPayments(ctx, { settlement: id }, { role }),
    }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <SettlementScreen
        id={id}
        startExport={can(role, 'settlements.export') ? startExportAction.bind(null, account) : null}
      />
    </HydrationBoundary>
  )
}
