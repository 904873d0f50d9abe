'use client'

import { RotateCw } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import {
  answerText,
  DeliveryBadge,
  isAnswered,
  panelColumns,
  panelHref,
  shortUrl,
} from '@/components/developers/face'
import type { Column } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { ListScreen, writtenCount } from '@/components/list/list-screen'
import { type KnownTotals, useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { deliveryStatuses, type ListedDelivery, type RetryRun } from '@/lib/contract/panel/deliveries'
import type { DeliveriesPage, DeliveryFilter } from '@/lib/dashboard/schema/developers'
import { numberFormat } from '@/lib/domain/formatters'
import { deliveries, delivery, retryRuns } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'
import { cn } from '@/lib/ui/cn'

const { columns } = deliveries
const PATH = '/developers/deliveries'
/** Refetch interval of rows and of counts, because no event stream reports deliveries. */
const POLL_MS = 5_000
const COUNT_POLL_MS = 10_000

/** Renders the deliveries list. */
export function DeliveriesScreen({ filter }: { filter: DeliveryFilter }) {
  const mayRetry = useCan('developers.write')
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useRead('deliveries/list', filter, { refetchInterval: POLL_MS })
  const set = { ...filter, cursor: undefined }
  const totals = useTotals(
    query.data,
    read(account, 'deliveries/totals', set, { refetchInterval: COUNT_POLL_MS }),
  )
  return (
    <div className="flex flex-col gap-4">
      {query.data?.run ? <RunBanner run={query.data.run} /> : null}
      <ListScreen
        isNested
        path={PATH}
        filter={filter}
        query={query}
        totals={totals}
        statuses={deliveryStatuses}
        columns={deliveryColumns(timeZone)}
        filters={filters(query.data?.endpoints ?? [], filter)}
        messages={deliveries}
        bulkAction={
          mayRetry ? () => <BulkRetry totals={totals} href={`${PATH}/retry${queryString(set)}`} /> : undefined
        }
        emptyAction={
          <Button asChild variant="primary">
            <PageLink href="/developers/webhooks">{deliveries.emptyAction}</PageLink>
          </Button>
        }
      />
    </div>
  )
}

/** Renders the link to the plan of a bulk retry with the number of its deliveries. Without any it renders nothing. */
export function BulkRetry({ totals, href }: { totals: KnownTotals; href: string }) {
  const { locale } = useLocale()
  const count = totals?.counts.RETRY ?? 0
  if (totals === undefined || (totals && count === 0)) return null
  return (
    <Button asChild size="sm" variant="quiet" icon={<RotateCw aria-hidden className="size-4" />}>
      <PageLink href={href}>
        {totals ? retryRuns.button(writtenCount(totals, count, locale)) : retryRuns.planTitle}
      </PageLink>
    </Button>
  )
}

function RunBanner({ run }: { run: RetryRun }) {
  const format = numberFormat(useLocale().locale)
  return (
    <Banner
      tone="info"
      title={retryRuns.banner(
        retryRuns.status[run.status],
        format.format(run.queued),
        format.format(run.total),
      )}
      action={
        <TextLink>
          <PageLink href={`${PATH}/runs/${run.id}`}>{delivery.runLink}</PageLink>
        </TextLink>
      }
    />
  )
}

function filters(
  endpoints: DeliveriesPage['endpoints'],
  { endpoint }: DeliveryFilter,
): readonly FilterEntry<DeliveryFilter>[] {
  const known = Object.fromEntries(endpoints.map(({ id, url }) => [id, shortUrl(url)]))
  // Deliveries outlive their endpoint, so the filter may name a deleted one.
  const labels = endpoint === undefined || known[endpoint] ? known : { ...known, [endpoint]: endpoint }
  return [
    choiceFilter('endpoint', columns.endpoint, labels),
    choiceFilter('kind', columns.event, developerEvents.kinds),
    choiceFilter('answer', columns.answer, deliveries.answers),
    dateFilter,
    // Only links set these two.
    {
      keys: ['object'],
      name: 'object',
      label: ({ object }) => (object ? deliveries.objectFilter(object) : null),
    },
    { keys: ['run'], name: 'run', label: ({ run }) => (run ? deliveries.runFilter : null) },
  ]
}

/** Returns the columns of deliveries: event, object, endpoint, result, latest response, created. */
export function deliveryColumns(timeZone: string): readonly Column<ListedDelivery>[] {
  const { event, object, created } = panelColumns<ListedDelivery>('deliveries', timeZone)
  return [
    event,
    object,
    {
      key: 'endpoint',
      label: columns.endpoint,
      from: '3xl',
      className: 'text-muted text-sm @2xl:w-[26%] @2xl:max-w-0 @max-2xl:order-3',
      cell: ({ url }) => (
        <span title={url} className="block truncate">
          {shortUrl(url)}
        </span>
      ),
    },
    {
      key: 'result',
      label: columns.result,
      width: 'w-28 min-w-28',
      card: 'end',
      className: '@max-2xl:order-2',
      cell: (row) => <DeliveryBadge of={row} href={panelHref('deliveries', row.id)} />,
    },
    {
      key: 'answer',
      label: columns.answer,
      width: 'w-30 min-w-30',
      card: 'end',
      className: 'tnum text-sm @max-2xl:order-4',
      cell: (row) => (
        <span
          className={
            isAnswered(row)
              ? cn('whitespace-nowrap', row.last_error_class === null && 'text-muted')
              : 'sr-only'
          }
        >
          {answerText(row)}
        </span>
      ),
    },
    created,
  ]
}
