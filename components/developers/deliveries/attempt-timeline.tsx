'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { CopyCode } from '@/components/data/curl'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { CodeBlock } from '@/components/ui/code-block'
import { Dotted } from '@/components/ui/dotted'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import { type DeliveryAttempt, type DeliveryDetail, failureCause } from '@/lib/contract/panel/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { delivery as copy, failures } from '@/lib/messages/developer-deliveries'
import { whenText } from './delivery-text'

type Props = Pick<DeliveryDetail, 'delivery' | 'attempts' | 'masked'>

/** Renders the attempts of a delivery, oldest first, and those that are due. */
export function AttemptTimeline({ delivery, attempts, masked }: Props) {
  const { timeZone, now } = useLocale()
  const { manual_due_at: manual, next_attempt_at: next } = delivery
  const entries: TimelineEntry[] = [
    { key: 'created', title: copy.recorded, when: <DateTime iso={delivery.created_at} /> },
    ...attempts.toReversed().map((attempt) => ({
      key: String(attempt.number),
      title: titleOf(attempt),
      when: <DateTime iso={attempt.attempted_at} />,
      tone: attempt.error_class === null ? ('success' as const) : ('danger' as const),
      detail: <Attempt attempt={attempt} delivery={delivery} masked={masked} />,
    })),
  ]
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

function titleOf({ answer_status: status, error_class: error }: DeliveryAttempt): string {
  if (status !== null) return copy.answered(status)
  return error === null ? common.unknown : failures[failureCause(error, status)].meaning
}

type AttemptProps = Pick<Props, 'delivery' | 'masked'> & { attempt: DeliveryAttempt }

/** Renders one attempt: its result with a remedy and, when opened, its request and response. */
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
          {status === null ? null : `${failure.meaning} `}
          {failure.fix}
        </p>
      ) : null}
      <details open={isOpen} className="group/attempt rounded-md border bg-surface px-3">
        <summary className="hit flex items-center justify-between gap-2 py-1 text-text">
          {copy.show(attempt.number)}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open/attempt:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        <div className="flex flex-col gap-2 pb-3">
          <Text label={copy.requestHeaders} code={requestHeaders(attempt, delivery)} />
          {status === null ? null : masked ? (
            <p>{copy.answerHidden}</p>
          ) : (
            <Text label={copy.response} code={responseOf(attempt)} />
          )}
        </div>
      </details>
    </div>
  )
}

function Text({ label, code }: { label: string; code: string }) {
  return (
    <CodeBlock
      label={label}
      code={code}
      isWhole
      action={<CopyCode code={code} label={common.copyThing(label)} />}
    />
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

/** Returns the headers of a response and the start of its body, as HTTP writes them. */
function responseOf({ answer_status: status, answer_headers, answer_head }: DeliveryAttempt): string {
  const headers = Object.entries(answer_headers ?? {}).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}: ${one}`),
  )
  return [`HTTP ${status}`, ...headers, '', answer_head ?? ''].join('\n').trimEnd()
}
