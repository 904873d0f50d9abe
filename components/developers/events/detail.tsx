'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/member'
import { DetailFallback, type ListOf, summaryOf } from '@/components/detail/detail-screen'
import { DeliveriesSection } from '@/components/developers/deliveries/deliveries-section'
import { Linked, PanelDetail, SentBody } from '@/components/developers/detail'
import { deliveryState, TestMark } from '@/components/developers/face'
import { eventScreen } from '@/components/settings/received-screen'
import { useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { type Times, useTimes } from '@/components/time/times'
import type { AccountEvent } from '@/lib/contract/panel/events'
import type { Translate } from '@/lib/messages/translator'
import { EVENTS_POLL_MS, EventDeliveryBadge } from './list'

const list: ListOf = {
  path: '/developers/events',
  title: 'developers.tabs.events',
  one: 'developer-events.detail.one',
  loading: 'developer-events.loading',
}

export function EventScreen({ id }: { id: string }) {
  const t = useTexts()
  const { supportTime } = useTimes()
  const detail = useRead(
    'events/detail',
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data?.deliveries.some(({ status }) => status === 'PENDING') ? EVENTS_POLL_MS : false,
    },
  )
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  const { event, deliveries } = detail.data
  const { id: eventId, kind, object_id, test } = event
  const screen = eventScreen({ kind, object_id, outcome: test ? 'test' : 'applied' })
  return (
    <PanelDetail
      list={list}
      copies={eventId}
      name={kind}
      badges={
        <>
          {test ? <TestMark /> : null}
          <EventDeliveryBadge counts={event} />
        </>
      }
      lead={
        test
          ? t('developer-events.detail.testLead')
          : t('developer-events.detail.lead', { endpoints: event.endpoints })
      }
      summary={eventSummary(detail.data, t, supportTime)}
      properties={[
        { name: t('developer-rows.columns.created'), value: <DateTime iso={event.created_at} /> },
        { name: t('developer-events.detail.id'), id: eventId },
        { name: t('developer-events.detail.object'), id: object_id },
        {
          name: t('developer-events.detail.page'),
          value: screen && <Linked href={screen}>{t('developer-events.detail.openObject')}</Linked>,
        },
      ]}
    >
      <DeliveriesSection
        title={t('developer-events.detail.deliveries')}
        rows={deliveries}
        none={t('developer-events.detail.noDeliveries')}
      />
      <SentBody body={event.body} masked={event.masked} />
    </PanelDetail>
  )
}

function eventSummary({ event, deliveries }: AccountEvent, t: Translate, supportTime: Times['supportTime']) {
  return summaryOf([
    [t('developer-events.detail.one'), event.kind],
    [t('developer-events.detail.id'), event.id],
    [t('developer-events.detail.object'), event.object_id],
    [t('developer-rows.columns.created'), supportTime(event.created_at)],
    ...deliveries.map((delivery): [string, string] => [
      t('developer-rows.delivery'),
      `${delivery.id} · ${delivery.url} · ${t(`developer-rows.state.${deliveryState(delivery)}`)}`,
    ]),
  ])
}
