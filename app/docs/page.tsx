import { ApiReference } from '@/components/docs/api-reference'
import { TabTitle } from '@/components/shell/tab-title'
import { Banner } from '@/components/ui/banner'
import { docs } from '@/lib/messages/docs'
import { webResources } from '@/lib/platform/process'
import { fetchDescription } from './fetch-description'

export default async function ReferencePage() {
  const { BASE_URL } = webResources().env
  const description = await fetchDescription(BASE_URL)
  if (!description) {
    return (
      <>
        <TabTitle name={docs.referenceTitle} />
        <h1 className="mb-4 text-2xl">{docs.referenceTitle}</h1>
        <Banner tone="warning" title={docs.unavailableTitle}>
          {docs.unavailable}
        </Banner>
      </>
    )
  }
  return (
    <>
      <TabTitle name={docs.referenceTitle} />
      <p className="mb-4 text-muted">
        <a href={`${BASE_URL}/openapi.json`} className="text-accent-text underline underline-offset-2">
          {docs.download}
        </a>
      </p>
      <ApiReference description={description} />
    </>
  )
}
