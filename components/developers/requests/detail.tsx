'use client'

import { CurlFold } from '@/components/data/curl'
import { useMember, useRead } from '@/components/data/member'
import { DetailFallback, type ListOf, summaryOf } from '@/components/detail/detail-screen'
import { CopyableCode, PanelDetail } from '@/components/developers/detail'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { type Times, useTimes } from '@/components/time/times'
import { Card } from '@/components/ui/card'
import type { ShownRequest } from '@/lib/contract/panel/requests'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { endOf, KeyName, StatusBadge } from './list'

const list: ListOf = {
  path: '/developers/requests',
  title: 'developers.tabs.requests',
  one: 'developer-requests.one',
  loading: 'developer-requests.loading',
}

export function RequestScreen({ id }: { id: string }) {
  const t = useTexts()
  const { supportTime } = useTimes()
  const { baseUrl } = useMember().account
  const query = useRead('requests/detail', { id }, { staleTime: Number.POSITIVE_INFINITY })
  const { locale } = useLocale()
  const request = query.data
  if (!request) return <DetailFallback list={list} query={query} />
  const {
    method,
    path,
    key,
    request_body: body,
    error,
    object_id: object,
    idempotency_key: idempotencyKey,
  } = request
  const duration = t('developer-requests.duration', {
    ms: numberFormat(locale).format(request.duration_ms),
  })
  const call = { baseUrl, method, path, idempotencyKey, body }
  return (
    <PanelDetail
      list={list}
      copies={id}
      name={`${method} ${path}`}
      badges={<StatusBadge status={request.status} />}
      lead={request.replayed ? t('developer-requests.detail.replayed') : sentenceOf(request, t)}
      summary={requestSummary(request, t, supportTime)}
      properties={[
        { name: t('developer-requests.detail.id'), id: id },
        { name: t('developer-requests.detail.key'), value: <KeyName apiKey={key} ends /> },
        {
          name: t('developer-requests.detail.route'),
          value: request.route || t('developer-requests.detail.noRoute'),
        },
        { name: t('developer-requests.columns.created'), value: <DateTime iso={request.created_at} /> },
        { name: t('developer-requests.columns.duration'), value: duration },
        { name: t('developer-requests.detail.object'), id: object },
        { name: t('developer-requests.detail.idempotencyKey'), id: idempotencyKey },
      ]}
    >
      {error ? (
        <Card title={t('developer-requests.detail.error')}>
          <Json value={error} />
        </Card>
      ) : null}
      <Card title={t('developer-requests.detail.body')}>
        <div className="flex flex-col gap-3">
          {body === null ? (
            <p className="text-muted">{t('developer-requests.detail.noBody')}</p>
          ) : (
            <>
              <Json value={body} />
              <p className="text-muted text-sm">{t('developer-requests.detail.bodyHint')}</p>
            </>
          )}
          <CurlFold
            calls={[{ label: t('developer-requests.detail.repeat'), call }]}
            hint={t('developer-requests.detail.curlHint')}
          />
        </div>
      </Card>
    </PanelDetail>
  )
}

function requestSummary(request: ShownRequest, t: Translate, supportTime: Times['supportTime']): string {
  const { id, method, path, status, key, object_id, idempotency_key, created_at } = request
  return summaryOf([
    [t('developer-requests.detail.id'), id],
    [t('developer-requests.one'), `${method} ${path}`],
    [t('developer-requests.columns.status'), String(status)],
    [t('developer-requests.detail.key'), `${key.name} ••${key.last4}`],
    [t('developer-requests.detail.object'), object_id],
    [t('developer-requests.detail.idempotencyKey'), idempotency_key],
    [t('developer-requests.columns.created'), supportTime(created_at)],
  ])
}

function sentenceOf({ status, key }: ShownRequest, t: Translate): string {
  const end = status === 401 ? endOf(key.state) : null
  if (end) return t(`developer-requests.detail.endedKey.${end}`)
  if (status < 400) return ''
  return t(status < 500 ? 'developer-requests.detail.failed' : 'developer-requests.detail.broken')
}

function Json({ value }: { value: unknown }) {
  const t = useTexts()
  return <CopyableCode label={t('developer-requests.detail.json')} code={JSON.stringify(value)} isJson />
}
