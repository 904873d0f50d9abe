import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import {
  lacksBankAccount,
  pendingChangeOf,
} from '@/app/(dashboard)/[account]/(panel)/payouts/pending-change-of'
import { balanceQuery } from '@/components/balance/queries'
import { HomeScreen } from '@/components/home/home-screen'
import { overviewQuery } from '@/components/home/overview-query'
import { paymentsQuery } from '@/components/payments/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { balanceView } from '@/lib/dashboard/balance/balance-view'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { readOverview } from '@/lib/dashboard/payments/read-overview'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { home } from '@/lib/messages/home'
import { links } from '@/lib/messages/links'
import { accountPage } from './account-page'
import { prefetchObject } from './prefetch-object'

type Props = { params: Promise<{ account: string }> }

export default async function HomePage({ params }: Props) {
  const { account } = await params
  const member = await accountPage(account)
  const { user, role, ctx } = member
  const client = new QueryClient()
  const [pendingChange, lacksAccount] = await Promise.all([
    pendingChangeOf(member),
    lacksBankAccount(member),
    prefetchObject(client, balanceQuery(account), () => balanceView(ctx, 'mirror')),
    client.prefetchQuery({ ...overviewQuery(account), queryFn: () => readOverview(ctx, role) }),
    client.prefetchQuery({
      ...paymentsQuery(account, {}),
      queryFn: () => listPayments(ctx, {}, { role }),
    }),
  ])
  const mayCreate = can(role, 'links.create')
  return (
    <>
      <PageHeader
        tab={home.title}
        title={user.name ? home.greeting(user.name) : home.title}
        action={
          // The plus in the bar is this page's only main button on phones.
          mayCreate ? (
            <Button
              asChild
              variant="primary"
              className="max-md:hidden"
              icon={<Plus aria-hidden className="size-4" />}
            >
              <PageLink href="/links/new">{links.create}</PageLink>
            </Button>
          ) : undefined
        }
      />
      {pendingChange}
      <HydrationBoundary state={dehydrate(client)}>
        <HomeScreen
          mayCreate={mayCreate}
          mayInvite={can(role, 'team.manage')}
          isTest={ctx.account.test_mode === true}
          lacksBankAccount={lacksAccount}
        />
      </HydrationBoundary>
    </>
  )
}
