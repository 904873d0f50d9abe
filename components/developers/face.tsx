import { useQueryClient } from '@tanstack/react-query'
import { Check, CircleDashed, CircleSlash, RotateCw, ScanSearch, X } from 'lucide-react'
import { useCallback } from 'react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dotted } from '@/components/ui/dotted'
import { deliveryStates, failureCause, type ListedDelivery } from '@/lib/contract/panel/deliveries'
import { shortened } from '@/lib/domain/text'
import { deliveries as copy, failures } from '@/lib/messages/developer-deliveries'
import { signatureDebugger } from '@/lib/messages/signature-debugger'

/** Returns the page of an object of `Developers`. */
export function panelHref(tab: 'webhooks' | 'deliveries' | 'events', id: string): string {
  return `/developers/${tab}/${encodeURIComponent(id)}`
}

/** Returns a URL without its scheme, for a column. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

type Answered = Pick<ListedDelivery, 'status' | 'last_answer_status' | 'last_error_class'>

/** Returns whether a delivery has a result of an attempt. */
export function isAnswered({ last_answer_status: status, last_error_class: error }: Answered): boolean {
  return status !== null || error !== null
}

/** Returns the latest response: `503`, `timeout`, or its absence. */
export function answerText({
  status,
  last_answer_status: answer,
  last_error_class: error,
}: Answered): string {
  if (answer !== null) return String(answer)
  if (error !== null) return failures[failureCause(error, answer)].name
  return status === 'SKIPPED' ? copy.neverSent : copy.noAnswerYet
}

const icons = {
  PENDING: CircleDashed,
  RETRYING: RotateCw,
  SUCCEEDED: Check,
  FAILED: X,
  SKIPPED: CircleSlash,
} as const satisfies Record<keyof typeof copy.state, unknown>

type Stated = Pick<ListedDelivery, 'status' | 'attempts'>

/** Returns the state of a delivery. A pending one with an attempt is being retried. */
export function deliveryState({ status, attempts }: Stated): keyof typeof icons {
  return status === 'PENDING' && attempts > 0 ? 'RETRYING' : status
}

/** Renders a delivery's state. In a row it links to the row's page. */
export function DeliveryBadge({ of: delivery, href }: { of: Stated; href?: string }) {
  const state = deliveryState(delivery)
  const Icon = icons[state]
  return (
    <ExplainedBadge
      tone={state === 'RETRYING' ? 'warning' : deliveryStates[delivery.status].tone}
      icon={<Icon aria-hidden strokeWidth={2.5} />}
      meaning={copy.meaning[state]}
      href={href}
    >
      {copy.state[state]}
    </ExplainedBadge>
  )
}

/** Renders the label of a test event. */
export function TestMark() {
  return <Badge tone="muted">{copy.test}</Badge>
}

type RowsProps = {
  deliveries: readonly ListedDelivery[]
  /** Name of a row: its event, or its endpoint. */
  by: 'kind' | 'url'
}

/** Renders a few deliveries, each a link to its attempts. */
export function DeliveryRows({ deliveries, by }: RowsProps) {
  return (
    <ul className="-my-1 divide-y divide-border/70">
      {deliveries.map((row) => (
        <li
          key={row.id}
          className="relative -mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-md px-2 py-2 hover:bg-hover"
        >
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-2">
              <PageLink
                href={panelHref('deliveries', row.id)}
                className="record-link wrap-anywhere font-mono text-sm"
              >
                {row[by]}
              </PageLink>
              {by === 'kind' && row.test ? <TestMark /> : null}
            </p>
            <div className="text-muted text-sm">
              <Dotted>
                {by === 'kind' ? (
                  <span title={row.object_id} className="font-mono text-xs">
                    {shortened(row.object_id)}
                  </span>
                ) : null}
                <span>{copy.attemptsOf(row.attempts)}</span>
                <span>
                  {row.next_attempt_at ? `${copy.next} ` : null}
                  <DateTime iso={row.next_attempt_at ?? row.created_at} variant="row" />
                </span>
              </Dotted>
            </div>
          </div>
          <span className="flex items-center gap-2">
            {isAnswered(row) ? <span className="tnum text-muted text-sm">{answerText(row)}</span> : null}
            <DeliveryBadge of={row} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Renders the button that opens the signature debugger, with a delivery loaded if one is given. */
export function DebuggerLink({ delivery }: { delivery?: string }) {
  const query = delivery === undefined ? '' : `?delivery=${encodeURIComponent(delivery)}`
  return (
    <Button asChild icon={<ScanSearch aria-hidden className="size-4" />}>
      <PageLink href={`/developers/webhooks/debugger${query}`}>
        {delivery === undefined ? signatureDebugger.title : signatureDebugger.checkDelivery}
      </PageLink>
    </Button>
  )
}

/** Returns the function that refetches what the page shows of a noun. No live message reports the developer panel's. */
export function useRenew(noun: string): () => Promise<void> {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(() => client.invalidateQueries({ queryKey: [account, noun] }), [client, account, noun])
}
