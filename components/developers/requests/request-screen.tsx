'use client'

import type { ReactNode } from 'react'
import { CopyCode, CurlFold } from '@/components/data/curl'
import { useMember } from '@/components/data/member'
import { useRead } from '@/components/data/read'
import { CopyMark, ShortId } from '@/components/data/short-id'
import { DetailFallback } from '@/components/detail/detail-screen'
import { drawJson, JSON_INDENT } from '@/components/detail/event-fold'
import { useLastList } from '@/components/list/last-list'
import { useLocale } from '@/components/locale/locale-provider'
import { PageHeader } from '@/components/page/page-header'
import { DateTime } from '@/components/time/date-time'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ShownRequest } from '@/lib/contract/panel/requests'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { developerRequests } from '@/lib/messages/developer-requests'
import { endOf, KeyName, StatusBadge } from './request-face'

const copy = developerRequests.detail
const listOf = { path: '/developers/requests', title: developerRequests.title }

/** Renders one API request: its response, its redacted body, and the command that sends it again. */
export function RequestScreen({ id }: { id: string }) {
  const { baseUrl } = useMember().account
  const query = useRead('requests/detail', { id }, { staleTime: Number.POSITIVE_INFINITY })
  const back = { href: useLastList(listOf.path), label: listOf.title }
  const request = query.data
  if (!request)
    return <DetailFallback list={listOf} query={query} one={developerRequests.one} loading={copy.loading} />
  const { method, path, status, request_body: body, error } = request
  return (
    <>
      <PageHeader
        back={back}
        copies={request.id}
        tab={`${method} ${path}`}
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere min-w-0 font-mono text-xl">
              {method} {path}
            </span>
            <StatusBadge status={status} />
          </span>
        }
        lead={request.replayed ? copy.replayed : sentenceOf(request)}
      />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          {error ? (
            <Card title={copy.error}>
              <Json value={error} />
            </Card>
          ) : null}
          <Card title={copy.body}>
            <div className="flex flex-col gap-3">
              {body === null ? (
                <p className="text-muted">{copy.noBody}</p>
              ) : (
                <>
                  <Json value={body} />
                  <p className="text-muted text-sm">{copy.bodyHint}</p>
                </>
              )}
              <CurlFold
                calls={[
                  {
                    label: developerRequests.curl.repeat,
                    call: {
                      baseUrl,
                      method,
                      path,
                      idempotencyKey: request.idempotency_key,
                      body,
                    },
                  },
                ]}
                hint={`${copy.curlHint} ${developerRequests.curl.hint}`}
              />
            </div>
          </Card>
        </div>
        <RequestProperties request={request} />
      </div>
    </>
  )
}

function sentenceOf({ status, key }: ShownRequest): string {
  const end = status === 401 ? endOf(key.state) : null
  if (end) return copy.endedKey[end]
  if (status < 400) return copy.succeeded
  return status < 500 ? copy.failed : copy.broken
}

function Json({ value }: { value: unknown }): ReactNode {
  const json = JSON.stringify(value, null, JSON_INDENT)
  return (
    <CodeBlock
      label={copy.json}
      code={json}
      isWhole
      drawLine={drawJson}
      action={<CopyCode code={json} label={common.copyThing(copy.json)} />}
    />
  )
}

function RequestProperties({ request }: { request: ShownRequest }) {
  const { locale } = useLocale()
  const { id, key, route, idempotency_key: idempotencyKey, object_id: objectId } = request
  return (
    <Card title={copy.properties}>
      <PropertyList>
        <Property name={copy.id}>
          <ShortId id={id} name={copy.id} />
        </Property>
        <Property name={copy.key}>
          <KeyName apiKey={key} />{' '}
          <span className="whitespace-nowrap text-muted text-sm">{copy.keyEnds(key.last4)}</span>
        </Property>
        <Property name={copy.route}>
          {route === '' ? copy.noRoute : <span className="wrap-anywhere font-mono text-sm">{route}</span>}
        </Property>
        <Property name={copy.arrived}>
          <DateTime iso={request.created_at} />
        </Property>
        <Property name={copy.duration}>
          <span className="tnum">
            {developerRequests.duration(numberFormat(locale).format(request.duration_ms))}
          </span>
        </Property>
        {objectId ? (
          <Property name={copy.object}>
            <ShortId id={objectId} name={copy.object} />
          </Property>
        ) : null}
        {idempotencyKey ? (
          <Property
            name={copy.idempotencyKey}
            action={<CopyMark value={idempotencyKey} name={copy.idempotencyKey} />}
          >
            <span className="wrap-anywhere font-mono text-sm">{idempotencyKey}</span>
          </Property>
        ) : null}
      </PropertyList>
    </Card>
  )
}
