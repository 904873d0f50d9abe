'use client'

import { useQuery } from '@tanstack/react-query'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { QueryFallback } from '@/components/data/query-fallback'
import { read } from '@/components/data/read'
import { EventFold } from '@/components/detail/event-fold'
import { Pager } from '@/components/list/pager'
import { InlineLink } from '@/components/navigation/link-looks'
import { queryString } from '@/components/navigation/query-string'
import { TabLink } from '@/components/navigation/tab-link'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { EmptyState } from '@/components/ui/empty-state'
import { TabRow } from '@/components/ui/tabs'
import { eventOutcomes } from '@/lib/dashboard/mirror/shape'
import type { ListedEvent, ReceivedFilter } from '@/lib/dashboard/received/list-received'

const PATH = '/settings/webhook'

export function ReceivedScreen({ filter }: { filter: ReceivedFilter }) {
  const t = useTexts()
  const list = useQuery({
    ...read(useAccount(), 'mirror/received', filter),
    refetchInterval: refetchAfterFailure,
  })
  const hrefOf = (change: ReceivedFilter) => `${PATH}${queryString(change)}`
  return (
    <section aria-labelledby="received" className="flex flex-col gap-3 border-t py-7">
      <header>
        <h2 id="received" className="text-lg">
          {t('received.title')}
        </h2>
        <p className="mt-0.5 max-w-prose text-pretty text-muted text-sm">{t('received.lead')}</p>
      </header>
      <TabRow label={t('received.tabs')}>
        <TabLink current={!filter.status} href={PATH} scroll={false}>
          {t('received.all')}
        </TabLink>
        {eventOutcomes.map((status) => (
          <TabLink key={status} current={filter.status === status} href={hrefOf({ status })} scroll={false}>
            {t(`received.short.${status}`)}
          </TabLink>
        ))}
      </TabRow>
      {list.data ? (
        <>
          {list.data.data.length === 0 ? (
            <EmptyState kind={filter.status ? 'nomatch' : 'none'} title={t('received.emptyTitle')}>
              {t(filter.status ? 'received.emptyHere' : 'received.emptyHint')}
            </EmptyState>
          ) : (
            <ul aria-label={t('received.title')} className="flex flex-col gap-2">
              {list.data.data.map((event) => (
                <li key={event.delivery_id}>
                  <EventFold event={event}>
                    <EventObject event={event} />
                  </EventFold>
                </li>
              ))}
            </ul>
          )}
          <Pager
            cursor={filter.cursor}
            page={list.data}
            hrefOf={(cursor) => hrefOf({ status: filter.status, cursor })}
          />
        </>
      ) : (
        <QueryFallback query={list} label={t('received.loading')} />
      )}
    </section>
  )
}

function EventObject({ event }: { event: ListedEvent }) {
  const t = useTexts()
  const { object_id: id } = event
  if (id === '') return null
  const screen = eventScreen(event)
  return (
    <p className="wrap-anywhere text-sm">
      {t('received.about')}{' '}
      {screen !== null ? (
        <InlineLink className="font-mono" href={screen}>
          {id}
        </InlineLink>
      ) : (
        <span className="font-mono">{id}</span>
      )}
    </p>
  )
}

const screens: Readonly<Record<string, string>> = {
  payment: '/payments',
  payment_link: '/links',
  customer: '/customers',
  settlement: '/balance/settlements',
}

/** Returns the path of an event's object below its account, or null if the mirror has no row of the object. */
export function eventScreen({
  kind,
  object_id: id,
  outcome,
}: Pick<ListedEvent, 'kind' | 'object_id' | 'outcome'>): string | null {
  if (outcome === 'test' || outcome === 'recorded') return null
  const noun = kind.split('.')[0] ?? ''
  return Object.hasOwn(screens, noun) ? `${screens[noun]}/${encodeURIComponent(id)}` : null
}
