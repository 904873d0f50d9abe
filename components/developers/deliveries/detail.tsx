'use client'

import { Check, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { retryDeliveryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { isMissing } from '@/components/data/fetch-json'
import { useAct, useCan, useRead, useRenew } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { usePress } from '@/components/data/use-press'
import { DetailFallback, type ListOf, summaryOf } from '@/components/detail/detail-screen'
import { CopyableCode, Linked, LinkedId, PanelDetail, SentBody } from '@/components/developers/detail'
import {
  answerText,
  DebuggerLink,
  DeliveryBadge,
  deliveryState,
  panelHref,
  shortUrl,
  TestMark,
} from '@/components/developers/face'
import { eventScreen } from '@/components/settings/received-screen'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { type Times, useTimes } from '@/components/time/times'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { useToast } from '@/components/ui/toast'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { type DeliveryAttempt, type DeliveryDetail, failureCause } from '@/lib/contract/panel/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'

/** Refetch interval of a delivery that is under way. */
const POLL_MS = 3_000

const list: ListOf = {
  path: '/developers/deliveries',
  title: 'developers.tabs.deliveries',
  one: 'developer-rows.delivery',
  loading: 'developer-deliveries.loading',
}

/** Renders one delivery: its state in a sentence, every attempt with request and response, and its related objects. */
export function DeliveryScreen({ id }: { id: string }) {
  const t = useTexts()
  const times = useTimes()
  const { supportTime } = useTimes()
  const mayRetry = useCan('developers.write')
  const { locale, now } = useLocale()
  const detail = useRead(
    'deliveries/detail',
    { id },
    {
      refetchInterval: (query) => (isUnderWay(query.state.data) ? POLL_MS : refetchAfterFailure(query)),
    },
  )
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  const { delivery, body, masked, attempts } = detail.data
  const { kind, object_id, event_id, retry_run_id: run, test } = delivery
  const isDeleted = delivery.endpoint_status === 'DELETED'
  const isSigned = attempts.some(({ signature }) => signature !== null)
  const objectHref = eventScreen({ kind, object_id, outcome: test ? 'test' : 'applied' })
  const endpoint = (
    <span title={delivery.url} className="block truncate">
      <Linked href={isDeleted ? null : panelHref('webhooks', delivery.endpoint_id)}>
        {shortUrl(delivery.url)}
      </Linked>
      {isDeleted ? (
        <span className="text-muted text-sm"> {t('developer-deliveries.delivery.endpointDeleted')}</span>
      ) : null}
    </span>
  )
  return (
    <PanelDetail
      list={list}
      copies={id}
      name={kind}
      badges={
        <>
          <DeliveryBadge of={delivery} />
          {test ? <TestMark /> : null}
        </>
      }
      lead={
        successText(attempts[0], t, locale) ??
        [causeText(attempts[0], t), deliverySentence(delivery, t, times, now)].filter(Boolean).join(' ')
      }
      summary={summary(delivery, t, supportTime)}
      actions={
        <>
          {isSigned ? <DebuggerLink delivery={id} /> : null}
          {mayRetry ? <Retry delivery={delivery} /> : null}
        </>
      }
      properties={[
        { name: t('developer-rows.columns.endpoint'), value: endpoint },
        { name: t('developer-rows.columns.object'), value: <LinkedId href={objectHref} id={object_id} /> },
        {
          name: t('developer-rows.columns.event'),
          value: <LinkedId href={panelHref('events', event_id)} id={event_id} />,
        },
        { name: t('developer-rows.delivery'), id: id },
        { name: t('developer-rows.columns.created'), value: <DateTime iso={delivery.created_at} /> },
        {
          name: t('developer-deliveries.retryRuns.title'),
          value: run && (
            <Linked href={`/developers/deliveries/runs/${run}`}>
              {t('developer-deliveries.delivery.runLink')}
            </Linked>
          ),
        },
      ]}
    >
      {attempts.length > 0 || isUnderWay(detail.data) ? (
        <Card title={t('developer-deliveries.delivery.attempts')}>
          <AttemptTimeline delivery={delivery} attempts={attempts} masked={masked} />
        </Card>
      ) : null}
      <SentBody body={body} masked={masked} />
    </PanelDetail>
  )
}

function isUnderWay(detail: DeliveryDetail | undefined): boolean {
  return detail?.delivery.status === 'PENDING' || (detail?.delivery.manual_due_at ?? null) !== null
}

function successText(attempt: DeliveryAttempt | undefined, t: Translate, locale: string): string | null {
  if (!attempt || attempt.error_class !== null || attempt.answer_status === null) return null
  return t('developer-deliveries.delivery.delivered', {
    status: String(attempt.answer_status),
    ms: numberFormat(locale).format(attempt.duration_ms),
    attempt: attempt.number,
  })
}

function causeText(attempt: DeliveryAttempt | undefined, t: Translate): string | null {
  if (!attempt || attempt.error_class === null) return null
  const cause = failureCause(attempt.error_class, attempt.answer_status)
  return `${t(`developer-deliveries.failures.${cause}.meaning`)}.`
}

/** Returns the state of a delivery in one sentence; `now` in milliseconds. */
export function deliverySentence(
  delivery: DeliveryDetail['delivery'],
  t: Translate,
  times: Times,
  now: number,
): string {
  const { attempts, next_attempt_at: next } = delivery
  if (delivery.manual_due_at !== null) return t('developer-deliveries.delivery.manualDue')
  if (attempts === 0 || next === null) return t(`developer-rows.meaning.${deliveryState(delivery)}`)
  return t('developer-deliveries.delivery.failedSoFar', {
    count: attempts,
    when: whenText(next, t, times, now),
    ...nextAttempt(delivery),
  })
}

/** Returns `due now`, `in 4 min`, or the time itself if it is more than a day ahead. */
function whenText(iso: string, t: Translate, times: Times, now: number): string {
  // A time within the next half minute counts as due.
  if (Date.parse(iso) <= now + 30_000) return t('developer-deliveries.delivery.dueNow')
  const rounded = new Date(Date.parse(iso) + 30_000).toISOString()
  return times.relativeTime(rounded) ?? times.shortTime(iso)
}

function nextAttempt({ automatic_attempts: done, attempts_max: max }: DeliveryDetail['delivery']) {
  return { number: String(done + 1), max: String(max) }
}

function Retry({ delivery }: Pick<DeliveryDetail, 'delivery'>) {
  const t = useTexts()
  const retry = useAct(retryDeliveryAction)
  const renew = useRenew('deliveries')
  const toast = useToast()
  const { busy, press } = usePress()

  async function send() {
    const failed = { what: t('developer-deliveries.delivery.retryNotDone'), retry: send }
    const result = await press(() => retry({ id: delivery.id }), failed)
    if (!result) return
    toast(
      result.queued
        ? { message: t('developer-deliveries.delivery.retryQueued') }
        : { message: t('developer-deliveries.delivery.retryInactive'), tone: 'danger' },
    )
    await renew()
  }

  return (
    <Button
      {...(delivery.last_error_class === null ? {} : { variant: 'primary' })}
      busy={busy || delivery.manual_due_at !== null}
      Icon={RotateCw}
      onClick={send}
    >
      {t('developer-deliveries.delivery.retry')}
    </Button>
  )
}

function summary(delivery: DeliveryDetail['delivery'], t: Translate, supportTime: Times['supportTime']) {
  return summaryOf([
    [t('developer-rows.delivery'), delivery.id],
    [t('developer-rows.columns.event'), `${delivery.kind} ${delivery.event_id}`],
    [t('developer-rows.columns.object'), delivery.object_id],
    [t('developer-rows.columns.endpoint'), `${delivery.url} ${delivery.endpoint_id}`],
    [t('developer-rows.columns.result'), t(`developer-rows.state.${deliveryState(delivery)}`)],
    [t('developer-rows.columns.answer'), answerText(delivery, t)],
    [t('developer-deliveries.delivery.attempts'), String(delivery.attempts)],
    [t('developer-rows.columns.created'), supportTime(delivery.created_at)],
  ])
}

type Props = Pick<DeliveryDetail, 'delivery' | 'attempts' | 'masked'>

function AttemptTimeline({ delivery, attempts, masked }: Props) {
  const t = useTexts()
  const times = useTimes()
  const { now } = useLocale()
  const { manual_due_at: manual, next_attempt_at: next } = delivery
  const entries: TimelineEntry[] = attempts.toReversed().map((attempt) => ({
    key: String(attempt.number),
    title: titleOf(attempt, t),
    when: <DateTime iso={attempt.attempted_at} />,
    tone: attempt.error_class === null ? 'success' : 'danger',
    detail: <Attempt attempt={attempt} delivery={delivery} masked={masked} />,
  }))
  if (manual !== null)
    entries.push({
      key: 'manual',
      title: t('developer-deliveries.delivery.nextManual'),
      when: t('developer-deliveries.delivery.dueNow'),
      pending: true,
    })
  if (next !== null) {
    const title = t('developer-deliveries.delivery.next', nextAttempt(delivery))
    entries.push({ key: 'next', title, when: whenText(next, t, times, now), pending: true })
  }
  return (
    <>
      {attempts.length < delivery.attempts ? (
        <p className="mb-3 text-muted text-sm">
          {t('developer-deliveries.delivery.newestOnly', {
            shown: String(attempts.length),
            all: String(delivery.attempts),
          })}
        </p>
      ) : null}
      <Timeline entries={entries} label={t('developer-deliveries.delivery.attempts')} />
    </>
  )
}

function titleOf({ answer_status: status, error_class: error }: DeliveryAttempt, t: Translate): ReactNode {
  const text =
    status === null ? null : t('developer-deliveries.delivery.answered', { status: String(status) })
  if (error !== null) return text ?? t(`developer-deliveries.failures.${failureCause(error, status)}.meaning`)
  return (
    <span className="flex items-center gap-1.5">
      <Check aria-hidden className="size-4 text-success" />
      {text ?? t('common.unknown')}
    </span>
  )
}

type AttemptProps = Pick<Props, 'delivery' | 'masked'> & { attempt: DeliveryAttempt }

function Attempt({ attempt, delivery, masked }: AttemptProps) {
  // The initial state alone is set, so a later attempt does not collapse one that is being read.
  const [isOpen] = useState(attempt.number === delivery.attempts)
  const t = useTexts()
  const { locale } = useLocale()
  const { error_class: error, answer_status: status } = attempt
  const cause = error === null ? null : failureCause(error, status)
  return (
    <div className="flex flex-col gap-2">
      <Dotted>
        <span>{t('developer-deliveries.delivery.attempt', { number: String(attempt.number) })}</span>
        <span>
          {t(
            attempt.manual
              ? 'developer-deliveries.delivery.manual'
              : 'developer-deliveries.delivery.automatic',
          )}
        </span>
        <span className="tnum">
          {t('developer-deliveries.delivery.took', { ms: numberFormat(locale).format(attempt.duration_ms) })}
        </span>
        {error === null ? null : <span className="font-mono">{error}</span>}
      </Dotted>
      {cause ? (
        <p className="max-w-prose text-pretty text-text">
          {status === null ? null : `${t(`developer-deliveries.failures.${cause}.meaning`)}. `}
          {t(`developer-deliveries.failures.${cause}.fix`)}
        </p>
      ) : null}
      <details open={isOpen}>
        <summary className="hit flex w-fit cursor-pointer items-center font-medium text-accent-text">
          {t('developer-deliveries.delivery.show', { number: String(attempt.number) })}
        </summary>
        <div className="flex flex-col gap-2 pt-1">
          {status === null ? null : masked ? (
            <p>{t('developer-deliveries.delivery.answerHidden')}</p>
          ) : (
            <>
              {attempt.answer_head ? (
                <CopyableCode
                  label={t('developer-deliveries.delivery.response')}
                  code={attempt.answer_head}
                />
              ) : null}
              <CopyableCode
                label={t('developer-deliveries.delivery.responseHeaders')}
                code={responseHeaders(attempt)}
              />
            </>
          )}
          <CopyableCode
            label={t('developer-deliveries.delivery.requestHeaders')}
            code={requestHeaders(attempt, delivery)}
          />
        </div>
      </details>
    </div>
  )
}

/** Returns the headers of the contract. An attempt from before signatures were stored has none. */
function requestHeaders({ signature }: DeliveryAttempt, { id, kind }: DeliveryDetail['delivery']): string {
  return [
    'Content-Type: application/json',
    `User-Agent: ${WEBHOOK_USER_AGENT}`,
    `${EVENT_HEADER}: ${kind}`,
    `${DELIVERY_HEADER}: ${id}`,
    ...(signature === null ? [] : [`${SIGNATURE_HEADER}: ${signature}`]),
  ].join('\n')
}

function responseHeaders({ answer_status: status, answer_headers }: DeliveryAttempt): string {
  const headers = Object.entries(answer_headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  return [`HTTP ${status}`, ...headers].join('\n')
}
