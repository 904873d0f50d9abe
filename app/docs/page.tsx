import { ApiReference } from '@/components/docs/reference/api-reference'
import { TabTitle } from '@/components/page/message-page'
import { Banner } from '@/components/ui/banner'
import { docs } from '@/lib/messages/docs'
import { webResources } from '@/lib/platform/process'
import { fetchReference } from './fetch-reference'

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
