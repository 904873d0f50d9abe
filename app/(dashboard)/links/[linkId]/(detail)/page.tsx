import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { cancelLinkAction, recordShareAction, undoCancelAction } from '@/app/(dashboard)/links/actions'
import { signedIn } from '@/app/(dashboard)/signed-in'
import { LinkScreen } from '@/components/links/link-screen'
import { linkQuery } from '@/components/links/queries'
import { paymentsDataQuery } from '@/components/payments/payment-filter'
import { paymentsQuery } from '@/components/payments/queries'
import { getLink } from '@/lib/dashboard/links/get-link'
import { listPayments, parseListPayments } from '@/lib/dashboard/payments/list-payments'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/team/can'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ linkId: string }> }

export default async function LinkPage({ params }: Props) {
  const { role, ctx, team } = await signedIn()
  const { linkId: id } = await params
  const { timezone } = ctx.account
  const client = new QueryClient()
  const payments = client.prefetchQuery({
    ...paymentsQuery({ link: id }, timezone),
    queryFn: () => {
      const query = new URLSearchParams(paymentsDataQuery({ link: id }, timezone, Date.now()))
      return listPayments(ctx, parseListPayments(query))
    },
  })
  try {
    await client.fetchQuery({
      ...linkQuery(id),
      queryFn: async () => getLink(ctx, id, await memberNames(webDashboard(), team.id)),
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    // Anything else the screen meets again by itself, and says so with a way to retry.
  }
  await payments
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <LinkScreen
        id={id}
        mayCancel={can(role, 'links.cancel')}
        mayCreate={can(role, 'links.create')}
        cancel={cancelLinkAction}
        undoCancel={undoCancelAction}
        record={recordShareAction}
      />
    </HydrationBoundary>
  )
}
