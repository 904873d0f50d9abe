'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { read } from '@/components/data/read'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { deliveryStatuses, type ListedDelivery, type RetryRun } from '@/lib/contract/panel/deliveries'
import type { DeliveriesPage, DeliveryFilter } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { deliveries, retryRuns } from '@/lib/messages/developer-deliveries'
import { developerEvents } from '@/lib/messages/developer-events'
import { deliveryColumns } from './delivery-columns'
import { bulkRetryText, shortUrl } from './delivery-text'

const PATH = '/developers/deliveries'
/** Refetch interval, because no event stream reports deliveries. A delivery under way has the shorter one. */
const POLL_MS = 10_000
const BUSY_POLL_MS = 3_000

/** Renders the deliveries list. */
export function DeliveriesScreen({ filter }: { filter: DeliveryFilter }) {
  const mayRetry = useCan('developers.write')
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useQuery({
    ...read(account, 'deliveries/list', filter),
    refetchInterval: (query) => {
      const page = query.state.data
      if (!page) return refetchAfterFailure(query)
      return page.run?.status === 'RUNNING' || page.data.some(isDue) ? BUSY_POLL_MS : POLL_MS
    },
  })
  const totals = useTotals(query.data, read(account, 'deliveries/totals', { ...filter, cursor: undefined }))
  const planHref = `${PATH}/retry${queryString({ ...filter, cursor: undefined })}`
  return (
    <div className="flex flex-col gap-4">
      {query.data?.run ? <RunBanner run={query.data.run} /> : null}
      <ListScreen
        path={PATH}
        filter={filter}
        query={query}
        totals={totals}
        statuses={deliveryStatuses}
        tabTitles={deliveries.tabMeaning}
        columns={deliveryColumns(timeZone)}
        filters={filters(query.data?.endpoints ?? [], filter)}
        messages={deliveries}
        sumLabel={null}
        bulkAction={
          mayRetry
            ? (count) => (
                <Button asChild size="sm" variant="quiet" icon={<RotateCw aria-hidden className="size-4" />}>
                  <PageLink href={planHref}>{bulkRetryText(filter.status, count)}</PageLink>
                </Button>
              )
            : undefined
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

function isDue({ manual_due_at: manual, next_attempt_at: next }: ListedDelivery): boolean {
  return manual !== null || (next !== null && Date.parse(next) <= Date.now())
}

/** Renders the progress of the running bulk retry, or of one that has just ended. */
function RunBanner({ run }: { run: RetryRun }) {
  const format = numberFormat(useLocale().locale)
  return (
    <Banner
      tone="info"
      title={retryRuns.banner[run.status](format.format(run.queued), format.format(run.total))}
      action={
        <TextLink>
          <PageLink href={`${PATH}/runs/${run.id}`}>{retryRuns.bannerLink}</PageLink>
        </TextLink>
      }
    />
  )
}

/** Returns the filters: endpoint, event, latest response, day, and the object or bulk retry of a link. */
function filters(
  endpoints: DeliveriesPage['endpoints'],
  { endpoint, object, run }: DeliveryFilter,
): readonly FilterEntry<DeliveryFilter>[] {
  const known = Object.fromEntries(endpoints.map(({ id, url }) => [id, shortUrl(url)]))
  // Deliveries outlive their endpoint, so the filter may name a deleted one.
  const labels = endpoint === undefined || known[endpoint] ? known : { ...known, [endpoint]: endpoint }
  return [
    choiceFilter('endpoint', deliveries.endpointFilter, labels),
    choiceFilter('kind', deliveries.kindFilter, developerEvents.kinds),
    choiceFilter('answer', deliveries.answerFilter, deliveries.answers),
    { ...dateFilter, name: deliveries.createdFilter },
    chip('object', object, deliveries.objectFilter),
    chip('run', run, () => deliveries.runFilter),
  ]
}

/** Returns a filter by an id that only links set: a removable chip without choices. */
function chip<Key extends 'object' | 'run'>(
  key: Key,
  id: string | undefined,
  label: (id: string) => string,
): FilterEntry<DeliveryFilter> {
  const { pill: _, ...entry } = choiceFilter(key, key, id === undefined ? {} : { [id]: label(id) })
  return entry
}
