import { ApiReference } from '@/components/docs/reference/api-reference'
import { type Reference, readReference } from '@/components/docs/reference/read-reference'
import { TabTitle } from '@/components/page/message-page'
import { Banner } from '@/components/ui/banner'
import { docs } from '@/lib/messages/docs'
import { webResources } from '@/lib/platform/process'

export default async function ReferencePage() {
  const reference = await fetchReference(webResources().env.BASE_URL)
  return (
    <>
      <TabTitle name={docs.referenceTitle} />
      {reference ? (
        <ApiReference reference={reference} />
      ) : (
        <>
          <h1 className="mb-4 text-2xl">{docs.referenceTitle}</h1>
          <Banner tone="warning" title={docs.unavailableTitle}>
            {docs.unavailable}
          </Banner>
        </>
      )}
    </>
  )
}

const TIMEOUT_MS = 3_000

/** Returns the reference of the API that runs at `baseUrl` (contract: versioning); null while none is available. */
async function fetchReference(baseUrl: string): Promise<Reference | null> {
  try {
    const response = await fetch(`${baseUrl}/openapi.json`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return readReference(await response.json())
  } catch {
    return null
  }
}
