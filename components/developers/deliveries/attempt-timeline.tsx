'use client'

import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { CopyCode } from '@/components/data/copy-code'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { useLocale } from '@/components/locale/locale-provider'
import { DateTime } from '@/components/time/date-time'
import { CodeBlock } from '@/components/ui/code-block'
import { Dotted } from '@/components/ui/dotted'
import { Timeline, type TimelineEntry } from '@/components/ui/timeline'
import { failureCause } from '@/lib/contract/deliveries'
import { DELIVERY_HEADER, EVENT_HEADER, SIGNATURE_HEADER, WEBHOOK_USER_AGENT } from '@/lib/contract/headers'
import type { DeliveryAttempt, DeliveryDetail } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { delivery as copy, failures } from '@/lib/messages/developer-deliveries'
import { whenText } from './delivery-text'

type Props = Pick<DeliveryDetail, 'delivery' | 'attempts' | 'masked'>

/** Renders the attempts of a delivery, oldest first, and the next scheduled one. */
export function AttemptTimeline({ delivery, attempts, masked }: Props) {
  const newest = attempts[0]?.number
  const entries: TimelineEntry[] = [
    {
      key: 'created',
      title: copy.recorded,
      when: <DateTime iso={delivery.created_at} />,
    },
    ...attempts.toReversed().map((attempt) => ({
      key: String(attempt.number),
      title: titleOf(attempt),
      when: <DateTime iso={attempt.attempted_at} />,
      tone: attempt.error_class === null ? ('success' as const) : ('danger' as const),
      detail: (
        <Attempt attempt={attempt} delivery={delivery} masked={masked} opens={attempt.number === newest} />
      ),
    })),
    ...useDue(delivery),
  ]
  return (
    <>
      {attempts.length < delivery.attempts ? (
        <p className="mb-3 text-muted text-sm">{copy.newestOnly(attempts.length, delivery.attempts)}</p>
      ) : null}
      <Timeline entries={entries} label={copy.attempts} />
    </>
  )
}

function useDue(delivery: DeliveryDetail['delivery']): TimelineEntry[] {
  const { timeZone, now } = useLocale()
  const { manual_due_at: manual, next_attempt_at: next } = delivery
  return [
    ...(manual === null ? [] : [{ key: 'manual', title: copy.nextManual, when: copy.dueNow, pending: true }]),
    ...(next === null
      ? []
      : [
          {
            key: 'next',
            title: copy.next(delivery.automatic_attempts + 1, delivery.attempts_max),
            when: whenText(next, timeZone, now),
            pending: true,
          },
        ]),
  ]
}

function titleOf({ answer_status: status, error_class: error }: DeliveryAttempt): string {
  if (status !== null) return copy.answered(status)
  return error === null ? common.unknown : failures[failureCause(error, status)].meaning
}

type AttemptProps = Pick<Props, 'delivery' | 'masked'> & { attempt: DeliveryAttempt; opens: boolean }

/** Renders one attempt: its result with a remedy and, when expanded, its request and response. */
function Attempt({ attempt, delivery, masked, opens }: AttemptProps) {
  // The initial state alone depends on `opens`, so a later attempt does not collapse one that is being read.
  const [isOpen, setIsOpen] = useState(opens)
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
      <details
        open={isOpen}
        onToggle={(event) => setIsOpen(event.currentTarget.open)}
        className="group/attempt rounded-md border bg-surface px-3"
      >
        <summary className="hit flex items-center justify-between gap-2 py-1 text-text">
          {copy.show(attempt.number)}
          <ChevronDown
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open/attempt:rotate-180 motion-reduce:transition-none"
          />
        </summary>
        <div className="flex flex-col gap-2 pb-3">
          <Lines label={copy.requestHeaders} lines={requestHeaders(attempt, delivery)} />
          {attempt.answer_headers ? (
            <Lines label={copy.answerHeaders} lines={answerHeaders(attempt.answer_headers)} />
          ) : null}
          {attempt.answer_head ? (
            <CodeBlock
              label={copy.answerBody}
              code={prettyJson(attempt.answer_head)}
              isWhole
              drawLine={drawJson}
              action={<CopyCode code={attempt.answer_head} label={common.copyThing(copy.answerBody)} />}
            />
          ) : status === null ? null : (
            <p>{masked ? copy.answerHidden : copy.emptyAnswer}</p>
          )}
        </div>
      </details>
    </div>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly string[] }) {
  const code = lines.join('\n')
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
function requestHeaders(attempt: DeliveryAttempt, { id, kind }: DeliveryDetail['delivery']): string[] {
  return [
    'Content-Type: application/json',
    `User-Agent: ${WEBHOOK_USER_AGENT}`,
    `${EVENT_HEADER}: ${kind}`,
    `${DELIVERY_HEADER}: ${id}`,
    ...(attempt.signature === null ? [] : [`${SIGNATURE_HEADER}: ${attempt.signature}`]),
  ]
}

function answerHeaders(headers: NonNullable<DeliveryAttempt['answer_headers']>): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${name}: ${one}`),
  )
}
