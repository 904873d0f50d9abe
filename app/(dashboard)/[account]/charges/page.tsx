import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { accountPage } from '@/app/(dashboard)/[account]/account-page'
import { CasesScreen } from '@/components/charges/cases-screen'
import { openCasesQuery } from '@/components/charges/queries'
import { PageHeader } from '@/components/shell/frame/page-header'
import { openCases } from '@/lib/dashboard/charges/get-charge'
import { charges } from '@/lib/messages/charges'

export default async function CasesPage({ params }: { params: Promise<{ account: string }> }) {
  const { account } = await params
  const { ctx } = await accountPage(account)
  const client = new QueryClient()
  await client.prefetchQuery({ ...openCasesQuery(account), queryFn: () => openCases(ctx) })
  return (
    <>
      <PageHeader title={charges.cases.title} lead={<p className="text-pretty">{charges.cases.lead}</p>} />
      <HydrationBoundary state={dehydrate(client)}>
        <CasesScreen />
      </HydrationBoundary>
    </>
  )
}
