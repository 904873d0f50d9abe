'use client'

import { CurlFold } from '@/components/data/curl'
import { useMember } from '@/components/data/member'
import { useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { CopyableCode, PanelDetail } from '@/components/developers/detail'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Card } from '@/components/ui/card'
import type { ShownRequest } from '@/lib/contract/panel/requests'
import { numberFormat } from '@/lib/domain/formatters'
import { developerRequests } from '@/lib/messages/developer-requests'
import { times } from '@/lib/messages/times'
import { endOf, KeyName, StatusBadge } from './list'

const { columns, detail: copy } = developerRequests
const listOf = { path: '/developers/requests', title: developerRequests.listLabel }

/** Renders one API request: its response, its redacted body, and the command that sends it again. */
export function RequestScreen({ id }: { id: string }) {
  const { baseUrl } = useMember().account
  const query = useRead('requests/detail', { id }, { staleTime: Number.POSITIVE_INFINITY })
  const { locale, timeZone } = useLocale()
  const request = query.data
  if (!request)
    return (
      <DetailFallback
        list={listOf}
        query={query}
        one={developerRequests.one}
        loading={developerRequests.loading}
      />
    )
  const {
    method,
    path,
    key,
    request_body: body,
    error,
    object_id: object,
    idempotency_key: idempotencyKey,
  } = request
  const duration = developerRequests.duration(numberFormat(locale).format(request.duration_ms))
  const call = { baseUrl, method, path, idempotencyKey, body }
  return (
    <PanelDetail
      list={listOf}
      copies={id}
      name={`${method} ${path}`}
      badges={<StatusBadge status={request.status} />}
      lead={request.replayed ? copy.replayed : sentenceOf(request)}
      summary={requestSummary(request, timeZone)}
      properties={[
        { name: copy.id, value: <ShortId id={id} name={copy.id} /> },
        { name: copy.key, value: <KeyName apiKey={key} ends /> },
        { name: copy.route, value: request.route || copy.noRoute },
        { name: columns.created, value: <DateTime iso={request.created_at} /> },
        { name: columns.duration, value: duration },
        { name: copy.object, value: object && <ShortId id={object} name={copy.object} /> },
        {
          name: copy.idempotencyKey,
          value: idempotencyKey && <ShortId id={idempotencyKey} name={copy.idempotencyKey} />,
        },
      ]}
    >
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
            calls={[{ label: developerRequests.curl.repeat, call }]}
            hint={`${copy.curlHint} ${developerRequests.curl.hint}`}
          />
        </div>
      </Card>
    </PanelDetail>
  )
}

function requestSummary(request: ShownRequest, timeZone: string): string {
  const { id, method, path, status, key, object_id, idempotency_key, created_at } = request
  return summaryOf([
    [copy.id, id],
    [developerRequests.one, `${method} ${path}`],
    [columns.status, String(status)],
    [copy.key, `${key.name} ••${key.last4}`],
    [copy.object, object_id],
    [copy.idempotencyKey, idempotency_key],
    [columns.created, times.exact(zonedTime(created_at, timeZone), created_at)],
  ])
}

function sentenceOf({ status, key }: ShownRequest): string {
  const end = status === 401 ? endOf(key.state) : null
  if (end) return copy.endedKey[end]
  if (status < 400) return ''
  return status < 500 ? copy.failed : copy.broken
}

function Json({ value }: { value: unknown }) {
  return <CopyableCode label={copy.json} code={JSON.stringify(value)} isJson />
}
