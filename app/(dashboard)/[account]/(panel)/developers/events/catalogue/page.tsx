import { developerPage } from '@/app/(dashboard)/[account]/(panel)/developers/developer-page'
import { EventCatalogue } from '@/components/developers/events/event-catalogue'
import { PageHeader } from '@/components/page/page-header'
import { developerEvents } from '@/lib/messages/developer-events'
import { developers } from '@/lib/messages/developers'
import { countEvents } from '@/lib/service/panel/events'

type Props = { params: Promise<{ account: string }> }

/** Shows the kinds of events, with samples. */
export default async function CataloguePage({ params }: Props) {
  const { account } = await params
  const { panel } = await developerPage(account)
  const { catalogue } = developerEvents
  return (
    <>
      <PageHeader
        back={{ href: '/developers/events', label: developers.tabs.events }}
        title={catalogue.title}
        lead={catalogue.lead}
      />
      <EventCatalogue happened={await countEvents(panel)} />
    </>
  )
}
