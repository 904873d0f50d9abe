'use client'

import { BookOpen, Check, CircleDashed, CirclePause, CircleSlash, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useRead } from '@/components/data/read'
import { panelHref, TestMark } from '@/components/developers/face'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale } from '@/components/locale/locale-provider'
import { RowTime } from '@/components/time/date-time'
import { Button } from '@/components/ui/button'
import type { ListedAccountEvent } from '@/lib/contract/panel/events'
import type { EventFilter } from '@/lib/dashboard/schema/developers/events'
import { eventTabs } from '@/lib/dashboard/schema/tabs'
import { shortened } from '@/lib/domain/text'
import { developerEvents } from '@/lib/messages/developer-events'

const filters: readonly FilterEntry<EventFilter>[] = [
  choiceFilter('kind', developerEvents.columns.kind, developerEvents.kinds),
  dateFilter,
]

/** Renders the list of all events of the account. */
export function EventsScreen({ filter }: { filter: EventFilter }) {
  const { timeZone } = useLocale()
  const query = useRead('events/list', filter, { refetchInterval: EVENTS_POLL_MS })
  return (
    <ListScreen
      isNested
      path="/developers/events"
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={eventTabs}
      columns={eventColumns(timeZone)}
      filters={filters}
      messages={developerEvents}
    />
  )
}

const { columns } = developerEvents

/** Returns the columns of events: kind with a label for tests, object, number of endpoints that received it, time. */
function eventColumns(timeZone: string): readonly Column<ListedAccountEvent>[] {
  return [
    {
      key: 'kind',
      label: columns.kind,
      width: 'w-64 min-w-56',
      cell: (event) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RowLink href={panelHref('events', event.id)} copies={event.id} className="font-mono text-sm">
            {event.kind}
          </RowLink>
          {event.test ? <TestMark /> : null}
        </span>
      ),
    },
    {
      key: 'delivered',
      label: columns.delivered,
      width: 'w-36 min-w-32',
      card: 'end',
      cell: (event) => <EventDeliveryBadge counts={event} href={panelHref('events', event.id)} />,
    },
    {
      key: 'object',
      label: columns.object,
      className: '@2xl:max-w-0 @2xl:w-[99%] @max-2xl:order-3 @max-2xl:min-w-0 @max-2xl:overflow-hidden',
      cell: ({ object_id: id }) => (
        <span title={id} className="whitespace-nowrap font-mono text-muted text-sm">
          {shortened(id)}
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
      cell: (event) => <RowTime iso={event.created_at} href={panelHref('events', event.id)} />,
    },
  ]
}

/** Refetch interval of events, which raise no live message. */
export const EVENTS_POLL_MS = 10_000

/** Renders the link from the list of events to their description. */
export function EventTools() {
  return (
    <Button asChild icon={<BookOpen aria-hidden className="size-4" />}>
      <a href="/docs#events">{developerEvents.kindsLink}</a>
    </Button>
  )
}

const { reached } = developerEvents

type Counts = Pick<ListedAccountEvent, 'endpoints' | 'delivered' | 'waiting' | 'failed' | 'skipped'>

/** Renders the number of endpoints that received an event: `2 of 3`. `href` is that of an explained badge. */
export function EventDeliveryBadge({ counts, href }: { counts: Counts; href?: string }) {
  const { endpoints, delivered } = counts
  const { tone, Icon } = lookOf(counts)
  const parts = (['delivered', 'waiting', 'failed', 'skipped'] as const).filter((part) => counts[part] > 0)
  const meaning = parts.map((part) => `${counts[part]} ${reached.parts[part]}`).join(', ')
  return (
    <ExplainedBadge
      tone={tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={meaning || reached.nobodyMeaning}
      href={href}
    >
      {endpoints === 0 ? reached.nobody : reached.count(delivered, endpoints)}
    </ExplainedBadge>
  )
}

function lookOf({ endpoints, delivered, waiting, failed }: Counts) {
  if (endpoints === 0) return { tone: 'muted', Icon: CircleSlash } as const
  if (failed > 0) return { tone: 'danger', Icon: X } as const
  if (waiting > 0) return { tone: 'neutral', Icon: CircleDashed } as const
  if (delivered < endpoints) return { tone: 'warning', Icon: CirclePause } as const
  return { tone: 'success', Icon: Check } as const
}
