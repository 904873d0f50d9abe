import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { DebuggerScreen } from '@/components/developers/debugger/debugger-screen'
import { PageHeader } from '@/components/shell/page-header'
import { eventSample } from '@/lib/contract/event-samples'
import { eventKinds } from '@/lib/contract/events'
import { developers } from '@/lib/messages/developers'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

type Props = { params: Promise<{ account: string }> }

/** Names the mistake when a webhook's signature is refused. The server takes no part in it. */
export default async function DebuggerPage({ params }: Props) {
  const { account } = await params
  await developerPage(account)
  return (
    <>
      <PageHeader
        back={{ href: '/developers/webhooks', label: developers.tabs.webhooks }}
        title={signatureDebugger.title}
        lead={signatureDebugger.lead}
      />
      <DebuggerScreen samples={samples} />
    </>
  )
}

const samples = eventKinds.map(eventSample)
