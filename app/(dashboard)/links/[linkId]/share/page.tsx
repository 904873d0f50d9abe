import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { recordShareAction, undoCancelAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { linkQuery } from '@/components/links/queries'
import { ShareScreen } from '@/components/links/share-screen'
import { getLink } from '@/lib/dashboard/links/get-link'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = {
  params: Promise<{ linkId: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** What making a link ends in (`?made=1`, after a reload too); also the way to share an older one. */
export default async function SharePage({ params, searchParams }: Props) {
  const { role, ctx, team } = await signedIn()
  const made = (await searchParams).made === '1'
  const { linkId: id } = await params
  const client = new QueryClient()
  try {
    await client.fetchQuery({
      ...linkQuery(id),
      queryFn: async () => getLink(ctx, id, await memberNames(webDashboard(), team.id)),
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    // Anything else the screen meets again by itself, and says so with a way to retry.
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ShareScreen
        id={id}
        made={made}
        merchantName={ctx.account.name}
        mayCreate={can(role, 'links.create')}
        undoCancel={can(role, 'links.cancel') ? undoCancelAction : null}
        record={recordShareAction}
      />
    </HydrationBoundary>
  )
}
