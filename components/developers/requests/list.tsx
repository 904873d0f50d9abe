'use client'

import { Check, ServerCrash, X } from 'lucide-react'
import { useRead } from '@/components/data/member'
import { type Column, RowLink } from '@/components/list/columns'
import { dateFilter } from '@/components/list/date-filter'
import { choiceFilter, type FilterEntry } from '@/components/list/filters'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import type { ListedRequest } from '@/lib/contract/panel/requests'
import type { RequestFilter } from '@/lib/dashboard/developers/filters'
import { requestResults } from '@/lib/dashboard/developers/shape'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'

const PATH = '/developers/requests'

/** Refetch interval. The log is written with a delay of half a second and raises no live message. */
const REFETCH_MS = 10_000

export function RequestsScreen({ filter }: { filter: RequestFilter }) {
  const t = useTexts()
  const { locale } = useLocale()
  const query = useRead('requests/list', filter, { staleTime: 0, refetchInterval: REFETCH_MS })
  const { data: known } = useRead('api-keys/list', {})
  const keys = Object.fromEntries(
    (known?.data ?? []).map(({ id, name, last4 }) => [id, `${name} ••${last4}`]),
  )
  return (
    <ListScreen
      isNested
      path={PATH}
      filter={filter}
      query={query}
      totals={query.data?.totals}
      statuses={requestResults}
      columns={columns(t, locale)}
      filters={filters(t, keys)}
      messages={useListMessages('developer-requests')}
    />
  )
}

function filters(
  t: Translate,
  keys: Readonly<Record<string, string>>,
): readonly FilterEntry<RequestFilter>[] {
  return [
    choiceFilter('dashboard', t('developer-requests.dashboardFilter'), {
      shown: t('developer-requests.dashboard.shown'),
    }),
    choiceFilter('key', t('developer-requests.columns.key'), keys),
    choiceFilter('method', t('developer-requests.methodFilter'), methods),
    dateFilter(t),
  ]
}

const methods = { GET: 'GET', POST: 'POST', PATCH: 'PATCH' }

const hrefOf = ({ id }: ListedRequest) => `${PATH}/${encodeURIComponent(id)}`

function columns(t: Translate, locale: string): readonly Column<ListedRequest>[] {
  return [
    {
      key: 'request',
      label: t('developer-requests.columns.request'),
      className: '@2xl:w-[60%] @2xl:max-w-0',
      card: 'line',
      cell: (request) => (
        <RowLink href={hrefOf(request)} copies={request.id}>
          <span title={request.path} className="flex min-w-0 items-baseline gap-2 font-mono text-sm">
            <span className="shrink-0 font-semibold">{request.method}</span>
            <span className="min-w-0 truncate font-normal">{request.path}</span>
          </span>
        </RowLink>
      ),
    },
    {
      key: 'status',
      label: t('developer-requests.columns.status'),
      width: 'w-24',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'key',
      label: t('developer-requests.columns.key'),
      width: 'w-36',
      from: '4xl',
      // Cards show these two after the status and the time.
      className: 'text-muted text-sm @2xl:max-w-36 @max-2xl:order-1',
      cell: ({ key }) => (
        <span title={key.name} className="block truncate">
          <KeyName apiKey={key} />
        </span>
      ),
    },
    {
      key: 'duration',
      label: t('developer-requests.columns.duration'),
      width: 'w-24',
      align: 'end',
      from: '3xl',
      card: 'end',
      className: 'tnum text-muted text-sm @max-2xl:order-1',
      cell: ({ duration_ms }) =>
        t('developer-requests.duration', { ms: numberFormat(locale).format(duration_ms) }),
    },
    {
      key: 'created',
      label: t('developer-requests.columns.created'),
      labelIn: (zone) => t('developer-requests.columns.createdIn', { zone }),
      width: 'w-32',
      align: 'end',
      card: 'end',
      className: 'text-muted text-sm @2xl:whitespace-nowrap',
      cell: (request) => <RowTime iso={request.created_at} href={hrefOf(request)} />,
    },
  ]
}

export function StatusBadge({ status }: { status: number }) {
  const [tone, Icon] =
    status < 400
      ? (['success', Check] as const)
      : status < 500
        ? (['warning', X] as const)
        : (['danger', ServerCrash] as const)
  return (
    <Badge tone={tone} Icon={Icon}>
      {status}
    </Badge>
  )
}

type KeyNameProps = {
  apiKey: ListedRequest['key']
  ends?: boolean
}

/** Renders the name of a request's key. A revoked or expired key is labeled before a long name is truncated. */
export function KeyName({ apiKey: { name, state, last4 }, ends = false }: KeyNameProps) {
  const t = useTexts()
  const mark = endOf(state)
  return (
    <>
      {mark ? <span className="text-warning">{t(`developer-requests.endedKey.${mark}`)} · </span> : null}
      <bdi>{name}</bdi>
      {ends ? <bdi className="whitespace-nowrap text-muted text-sm"> ••{last4}</bdi> : null}
    </>
  )
}

/** Returns the state of a key that is no longer valid; null for a valid one. */
export function endOf(state: ListedRequest['key']['state']): 'REVOKED' | 'ENDED' | null {
  return state === 'REVOKED' || state === 'ENDED' ? state : null
}
