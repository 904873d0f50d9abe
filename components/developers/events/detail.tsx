'use client'

import { isMissing } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback } from '@/components/detail/detail-screen'
import { summaryOf } from '@/components/detail/support-summary'
import { DebuggerLink, DeliveryBadge, SentBody, answerText, deliveryHref } from '@/components/developers/face'
import { useLastList } from '@/components/list/last-list'
import { useLocale } from '@/components/locale/locale-provider'
import { eventScreen } from '@/components/settings/event-screen'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
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
import { EVENTS_POLL_MS, EventDeliveryBadge } from './list'
import type { ListedDelivery } from '@/lib/contract/panel/deliveries'

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
              copiedLabel={common.copied}
              failedLabel={common.copyFailed}
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

/** Renders the deliveries of one event, each a link to its attempts. */
export function EventDeliveries({ deliveries }: { deliveries: readonly ListedDelivery[] }) {
  if (deliveries.length === 0) return <p className="text-muted">{copy.noDeliveries}</p>
  return (
    <ul aria-label={copy.deliveries} className="flex flex-col">
      {deliveries.map((delivery) => (
        <li
          key={delivery.id}
          className="border-border/70 border-t py-2 first:border-t-0 first:pt-0 last:pb-0"
        >
          <Delivery delivery={delivery} />
        </li>
      ))}
    </ul>
  )
}

function Delivery({ delivery }: { delivery: ListedDelivery }) {
  const { id, url, attempts, next_attempt_at: next } = delivery
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <PageLink
          href={deliveryHref(id)}
          className="wrap-anywhere hit min-w-0 flex-1 basis-48 font-medium text-accent-text underline-offset-2 hover:underline"
        >
          {url}
        </PageLink>
        <DeliveryBadge of={delivery} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted text-sm">
        <span>{answerText(delivery)}</span>
        {attempts > 0 ? <span>{copy.attempts(attempts)}</span> : null}
        {next ? (
          <span>
            {copy.next} <DateTime iso={next} variant="row" />
          </span>
        ) : null}
      </p>
    </div>
  )
}
