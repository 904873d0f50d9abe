import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { chargeAction } from '@/app/(dashboard)/[account]/charges/actions'
import { recordShareAction } from '@/app/(dashboard)/[account]/links/actions'
import { ChargeScreen } from '@/components/charges/charge-screen'
import { chargeQuery } from '@/components/charges/queries'
import { getCharge } from '@/lib/dashboard/charges/get-charge'
import { Refusal } from '@/lib/dashboard/refusal'
import { can } from '@/lib/dashboard/schema/role-permissions'
import { memberNames } from '@/lib/dashboard/team/find-member'
import { webDashboard } from '@/lib/dashboard/web/web-dashboard'

type Props = { params: Promise<{ account: string; chargeId: string }> }

export default async function ChargePage({ params }: Props) {
  const { account, chargeId: id } = await params
  const { role, ctx, team } = await accountPage(account)
  const client = new QueryClient()
  const names = await memberNames(webDashboard(), team.id)
  const detail = await getCharge(ctx, id, { role, names, isQuick: true }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'resource_not_found') notFound()
    throw error
  })
  client.setQueryData(chargeQuery(account, id).queryKey, detail)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <ChargeScreen
        id={id}
        merchantName={ctx.account.name}
        send={can(role, 'charges.create') ? chargeAction.bind(null, account) : null}
        record={can(role, 'charges.create') ? recordShareAction.bind(null, account) : null}
      />
    </HydrationBoundary>
  )
}
