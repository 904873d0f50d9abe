'use client'

import { Check, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { retryDeliveryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { failureToast } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { useAct, useRead } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { CopyableCode, Linked, LinkedId, PanelDetail, SentBody } from '@/components/developers/detail'
import {
  answerText,
  DebuggerLink,
  DeliveryBadge,
  deliveryState,
  panelHref,
  shortUrl,
  TestMark,
  useRenew,
} from '@/components/developers/face'
import { useLocale } from '@/components/locale/locale-provider'
import { eventScreen } from '@/components/settings/received-screen'
import { DateTime } from '@/components/time/date-time'
import { relativeTime, shortTime, zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Dotted } from '@/components/ui/dotted'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { useToast } from '@/components/ui/toast'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { type DeliveryAttempt, type DeliveryDetail, failureCause } from '@/lib/contract/panel/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { delivery as copy, deliveries, failures, retryRuns } from '@/lib/messages/developer-deliveries'
import { times } from '@/lib/messages/times'

const { columns } = deliveries
const listOf = { path: '/developers/deliveries', title: deliveries.listLabel }
/** Refetch interval of a delivery that is under way. */
const POLL_MS = 3_000

/** Renders one delivery: its state in a sentence, every attempt with request and response, and its related objects. */
export function DeliveryScreen({ id }: { id: string }) {
  const mayRetry = useCan('developers.write')
  const { locale, timeZone, now } = useLocale()
  const detail = useRead(
    'deliveries/detail',
    { id },
    {
      refetchInterval: (query) => (isUnderWay(query.state.data) ? POLL_MS : refetchAfterFailure(query)),
    },
  )
  if (!detail.data || isMissing(detail.error))
    return <DetailFallback list={listOf} query={detail} one={deliveries.one} loading={deliveries.loading} />
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
      {isDeleted ? <span className="text-muted text-sm"> {copy.endpointDeleted}</span> : null}
    </span>
  )
  return (
    <PanelDetail
      list={listOf}
      copies={id}
      name={kind}
      badges={
        <>
          <DeliveryBadge of={delivery} />
          {test ? <TestMark /> : null}
        </>
      }
      lead={successText(attempts[0], locale) ?? deliverySentence(delivery, timeZone, now)}
      summary={summary(delivery, timeZone)}
      actions={
        <>
          {isSigned ? <DebuggerLink delivery={id} /> : null}
          {mayRetry ? <Retry delivery={delivery} /> : null}
        </>
      }
      properties={[
        { name: columns.endpoint, value: endpoint },
        { name: columns.object, value: <LinkedId href={objectHref} id={object_id} /> },
        { name: columns.event, value: <LinkedId href={panelHref('events', event_id)} id={event_id} /> },
        { name: deliveries.one, value: <ShortId id={id} name={deliveries.one} /> },
        { name: columns.created, value: <DateTime iso={delivery.created_at} /> },
        {
          name: retryRuns.title,
          value: run && <Linked href={`/developers/deliveries/runs/${run}`}>{copy.runLink}</Linked>,
        },
      ]}
    >
      <SentBody body={body} masked={masked} />
      {attempts.length > 0 || isUnderWay(detail.data) ? (
        <Card title={copy.attempts}>
          <AttemptTimeline delivery={delivery} attempts={attempts} masked={masked} />
        </Card>
      ) : null}
    </PanelDetail>
  )
}

function isUnderWay(detail: DeliveryDetail | undefined): boolean {
  return detail?.delivery.status === 'PENDING' || (detail?.delivery.manual_due_at ?? null) !== null
}

function successText(attempt: DeliveryAttempt | undefined, locale: string): string | null {
  if (!attempt || attempt.error_class !== null || attempt.answer_status === null) return null
  return copy.delivered(
    attempt.answer_status,
    numberFormat(locale).format(attempt.duration_ms),
    attempt.number,
  )
}

/** Returns the state of a delivery in one sentence; `now` in milliseconds. */
export function deliverySentence(
  delivery: DeliveryDetail['delivery'],
  timeZone: string,
  now: number,
): string {
  const { attempts, next_attempt_at: next } = delivery
  if (delivery.manual_due_at !== null) return copy.manualDue
  if (attempts === 0 || next === null) return deliveries.meaning[deliveryState(delivery)]
  const when = whenText(next, timeZone, now)
  return copy.failedSoFar(attempts, when, delivery.automatic_attempts + 1, delivery.attempts_max)
}

/** Returns `due now`, `in 4 min`, or the time itself if it is more than a day ahead. */
function whenText(iso: string, timeZone: string, now: number): string {
  // A time within the next half minute counts as due.
  if (Date.parse(iso) <= now + 30_000) return copy.dueNow
  const rounded = new Date(Date.parse(iso) + 30_000).toISOString()
  return relativeTime(rounded, now) ?? shortTime(iso, timeZone, now)
}

function Retry({ delivery }: Pick<DeliveryDetail, 'delivery'>) {
  const retry = useAct(retryDeliveryAction)
  const renew = useRenew('deliveries')
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const result = await retry({ id: delivery.id })
    setBusy(false)
    if (!result?.ok) return toast(failureToast(result, { what: copy.retryNotDone, retry: send }))
    if (!result.data.queued) return toast({ tone: 'danger', message: copy.retryInactive })
    toast({ message: copy.retryQueued })
    await renew()
  }

  return (
    <Button
      {...(delivery.last_error_class === null ? {} : { variant: 'primary' })}
      busy={busy || delivery.manual_due_at !== null}
      icon={<RotateCw aria-hidden className="size-4" />}
      onClick={send}
    >
      {copy.retry}
    </Button>
  )
}

function summary(delivery: DeliveryDetail['delivery'], timeZone: string): string {
  return summaryOf([
    [deliveries.one, delivery.id],
    [columns.event, `${delivery.kind} ${delivery.event_id}`],
    [columns.object, delivery.object_id],
    [columns.endpoint, `${delivery.url} ${delivery.endpoint_id}`],
    [columns.result, deliveries.state[deliveryState(delivery)]],
    [columns.answer, answerText(delivery)],
    [columns.attempts, String(delivery.attempts)],
    [columns.created, times.exact(zonedTime(delivery.created_at, timeZone), delivery.created_at)],
  ])
}

type Props = Pick<DeliveryDetail, 'delivery' | 'attempts' | 'masked'>

function AttemptTimeline({ delivery, attempts, masked }: Props) {
  const { timeZone, now } = useLocale()
  const { manual_due_at: manual, next_attempt_at: next } = delivery
  const entries: TimelineEntry[] = attempts.toReversed().map((attempt) => ({
    key: String(attempt.number),
    title: titleOf(attempt),
    when: <DateTime iso={attempt.attempted_at} />,
    tone: attempt.error_class === null ? 'success' : 'danger',
    detail: <Attempt attempt={attempt} delivery={delivery} masked={masked} />,
  }))
  if (manual !== null)
    entries.push({ key: 'manual', title: copy.nextManual, when: copy.dueNow, pending: true })
  if (next !== null) {
    const title = copy.next(delivery.automatic_attempts + 1, delivery.attempts_max)
    entries.push({ key: 'next', title, when: whenText(next, timeZone, now), pending: true })
  }
  return (
    <>
      {attempts.length < delivery.attempts ? (
        <p className="mb-3 text-muted text-sm">{copy.newestOnly(attempts.length, delivery.attempts)}</p>
      ) : null}
      <Timeline entries={entries} label={copy.attempts} />
    </>
  )
}

function titleOf({ answer_status: status, error_class: error }: DeliveryAttempt): ReactNode {
  const text = status === null ? null : copy.answered(status)
  if (error !== null) return text ?? failures[failureCause(error, status)].meaning
  return (
    <span className="flex items-center gap-1.5">
      <Check aria-hidden className="size-4 text-success" />
      {text ?? common.unknown}
    </span>
  )
}

type AttemptProps = Pick<Props, 'delivery' | 'masked'> & { attempt: DeliveryAttempt }

function Attempt({ attempt, delivery, masked }: AttemptProps) {
  // The initial state alone is set, so a later attempt does not collapse one that is being read.
  const [isOpen] = useState(attempt.number === delivery.attempts)
  const { locale } = useLocale()
  const { error_class: error, answer_status: status } = attempt
  const failure = error === null ? null : failures[failureCause(error, status)]
  return (
    <div className="flex flex-col gap-2">
      <Dotted>
        <span>{copy.attempt(attempt.number)}</span>
        <span>{attempt.manual ? copy.manual : copy.automatic}</span>
        <span className="tnum">{copy.took(numberFormat(locale).format(attempt.duration_ms))}</span>
        {error === null ? null : <span className="font-mono">{error}</span>}
      </Dotted>
      {failure ? (
        <p className="max-w-prose text-pretty text-text">
          {status === null ? null : `${failure.meaning}. `}
          {failure.fix}
        </p>
      ) : null}
      <details open={isOpen}>
        <summary className="hit flex w-fit cursor-pointer items-center font-medium text-accent-text">
          {copy.show(attempt.number)}
        </summary>
        <div className="flex flex-col gap-2 pt-1">
          {status === null ? null : masked ? (
            <p>{copy.answerHidden}</p>
          ) : (
            <>
              {attempt.answer_head ? <CopyableCode label={copy.response} code={attempt.answer_head} /> : null}
              <CopyableCode label={copy.responseHeaders} code={responseHeaders(attempt)} />
            </>
          )}
          <CopyableCode label={copy.requestHeaders} code={requestHeaders(attempt, delivery)} />
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
