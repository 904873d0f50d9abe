import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { notFound } from 'next/navigation'
import { stopRetryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { retryRunQuery } from '@/components/developers/deliveries/queries'
import { RetryRunScreen } from '@/components/developers/deliveries/retry-screens'
import { getRetryRun } from '@/lib/service/panel/retry-runs'

type Props = { params: Promise<{ account: string; runId: string }> }

export default async function RetryRunPage({ params }: Props) {
  const { account, runId: id } = await params
  const { panel, writes } = await developerPage(account)
  const run = await getRetryRun(panel, id)
  if (!run) notFound()
  const client = new QueryClient()
  client.setQueryData(retryRunQuery(account, id).queryKey, run)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <RetryRunScreen id={id} stop={writes ? stopRetryAction.bind(null, account) : null} />
    </HydrationBoundary>
  )
}
