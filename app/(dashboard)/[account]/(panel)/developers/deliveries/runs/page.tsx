import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { RetryRunsScreen } from '@/components/developers/deliveries/retry-runs-screen'
import { PageHeader } from '@/components/shell/frame/page-header'
import { retryRuns } from '@/lib/messages/developer-deliveries'
import { listRetryRuns } from '@/lib/service/panel/retry-runs'

type Props = { params: Promise<{ account: string }> }

export default async function RetryRunsPage({ params }: Props) {
  const { account } = await params
  const { panel } = await developerPage(account)
  return (
    <>
      <PageHeader
        back={{ href: '/developers/deliveries', label: retryRuns.back }}
        title={retryRuns.listTitle}
        lead={retryRuns.listLead}
      />
      <RetryRunsScreen runs={await listRetryRuns(panel)} />
    </>
  )
}
