'use client'

import { CircleCheck, CirclePause, Plus, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { DebuggerLink, endpointHref } from '@/components/developers/face'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { Panel } from '@/components/settings/settings-section'
import type { Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyModule, useLazyModule } from '@/components/ui/lazy-module'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'

/** Refetch interval. Deliveries raise no live message. */
export const REFRESH_MS = 10_000

const looks = {
  ACTIVE: { tone: 'success', Icon: CircleCheck },
  FAILING: { tone: 'warning', Icon: TriangleAlert },
  PAUSED: { tone: 'muted', Icon: CirclePause },
} as const satisfies Record<keyof typeof copy.status, { tone: Tone; Icon: unknown }>

/** Renders the state of an endpoint. An active endpoint whose latest attempts failed is shown as failing. */
export function EndpointBadge({ endpoint, href }: { endpoint: ShownEndpoint; href?: string }) {
  const state = endpoint.status === 'ACTIVE' && endpoint.failingSince ? 'FAILING' : endpoint.status
  const { tone, Icon } = looks[state]
  return (
    <>
      {endpoint.own ? (
        <ExplainedBadge tone="neutral" meaning={copy.ownMeaning} href={href}>
          {copy.own}
        </ExplainedBadge>
      ) : null}
      <ExplainedBadge
        tone={tone}
        icon={<Icon aria-hidden strokeWidth={2.5} />}
        meaning={copy.meanings[state]}
        href={href}
      >
        {copy.status[state]}
      </ExplainedBadge>
    </>
  )
}

/** Renders the account's webhook endpoints with a summary of each one's health. */
export function EndpointsScreen() {
  const mayAdd = useCan('developers.write')
  const query = useRead('endpoints/list', {}, { refetchInterval: REFRESH_MS })
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
      {!query.data ? (
        <QueryFallback query={query} label={copy.loading} rows={3} />
      ) : query.data.length === 0 ? (
        <EmptyState kind="none" title={copy.none}>
          {copy.noneHint}
        </EmptyState>
      ) : (
        <Panel className="overflow-hidden">
          <ul className="divide-y divide-border/70">
            {query.data.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function EndpointRow({ endpoint }: { endpoint: ShownEndpoint }) {
  const { id, url, description, kinds, missed } = endpoint
  const { locale } = useLocale()
  const href = endpointHref(id)
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-hover sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink href={href} className="record-link wrap-anywhere min-w-0 flex-1 basis-56">
          <bdi>{url}</bdi>
        </PageLink>
        <EndpointBadge endpoint={endpoint} href={href} />
      </div>
      {description ? (
        <p className="wrap-anywhere text-sm" dir="auto">
          {description}
        </p>
      ) : null}
      <p className="text-muted text-sm">{kinds ? copy.someEvents(String(kinds.length)) : copy.allEvents}</p>
      {missed > 0 ? (
        <p className="font-medium text-sm text-warning">{copy.missed(numberFormat(locale).format(missed))}</p>
      ) : null}
    </li>
  )
}

/** Dialogs of the endpoints, all in one module: a new secret that cannot be shown would be lost. */
export const endpointDialogs = lazyModule(() => import('./dialogs'))

function AddButton() {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const dialogs = useLazyModule(endpointDialogs)
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        icon={<Plus aria-hidden className="size-4" />}
        onPointerEnter={endpointDialogs.preload}
        onFocus={endpointDialogs.preload}
        onClick={async () => setOpen((await endpointDialogs.loadOrNull()) !== null)}
      >
        {copy.add}
      </Button>
      {dialogs && open ? (
        <dialogs.EndpointForm endpoint={null} opener={button} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}
