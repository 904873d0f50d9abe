import { relativeTime, shortTime } from '@/components/time/format-time'
import { type ListedDelivery, deliveryStates, failureCause } from '@/lib/contract/panel/deliveries'
import type { DeliveryFilter } from '@/lib/dashboard/schema/developers/deliveries'
import { deliveries, delivery as copy, failures, retryRuns } from '@/lib/messages/developer-deliveries'
import { Check, CircleDashed, CircleSlash, RotateCw, ScanSearch, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { Badge } from '@/components/ui/badge'
import { CopyCode } from '@/components/data/copy-code'
import { drawJson, prettyJson } from '@/components/detail/event-fold'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { common } from '@/lib/messages/common'
import { developers } from '@/lib/messages/developers'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Button } from '@/components/ui/button'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

/** Returns the page of a delivery. */
export function deliveryHref(id: string): string {
  return `/developers/deliveries/${encodeURIComponent(id)}`
}

/** Returns the page of a webhook endpoint. */
export function endpointHref(id: string): string {
  return `/developers/webhooks/${encodeURIComponent(id)}`
}

/** Returns the page of an event. */
export function eventHref({ id }: { id: string }): string {
  return `/developers/events/${encodeURIComponent(id)}`
}

/** Returns a URL without its scheme, for a column. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/** Returns the state of a delivery. A pending one with an attempt is being retried. */
export function deliveryState({
  status,
  attempts,
}: Pick<ListedDelivery, 'status' | 'attempts'>): keyof typeof deliveries.state {
  return status === 'PENDING' && attempts > 0 ? 'RETRYING' : status
}

/** Returns the latest response: `503`, `time-out`, `not yet`, or `never sent` for a skipped delivery. */
export function answerText({
  status: state,
  last_answer_status: status,
  last_error_class: error,
}: Pick<ListedDelivery, 'status' | 'last_answer_status' | 'last_error_class'>): string {
  if (status !== null) return String(status)
  if (error !== null) return failures[failureCause(error, status)].name
  return state === 'SKIPPED' ? deliveries.neverSent : deliveries.noAnswerYet
}

/**
 * Returns the label of the link to a bulk retry of a tab, with a count only if the plan includes every delivery of the
 * tab. A plan excludes first attempts and, without a status, successful deliveries.
 */
export function bulkRetryText(status: DeliveryFilter['status'], count: string | null): string {
  return status && status !== 'PENDING' && count !== null
    ? retryRuns.button(count)
    : retryRuns.buttonUncounted
}

type Shown = Pick<
  ListedDelivery,
  'status' | 'attempts' | 'automatic_attempts' | 'next_attempt_at' | 'manual_due_at'
> & { attempts_max: number }

/** Returns the state of a delivery in one sentence; `now` in milliseconds. */
export function deliverySentence(delivery: Shown, timeZone: string, now: number): string {
  const { attempts, next_attempt_at: next } = delivery
  if (delivery.manual_due_at !== null) return copy.manualDue
  if (attempts === 0 || next === null) return deliveries.meaning[deliveryState(delivery)]
  const when = whenText(next, timeZone, now)
  return copy.failedSoFar(attempts, when, delivery.automatic_attempts + 1, delivery.attempts_max)
}

/** Returns `due now`, `in 4 min`, or the time itself if it is more than a day ahead. */
export function whenText(iso: string, timeZone: string, now: number): string {
  // A time within the next half minute counts as due.
  if (Date.parse(iso) <= now + 30_000) return copy.dueNow
  const rounded = new Date(Date.parse(iso) + 30_000).toISOString()
  return relativeTime(rounded, now) ?? shortTime(iso, timeZone, now)
}

const icons = {
  PENDING: CircleDashed,
  RETRYING: RotateCw,
  SUCCEEDED: Check,
  FAILED: X,
  SKIPPED: CircleSlash,
} as const satisfies Record<ReturnType<typeof deliveryState>, unknown>

type Props = { of: Pick<ListedDelivery, 'status' | 'attempts'>; href?: string }

/** Renders a delivery's state. In a row it links to the row's page. */
export function DeliveryBadge({ of: delivery, href }: Props) {
  const state = deliveryState(delivery)
  const Icon = icons[state]
  return (
    <ExplainedBadge
      tone={deliveryStates[delivery.status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={deliveries.meaning[state]}
      href={href}
    >
      {deliveries.state[state]}
    </ExplainedBadge>
  )
}

/** Renders the label of a test event. */
export function TestMark() {
  return <Badge tone="muted">{deliveries.test}</Badge>
}

const copy = developers.body

/** Renders the body of an event, indented. The copy has the bytes that were signed and sent, unless they are masked. */
export function SentBody({ body, masked }: { body: string; masked: boolean }) {
  return (
    <Card title={copy.title}>
      <p className="mb-3 text-muted text-sm">{masked ? copy.masked : copy.hint}</p>
      <CodeBlock
        label={copy.raw}
        code={prettyJson(body)}
        isWhole
        drawLine={drawJson}
        action={<CopyCode code={body} label={common.copyThing(copy.raw)} />}
      />
    </Card>
  )
}

/** Renders the button that opens the signature debugger, with a delivery loaded if one is given. */
export function DebuggerLink({ delivery }: { delivery?: string }) {
  const query = delivery === undefined ? '' : `?delivery=${encodeURIComponent(delivery)}`
  return (
    <Button asChild icon={<ScanSearch aria-hidden className="size-4" />}>
      <PageLink href={`/developers/webhooks/debugger${query}`}>
        {delivery === undefined ? signatureDebugger.link : signatureDebugger.checkDelivery}
      </PageLink>
    </Button>
  )
}
