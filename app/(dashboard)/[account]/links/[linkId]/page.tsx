import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import {
  cancelLinkAction,
  recordShareAction,
  undoCancelAction,
} from '@/app/(dashboard)/[account]/links/actions'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { LinkScreen } from '@/components/links/detail/link-screen'
import { linkQuery } from '@/components/links/queries'
import { paymentsQuery } from '@/components/payments/queries'
import { getLink } from '@/lib/dashboard/links/get-link'
import { listPayments } from '@/lib/dashboard/payments/list-payments'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ account: string; linkId: string }> }

export default async function LinkPage({ params }: Props) {
  const { account, linkId: id } = await params
  const { role, ctx, team } = await accountPage(account)
  const client = new QueryClient()
  const payments = client.prefetchQuery({
    ...paymentsQuery(account, { link: id }),
    queryFn: () => listPayments(ctx, { link: id }, { role }),
  })
  const link = prefetchObject(client, linkQuery(account, id), async () =>
    getLink(ctx, id, { names: await memberNames(webDashboard(), team.id), from: 'mirror' }),
  )
  await Promise.all([link, payments])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <LinkScreen
        id={id}
        mayCancel={can(role, 'links.cancel')}
        mayCreate={can(role, 'links.create')}
        cancel={cancelLinkAction.bind(null, account)}
        undoCancel={undoCancelAction.bind(null, account)}
        record={recordShareAction.bind(null, account)}
      />
    </HydrationBoundary>
  )
}
