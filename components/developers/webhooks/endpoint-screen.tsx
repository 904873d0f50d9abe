'use client'

import { TriangleAlert } from 'lucide-react'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { useRead } from '@/components/data/read'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { DebuggerLink } from '@/components/developers/debugger/debugger-link'
import { PageHeader } from '@/components/page/page-header'
import { ScreenNotFound } from '@/components/page/screen-not-found'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { EndpointDetail, ShownEndpoint } from '@/lib/contract/panel/endpoints'
import { webhooks as copy } from '@/lib/messages/developer-webhooks'
import { developers } from '@/lib/messages/developers'
import { useEndpointActions } from './endpoint-actions'
import { EndpointBadge, OwnBadge } from './endpoint-badge'
import { EndpointMenu } from './endpoint-menu'
import { LatestDeliveries } from './latest-deliveries'
import { MissedBanner } from './missed-banner'
import { REFRESH_MS } from './queries'
import { SecretCard } from './secret-card'

const back = { href: '/developers/webhooks', label: developers.tabs.webhooks }

type Props = {
  id: string
  /** True if the dialog of the test event is open at first. */
  opensTest?: boolean
  /** True if http://localhost is a permitted URL. */
  allowsLocalhost?: boolean
}

/** Renders one webhook endpoint: its health, secret, subscribed events and latest deliveries. */
export function EndpointScreen({ id, opensTest = false, allowsLocalhost = false }: Props) {
  const all = useEndpointActions()
  const actions = useCan('developers.write') ? all : null
  const manages = useCan('connection.manage')
  const query = useRead('endpoints/detail', { id }, { refetchInterval: REFRESH_MS })
  if (isMissing(query.error)) return <ScreenNotFound />
  if (!query.data)
    return (
      <>
        <PageHeader back={back} title={copy.one} />
        <QueryFallback query={query} label={copy.loading} />
      </>
    )
  const { endpoint, deliveries, notices } = query.data
  const changes = manages || !endpoint.own
  return (
    <>
      <PageHeader
        back={back}
        copies={endpoint.url}
        tab={endpoint.description ?? copy.one}
        title={<bdi className="text-xl">{endpoint.url}</bdi>}
        lead={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <EndpointBadge endpoint={endpoint} />
            {endpoint.own ? <OwnBadge /> : null}
            {endpoint.description ? <bdi>{endpoint.description}</bdi> : null}
          </span>
        }
        action={
          <div className="flex flex-wrap gap-2">
            <DebuggerLink />
            {actions ? (
              <EndpointMenu
                endpoint={endpoint}
                actions={actions}
                changes={changes}
                opensTest={opensTest}
                allowsLocalhost={allowsLocalhost}
              />
            ) : null}
          </div>
        }
      />
      <div className="flex flex-col gap-4">
        {actions && endpoint.status === 'ACTIVE' && endpoint.missed > 0 ? (
          <MissedBanner endpoint={endpoint} answer={actions.answerMissed} />
        ) : null}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <LatestDeliveries endpointId={endpoint.id} deliveries={deliveries} />
          <div className="flex min-w-0 flex-col gap-4">
            <SecretCard endpoint={endpoint} actions={changes ? actions : null} />
            <Details endpoint={endpoint} />
            <Notices notices={notices} />
          </div>
        </div>
      </div>
    </>
  )
}

/** Renders the mails about failures of the endpoint. */
function Notices({ notices }: Pick<EndpointDetail, 'notices'>) {
  if (notices.length === 0) return null
  return (
    <Card title={copy.notices.title}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {notices.map(({ to, at }) => (
          <li key={at} className="wrap-anywhere">
            {copy.notices.sentTo(to)} <DateTime iso={at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Details({ endpoint }: { endpoint: ShownEndpoint }) {
  const { id, url, kinds, createdAt, failingSince } = endpoint
  return (
    <Card title={copy.properties}>
      <PropertyList>
        <Property name={copy.names.id}>
          <ShortId id={id} name={copy.copyId} />
        </Property>
        <Property name={copy.names.url} action={<CopyMark value={url} name={copy.copyUrl} />}>
          <span className="wrap-anywhere">
            <bdi>{url}</bdi>
          </span>
        </Property>
        <Property name={copy.names.events}>
          {kinds ? (
            <ul>
              {kinds.map((kind) => (
                <li key={kind} className="wrap-anywhere font-mono text-sm">
                  {kind}
                </li>
              ))}
            </ul>
          ) : (
            copy.allEvents
          )}
        </Property>
        <Property name={copy.names.created}>
          <DateTime iso={createdAt} />
        </Property>
        {failingSince ? (
          <Property name={copy.names.failing}>
            <span className="inline-flex items-center gap-1.5 text-warning">
              <TriangleAlert aria-hidden className="size-4" />
              <DateTime iso={failingSince} />
            </span>
          </Property>
        ) : null}
      </PropertyList>
    </Card>
  )
}
