'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { DebuggerLink } from '@/components/developers/debugger/debugger-link'
import { SentBody } from '@/components/developers/sent-body'
import { useLastList } from '@/components/list/last-list'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { PageHeader } from '@/components/page/page-header'
import { eventScreen } from '@/components/settings/event-screen'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { AccountEvent } from '@/lib/contract/panel/events'
import { common } from '@/lib/messages/common'
import { deliveries as deliveryTexts } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'
import { developers } from '@/lib/messages/developers'
import { times } from '@/lib/messages/times'
import { EventDeliveries } from './event-deliveries'
import { EventDeliveryBadge } from './event-delivery-badge'
import { EVENTS_POLL_MS } from './event-tools'

const copy = developerEvents.detail
const listOf = { path: '/developers/events', title: developers.tabs.events }

/** Renders one event: its meaning, the body that was sent, its deliveries, and a link to its object. */
export function EventScreen({ id }: { id: string }) {
  const detail = useRead(
    'events/detail',
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'PENDING') ? EVENTS_POLL_MS : false,
    },
  )
  const back = useLastList(listOf.path)
  const { timeZone } = useLocale()
  if (!detail.data || isMissing(detail.error)) {
    return <DetailFallback list={listOf} query={detail} one={copy.one} loading={copy.loading} />
  }
  const { event, deliveries } = detail.data
  return (
    <>
      <PageHeader
        back={{ href: back, label: listOf.title }}
        copies={event.id}
        tab={event.kind}
        title={
          <span className="flex flex-wrap items-center gap-3">
            <span className="wrap-anywhere font-mono">{event.kind}</span>
            {event.test ? <Badge tone="muted">{developerEvents.testMark}</Badge> : null}
            <EventDeliveryBadge counts={event} />
          </span>
        }
        lead={event.test ? copy.testLead : copy.lead(event.endpoints)}
        action={
          <div className="flex flex-wrap gap-2">
            <CopyButton
              value={eventSummary(detail.data, timeZone)}
              label={common.copy}
              title={copy.copyHint}
            />
            <DebuggerLink />
          </div>
        }
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={copy.deliveries}>
            <EventDeliveries deliveries={deliveries} />
          </Card>
          <SentBody body={event.body} masked={event.masked} />
        </div>
        <EventProperties event={event} />
      </div>
    </>
  )
}

/**
 * Returns an event as a text for a ticket: kind, time in both zones, and the result of each delivery, without the body.
 */
function eventSummary({ event, deliveries }: AccountEvent, timeZone: string): string {
  return summaryOf([
    [copy.one, event.kind],
    [copy.id, event.id],
    [copy.object, event.object_id],
    [copy.happened, times.exact(zonedTime(event.created_at, timeZone), event.created_at)],
    ...deliveries.map(({ id, url, status }): [string, string] => [
      copy.delivery,
      `${id} · ${url} · ${deliveryTexts.status[status]}`,
    ]),
  ])
}

function EventProperties({ event }: Pick<AccountEvent, 'event'>) {
  const { kind, object_id, test } = event
  const screen = eventScreen({ kind, object_id, outcome: test ? 'test' : 'applied' })
  return (
    <Card title={copy.properties}>
      <PropertyList>
        <Property name={copy.happened}>
          <DateTime iso={event.created_at} />
        </Property>
        <Property name={copy.id}>
          <ShortId id={event.id} name={copy.id} />
        </Property>
        <Property name={copy.object}>
          <ShortId id={object_id} name={copy.object} />
        </Property>
        {screen ? (
          <Property name={copy.page}>
            <TextLink>
              <PageLink href={screen}>{copy.openObject}</PageLink>
            </TextLink>
          </Property>
        ) : null}
      </PropertyList>
    </Card>
  )
}
