'use client'

import { BookOpen, Check, CircleDashed, CirclePause, CircleSlash, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useRead } from '@/components/data/member'
import { kindLabels, panelColumns, panelHref } from '@/components/developers/face'
import type { Column } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Button } from '@/components/ui/button'
import type { ListedAccountEvent } from '@/lib/contract/panel/events'
import type { EventFilter } from '@/lib/dashboard/developers/filters'
import { eventTabs } from '@/lib/dashboard/developers/shape'
import type { Translate } from '@/lib/messages/translator'

export function EventsScreen({ filter }: { filter: EventFilter }) {
  const t = useTexts()
  const query = useRead('events/list', filter, { refetchInterval: EVENTS_POLL_MS })
  const filters: readonly FilterEntry<EventFilter>[] = [
    choiceFilter('kind', t('developer-rows.columns.event'), kindLabels),
    dateFilter(t),
  ]
  return (
    <ListScreen
      isNested
      path="/developers/events"
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={eventTabs}
      columns={eventColumns(t)}
      filters={filters}
      messages={useListMessages('developer-events')}
    />
  )
}

function eventColumns(t: Translate): readonly Column<ListedAccountEvent>[] {
  const { event, object, created } = panelColumns<ListedAccountEvent>('events', t)
  const delivered: Column<ListedAccountEvent> = {
    key: 'delivered',
    label: t('developer-events.delivered'),
    width: 'w-36 min-w-32',
    card: 'end',
    cell: (row) => <EventDeliveryBadge counts={row} href={panelHref('events', row.id)} />,
  }
  return [event, delivered, object, created]
}

/** Refetch interval of events, which raise no live message. */
export const EVENTS_POLL_MS = 10_000

export function EventTools() {
  const t = useTexts()
  return (
    <Button asChild Icon={BookOpen}>
      <a href="/docs#events">{t('developer-events.kindsLink')}</a>
    </Button>
  )
}

type Counts = Pick<ListedAccountEvent, 'endpoints' | 'delivered' | 'waiting' | 'failed' | 'skipped'>

/** Renders the number of endpoints that received an event: `2 of 3`. `href` is that of an explained badge. */
export function EventDeliveryBadge({ counts, href }: { counts: Counts; href?: string }) {
  const t = useTexts()
  const { locale } = useLocale()
  const { endpoints, delivered } = counts
  const { tone, Icon } = lookOf(counts)
  const parts = (['delivered', 'waiting', 'failed', 'skipped'] as const).filter((part) => counts[part] > 0)
  const texts = parts.map((part) => t(`developer-events.reached.parts.${part}`, { count: counts[part] }))
  return (
    <ExplainedBadge
      tone={tone}
      Icon={Icon}
      meaning={
        new Intl.ListFormat(locale, { type: 'unit' }).format(texts) ||
        t('developer-events.reached.nobodyMeaning')
      }
      href={href}
    >
      {endpoints === 0
        ? t('developer-events.reached.nobody')
        : t('developer-events.reached.count', {
            delivered: String(delivered),
            endpoints: String(endpoints),
          })}
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
