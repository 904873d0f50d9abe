'use client'

import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { ListScreen } from '@/components/list/list-screen'
import { queryString } from '@/components/list/query-string'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { TextLink } from '@/components/ui/text-link'
import { deliveryStatuses } from '@/lib/contract/deliveries'
import type { DeliveryFilter, ListedDelivery, RetryRun } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { deliveries, retryRuns } from '@/lib/messages/developer-deliveries'
import { deliveryColumns } from './delivery-columns'
import { deliveryFilters } from './delivery-filters'
import { bulkRetryText } from './delivery-text'
import { deliveriesQuery, deliveryTotalsQuery } from './queries'

const PATH = '/developers/deliveries'
/** Refetch interval, because no event stream reports deliveries. A delivery under way has the shorter one. */
const POLL_MS = 10_000
const BUSY_POLL_MS = 3_000

/** Renders the deliveries list. */
export function DeliveriesScreen({ filter, mayRetry }: { filter: DeliveryFilter; mayRetry: boolean }) {
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useQuery({
    ...deliveriesQuery(account, filter),
    refetchInterval: (query) => {
      const page = query.state.data
      if (!page) return refetchAfterFailure(query)
      return page.run || page.data.some(isDue) ? BUSY_POLL_MS : POLL_MS
    },
  })
  const totals = useTotals(query.data, deliveryTotalsQuery(account, filter))
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
        filters={deliveryFilters(query.data?.endpoints ?? [], filter)}
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

function RunBanner({ run }: { run: RetryRun }) {
  const format = numberFormat(useLocale().locale)
  return (
    <Banner
      tone="info"
      title={retryRuns.banner(format.format(run.queued), format.format(run.total))}
      action={
        <TextLink>
          <PageLink href={`${PATH}/runs/${run.id}`}>{retryRuns.bannerLink}</PageLink>
        </TextLink>
      }
    />
  )
}
