import { pendingChangeOf } from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { withReads } from '@/app/(dashboard)/[account]/pages'
import { BalanceOverview } from '@/components/balance/balance-overview'
import { read } from '@/components/data/read'
import { PageHeader } from '@/components/page/page-header'
import { SettlementsScreen } from '@/components/settlements/list/settlements-screen'
import { BalanceLinks } from '@/components/statements/balance-links'
import { readFilter } from '@/lib/dashboard/schema/list'
import { settlementFilterSchema } from '@/lib/dashboard/schema/settlement'
import { firstSettlementAt } from '@/lib/dashboard/settlements/first-settlement-at'
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
  const [firstAt, pendingChange] = await Promise.all([firstSettlementAt(ctx), pendingChangeOf(member)])
  return (
    <>
      <PageHeader title={shell.balance} action={<BalanceLinks />} />
      {pendingChange}
      {
        await withReads(
          member,
          [
            read(account, 'balance/view', {}),
            read(account, 'settlements/list/month', { month }),
            read(account, 'settlements/list', filter),
          ],
          <>
            <BalanceOverview filter={filter} />
            <SettlementsScreen filter={filter} firstAt={firstAt} />
          </>,
        )
      }
    </>
  )
}
