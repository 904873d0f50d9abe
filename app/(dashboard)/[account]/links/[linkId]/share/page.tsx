import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { recordShareAction, undoCancelAction } from '@/app/(dashboard)/[account]/links/actions'
import { prefetchObject } from '@/app/(dashboard)/[account]/prefetch-object'
import { linkQuery } from '@/components/links/queries'
import { ShareScreen } from '@/components/links/share/share-screen'
import { getLink } from '@/lib/dashboard/links/get-link'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = {
  params: Promise<{ account: string; linkId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** Shows how to share a link, after its creation (`?made=1`, also after a reload) or later. */
export default async function SharePage({ params, searchParams }: Props) {
  const { account, linkId: id } = await params
  const { role, ctx, team } = await accountPage(account)
  const made = (await searchParams).made === '1'
  const client = new QueryClient()
  await prefetchObject(client, linkQuery(account, id), async () =>
    getLink(ctx, id, { names: await memberNames(webDashboard(), team.id), from: 'mirror' }),
  )
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShareScreen
        id={id}
        made={made}
        merchantName={ctx.account.name}
        mayCreate={can(role, 'links.create')}
        undoCancel={can(role, 'links.cancel') ? undoCancelAction.bind(null, account) : null}
        record={recordShareAction.bind(null, account)}
      />
    </HydrationBoundary>
  )
}
