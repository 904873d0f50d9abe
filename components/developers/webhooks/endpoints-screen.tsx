'use client'

import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { DebuggerLink } from '@/components/developers/debugger/debugger-link'
import { DevelopersHeader } from '@/components/developers/developers-header'
import { endpointHref } from '@/components/developers/hrefs'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { Panel } from '@/components/settings/settings-section'
import { EmptyState } from '@/components/ui/empty-state'
import type { ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { numberFormat } from '@/lib/domain/formatters'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import { AddEndpointButton } from './add-endpoint-button'
import { EndpointBadge, OwnBadge } from './endpoint-badge'
import { REFRESH_MS } from './queries'

type Props = {
  /** True if http://localhost is a permitted URL. */
  allowsLocalhost?: boolean
}

/** Renders the account's webhook endpoints with a summary of each one's health. */
export function EndpointsScreen({ allowsLocalhost = false }: Props) {
  const mayAdd = useCan('developers.write')
  const query = useRead('endpoints/list', {}, { refetchInterval: REFRESH_MS })
  const endpoints = query.data
  return (
    <>
      <DevelopersHeader
        current="webhooks"
        action={
          <div className="flex flex-wrap gap-2">
            <DebuggerLink />
            {mayAdd ? <AddEndpointButton allowsLocalhost={allowsLocalhost} /> : null}
          </div>
        }
      />
      {!endpoints ? (
        <QueryFallback query={query} label={copy.loading} rows={3} />
      ) : endpoints.length === 0 ? (
        <EmptyState kind="none" title={copy.none}>
          {copy.noneHint}
        </EmptyState>
      ) : (
        <Panel className="overflow-hidden">
          <ul className="divide-y divide-border/70">
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

function EndpointRow({ endpoint }: { endpoint: ShownEndpoint }) {
  const { id, url, description, kinds, own, missed } = endpoint
  const { locale } = useLocale()
  const href = endpointHref(id)
  return (
    <li className="relative flex flex-col gap-1 px-4 py-3 hover:bg-hover sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageLink href={href} className="record-link wrap-anywhere min-w-0 flex-1 basis-56">
          <bdi>{url}</bdi>
        </PageLink>
        <span className="flex flex-wrap gap-1.5">
          {own ? <OwnBadge href={href} /> : null}
          <EndpointBadge endpoint={endpoint} href={href} />
        </span>
      </div>
      {description ? (
        <p className="wrap-anywhere text-sm" dir="auto">
          {description}
        </p>
      ) : null}
      <div className="text-muted text-sm">
        {kinds ? copy.someEvents(String(kinds.length)) : copy.allEvents}
      </div>
      {missed > 0 ? (
        <p className="font-medium text-sm text-warning">{copy.missed(numberFormat(locale).format(missed))}</p>
      ) : null}
    </li>
  )
}
