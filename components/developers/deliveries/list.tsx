'use client'

import { RotateCw } from 'lucide-react'
import { useCan, useRead } from '@/components/data/member'
import { type KnownTotals, useTotals } from '@/components/data/use-totals'
import { kindLabels, shortUrl } from '@/components/developers/face'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen, writtenCount } from '@/components/list/list-screen'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { queryString } from '@/components/navigation/query-string'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import {
  type AnswerFilter,
  answerFilters,
  deliveryStatuses,
  type RetryRun,
} from '@/lib/contract/panel/deliveries'
import type { DeliveriesPage, DeliveryFilter } from '@/lib/dashboard/developers/filters'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { deliveryColumns } from './deliveries-section'

const PATH = '/developers/deliveries'
/** Refetch interval of rows and of counts, because no event stream reports deliveries. */
const POLL_MS = 5_000
const COUNT_POLL_MS = 10_000

/** Renders the deliveries list. */
export function DeliveriesScreen({ filter }: { filter: DeliveryFilter }) {
  const t = useTexts()
  const mayRetry = useCan('developers.write')
  const query = useRead('deliveries/list', filter, { refetchInterval: POLL_MS })
  const set = { ...filter, cursor: undefined }
  const totals = useTotals(query.data, 'deliveries/totals', set, { refetchInterval: COUNT_POLL_MS })
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
        columns={deliveryColumns(t)}
        filters={filters(t, query.data?.endpoints ?? [], filter)}
        messages={useListMessages('developer-deliveries')}
        bulkAction={
          mayRetry ? () => <BulkRetry totals={totals} href={`${PATH}/retry${queryString(set)}`} /> : undefined
        }
        emptyAction={
          <ButtonLink variant="primary" href="/developers/webhooks">
            {t('developer-deliveries.emptyAction')}
          </ButtonLink>
        }
      />
    </div>
  )
}

/** Renders the link to the plan of a bulk retry with the number of its deliveries. Without any it renders nothing. */
export function BulkRetry({ totals, href }: { totals: KnownTotals; href: string }) {
  const t = useTexts()
  const { locale } = useLocale()
  const count = totals?.counts.RETRY ?? 0
  if (totals === undefined || (totals && count === 0)) return null
  return (
    <ButtonLink size="sm" variant="quiet" Icon={RotateCw} href={href}>
      {totals
        ? t('developer-deliveries.retryRuns.button', {
            count,
            written: writtenCount(totals, count, locale, t),
          })
        : t('developer-deliveries.retryRuns.planTitle')}
    </ButtonLink>
  )
}

function RunBanner({ run }: { run: RetryRun }) {
  const t = useTexts()
  const format = numberFormat(useLocale().locale)
  return (
    <Banner
      tone="info"
      title={t(`developer-deliveries.retryRuns.banner.${run.status}`, {
        queued: format.format(run.queued),
        total: format.format(run.total),
      })}
      action={
        <InlineLink href={`${PATH}/runs/${run.id}`}>{t('developer-deliveries.delivery.runLink')}</InlineLink>
      }
    />
  )
}

function filters(
  t: Translate,
  endpoints: DeliveriesPage['endpoints'],
  { endpoint }: DeliveryFilter,
): readonly FilterEntry<DeliveryFilter>[] {
  const known = Object.fromEntries(endpoints.map(({ id, url }) => [id, shortUrl(url)]))
  // Deliveries outlive their endpoint, so the filter may name a deleted one.
  const labels = endpoint === undefined || known[endpoint] ? known : { ...known, [endpoint]: endpoint }
  // Object.fromEntries forgets the key type.
  const answers = Object.fromEntries(
    answerFilters.map((answer) => [answer, t.first(`developer-rows.cause.${answer}`) ?? answer]),
  ) as Record<AnswerFilter, string>
  return [
    choiceFilter('endpoint', t('developer-rows.columns.endpoint'), labels),
    choiceFilter('kind', t('developer-rows.columns.event'), kindLabels),
    choiceFilter('answer', t('developer-rows.columns.answer'), answers),
    dateFilter(t),
    // Only links set these two.
    {
      keys: ['object'],
      name: 'object',
      label: ({ object }) => (object ? t('developer-deliveries.objectFilter', { id: object }) : null),
    },
    { keys: ['run'], name: 'run', label: ({ run }) => (run ? t('developer-deliveries.runFilter') : null) },
  ]
}
