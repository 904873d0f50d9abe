import { eventHref } from '@/components/developers/hrefs'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import type { ListedAccountEvent } from '@/lib/contract/panel/events'
import { developerEvents } from '@/lib/messages/developer-events'
import { EventDeliveryBadge } from './event-delivery-badge'

const { columns } = developerEvents

/** Returns the columns of events: kind with a label for tests, object, number of endpoints that received it, time. */
export function eventColumns(timeZone: string): readonly Column<ListedAccountEvent>[] {
  return [
    {
      key: 'kind',
      label: columns.kind,
      width: 'w-64 min-w-56',
      cell: (event) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink href={eventHref(event)} copies={event.id} className="font-mono text-sm">
            {event.kind}
          </RowLink>
          {event.test ? <Badge tone="muted">{developerEvents.testMark}</Badge> : null}
        </span>
      ),
    },
    {
      key: 'delivered',
      label: columns.delivered,
      width: 'w-36 min-w-32',
      card: 'end',
      cell: (event) => <EventDeliveryBadge counts={event} href={eventHref(event)} />,
    },
    {
      key: 'object',
      label: columns.object,
      className: '@2xl:max-w-0 @2xl:w-[99%] @max-2xl:order-3 @max-2xl:min-w-0 @max-2xl:overflow-hidden',
      cell: ({ object_id: id }) => (
        <span title={id} className="block truncate font-mono text-muted text-sm">
          {id}
        </span>
      ),
    },
    {
      key: 'created',
      ...zonedLabel(columns.created, columns.createdIn, timeZone),
      width: 'w-32 min-w-28',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap @max-2xl:order-4',
      cell: (event) => <RowTime iso={event.created_at} href={eventHref(event)} />,
    },
  ]
}
