'use client'

import { CircleCheck, CirclePause, Plus, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useCan, useRead } from '@/components/data/member'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { DebuggerLink, panelHref, shortUrl } from '@/components/developers/face'
import { type Column, RowLink } from '@/components/list/columns'
import { useListMessages } from '@/components/list/list-messages'
import { ListScreen } from '@/components/list/list-screen'
import { useTexts } from '@/components/texts/texts-provider'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import { endpointState, type ShownEndpoint } from '@/lib/contract/panel/endpoints'
import type { EndpointFilter } from '@/lib/dashboard/developers/filters'
import { endpointStates } from '@/lib/dashboard/developers/shape'
import type { Translate } from '@/lib/messages/translator'

/** Refetch interval. Deliveries raise no live message. */
export const REFRESH_MS = 10_000

const looks = {
  ACTIVE: { tone: 'success', Icon: CircleCheck },
  FAILING: { tone: 'warning', Icon: TriangleAlert },
  PAUSED: { tone: 'muted', Icon: CirclePause },
} as const satisfies Record<(typeof endpointStates)[number], { tone: Tone; Icon: unknown }>

export function EndpointBadge({ endpoint, href }: { endpoint: ShownEndpoint; href?: string }) {
  const t = useTexts()
  const state = endpointState(endpoint)
  const { tone, Icon } = looks[state]
  return (
    <>
      {endpoint.own ? <Badge tone="neutral">{t('developer-webhooks.own')}</Badge> : null}
      <ExplainedBadge tone={tone} Icon={Icon} meaning={t(`developer-webhooks.meanings.${state}`)} href={href}>
        {t(`developer-webhooks.state.${state}`)}
      </ExplainedBadge>
    </>
  )
}

export function EndpointsScreen({ filter }: { filter: EndpointFilter }) {
  const t = useTexts()
  const mayAdd = useCan('developers.write')
  const query = useRead('endpoints/list', filter, { refetchInterval: REFRESH_MS })
  return (
    <>
      <DevelopersHeader
        current="webhooks"
        action={
          <div className="flex flex-wrap gap-2">
            <DebuggerLink />
            {mayAdd ? <AddButton /> : null}
          </div>
        }
      />
      <ListScreen
        isNested
        path="/developers/webhooks"
        filter={filter}
        query={query}
        totals={query.data?.totals}
        statuses={endpointStates}
        columns={columns(t)}
        filters={[]}
        messages={useListMessages('developer-webhooks')}
      />
    </>
  )
}

const columns = (t: Translate): readonly Column<ShownEndpoint>[] => [
  {
    key: 'url',
    label: t('developer-webhooks.columns.url'),
    className: '@2xl:w-[60%] @2xl:max-w-0',
    card: 'line',
    cell: ({ id, url, description }) => (
      <>
        <RowLink href={panelHref('webhooks', id)} copies={url} className="min-w-0">
          <bdi title={url} className="block truncate">
            {shortUrl(url)}
          </bdi>
        </RowLink>
        {description ? (
          <span dir="auto" title={description} className="block truncate text-muted text-sm">
            {description}
          </span>
        ) : null}
      </>
    ),
  },
  {
    key: 'events',
    label: t('developer-webhooks.columns.events'),
    className: 'text-muted text-sm @2xl:whitespace-nowrap',
    cell: ({ kinds, missed }) => (
      <>
        {kinds
          ? t('developer-webhooks.someEvents', { count: kinds.length })
          : t('developer-webhooks.allEvents')}
        {missed > 0 ? (
          <span className="block text-warning">{t('developer-webhooks.missed', { count: missed })}</span>
        ) : null}
      </>
    ),
  },
  {
    key: 'status',
    label: t('developer-webhooks.columns.status'),
    card: 'end',
    cell: (endpoint) => (
      <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 @2xl:justify-start">
        <EndpointBadge endpoint={endpoint} href={panelHref('webhooks', endpoint.id)} />
      </span>
    ),
  },
]

/** Dialogs of the endpoints, all in one module: a new secret that cannot be shown would be lost. */
export const endpointDialogs = lazyModule(() => import('./dialogs'))

function AddButton() {
  const t = useTexts()
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const dialogs = useLazyModule(endpointDialogs)
  return (
    <>
      <Button
        ref={button}
        data-opens-form
        variant="primary"
        Icon={Plus}
        {...endpointDialogs.intent}
        onClick={async () => setOpen((await endpointDialogs.loadOrNull()) !== null)}
      >
        {t('developer-webhooks.add')}
      </Button>
      {dialogs && open ? (
        <dialogs.EndpointForm endpoint={null} opener={button} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
