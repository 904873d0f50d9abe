import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { AccountScreen } from '@/components/settings/account-screen'
import { accountQuery } from '@/components/settings/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { accountView } from '@/lib/dashboard/account/account-view'
import { accountSettings as copy } from '@/lib/messages/account-settings'
import { settings } from '@/lib/messages/settings'

type Props = { params: Promise<{ account: string }> }

/** Shows the account as the payments service reports it, confirmed once the page is on screen. */
export default async function AccountSettingsPage({ params }: Props) {
  const { account } = await params
  const { ctx } = await accountPage(account)
  const client = new QueryClient()
  await prefetchObject(client, accountQuery(account), () => accountView(ctx, 'mirror'))
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} back={{ href: '/settings', label: settings.title }} />
      <HydrationBoundary state={dehydrate(client)}>
        <AccountScreen />
      </HydrationBoundary>
    </>
  )
}
