import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { guardedPage } from '@/app/(dashboard)/[account]/pages'
import { DebuggerScreen } from '@/components/developers/debugger'
import { PageHeader } from '@/components/page/page-header'
import { developers } from '@/lib/messages/developers'
import { signatureDebugger } from '@/lib/messages/signature-debugger'
import { readSignedDelivery } from '@/lib/own-account/reads'

type Props = {
  params: Promise<{ account: string }>
  searchParams: Promise<{ delivery?: string | string[] }>
}

/** Explains why a webhook's signature is refused. The server loads at most a delivery by its id, never a secret. */
export default guardedPage('developers.read', async function DebuggerPage({ params, searchParams }: Props) {
  const { account } = await params
  const { panel, role } = await developerPage(account)
  const { delivery } = await searchParams
  const loaded = typeof delivery === 'string' ? await readSignedDelivery(panel, { role }, delivery) : null
  return (
    <>
      <PageHeader
        back={{ href: '/developers/webhooks', label: developers.tabs.webhooks }}
        title={signatureDebugger.title}
        lead={signatureDebugger.lead}
      />
      <DebuggerScreen key={loaded?.id} loaded={loaded} />
    </>
  )
})
