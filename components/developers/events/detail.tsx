'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { deliveryColumns } from '@/components/developers/deliveries/list'
import { Linked, PanelDetail, SentBody } from '@/components/developers/detail'
import { TestMark } from '@/components/developers/face'
import { RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { eventScreen } from '@/components/settings/received-screen'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { AccountEvent } from '@/lib/contract/panel/events'
import { deliveries as deliveryTexts } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'
import { developers } from '@/lib/messages/developers'
import { times } from '@/lib/messages/times'
import { EVENTS_POLL_MS, EventDeliveryBadge } from './list'

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
  const { timeZone } = useLocale()
  if (!detail.data || isMissing(detail.error))
    return <DetailFallback list={listOf} query={detail} one={copy.one} loading={developerEvents.loading} />
  const { event, deliveries } = detail.data
  const { id: eventId, kind, object_id, test } = event
  const screen = eventScreen({ kind, object_id, outcome: test ? 'test' : 'applied' })
  return (
    <PanelDetail
      list={listOf}
      copies={eventId}
      name={kind}
      badges={
        <>
          {test ? <TestMark /> : null}
          <EventDeliveryBadge counts={event} />
        </>
      }
      lead={test ? copy.testLead : copy.lead(event.endpoints)}
      summary={eventSummary(detail.data, timeZone)}
      properties={[
        { name: developerEvents.columns.created, value: <DateTime iso={event.created_at} /> },
        { name: copy.id, value: <ShortId id={eventId} name={copy.id} /> },
        { name: copy.object, value: <ShortId id={object_id} name={copy.object} /> },
        { name: copy.page, value: screen && <Linked href={screen}>{copy.openObject}</Linked> },
      ]}
    >
      <Card title={copy.deliveries}>
        {deliveries.length === 0 ? (
          <p className="text-muted">{copy.noDeliveries}</p>
        ) : (
          <RecordTable label={copy.deliveries} columns={deliveryColumns(timeZone)} rows={deliveries} />
        )}
      </Card>
      <SentBody body={event.body} masked={event.masked} />
    </PanelDetail>
  )
}

function eventSummary({ event, deliveries }: AccountEvent, timeZone: string): string {
  return summaryOf([
    [copy.one, event.kind],
    [copy.id, event.id],
    [copy.object, event.object_id],
    [developerEvents.columns.created, times.exact(zonedTime(event.created_at, timeZone), event.created_at)],
    ...deliveries.map(({ id, url, status }): [string, string] => [
      deliveryTexts.one,
      `${id} · ${url} · ${deliveryTexts.status[status]}`,
    ]),
  ])
}
