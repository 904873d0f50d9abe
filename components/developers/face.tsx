import { Check, CircleDashed, CircleSlash, RotateCw, ScanSearch, X } from 'lucide-react'
import { ExplainedBadge } from '@/components/data/explained-badge'
import { type Column, RowLink } from '@/components/list/columns'
import { ButtonLink } from '@/components/navigation/link-looks'
import { useTexts } from '@/components/texts/texts-provider'
import { RowTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { type ChosenEventKind, chosenEventKinds } from '@/lib/contract/event-kinds'
import {
  type DeliveryStatus,
  deliveryStates,
  failureCause,
  type ListedDelivery,
} from '@/lib/contract/panel/deliveries'
import { shortened } from '@/lib/domain/text'
import type { Translate } from '@/lib/messages/translator'

export function panelHref(tab: 'webhooks' | 'deliveries' | 'events', id: string): string {
  return `/developers/${tab}/${encodeURIComponent(id)}`
}

export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '')
}

/**
 * Labels of the kinds of events: their names in the contract, for which engineers search. The cast is valid, because
 * the keys are all kinds.
 */
export const kindLabels = Object.fromEntries(chosenEventKinds.map((kind) => [kind, kind])) as Record<
  ChosenEventKind,
  string
>

type Answered = Pick<ListedDelivery, 'status' | 'last_answer_status' | 'last_error_class'>

export function isAnswered({ last_answer_status: status, last_error_class: error }: Answered): boolean {
  return status !== null || error !== null
}

/** Returns the latest response: `503`, `timeout`, or its absence. */
export function answerText(
  { status, last_answer_status: answer, last_error_class: error }: Answered,
  t: Translate,
): string {
  if (answer !== null) return String(answer)
  if (error !== null) return t(`developer-rows.cause.${failureCause(error, answer)}`)
  return t(status === 'SKIPPED' ? 'developer-rows.neverSent' : 'developer-rows.noAnswerYet')
}

const icons = {
  PENDING: CircleDashed,
  RETRYING: RotateCw,
  SUCCEEDED: Check,
  FAILED: X,
  SKIPPED: CircleSlash,
} as const satisfies Record<DeliveryStatus | 'RETRYING', unknown>

type Stated = Pick<ListedDelivery, 'status' | 'attempts'>

/** Returns the state of a delivery. A pending one with an attempt is being retried. */
export function deliveryState({ status, attempts }: Stated): keyof typeof icons {
  return status === 'PENDING' && attempts > 0 ? 'RETRYING' : status
}

/** Renders a delivery's state. In a row it links to the row's page. */
export function DeliveryBadge({ of: delivery, href }: { of: Stated; href?: string }) {
  const t = useTexts()
  const state = deliveryState(delivery)
  return (
    <ExplainedBadge
      tone={state === 'RETRYING' ? 'warning' : deliveryStates[delivery.status].tone}
      Icon={icons[state]}
      meaning={t(`developer-rows.meaning.${state}`)}
      href={href}
    >
      {t(`developer-rows.state.${state}`)}
    </ExplainedBadge>
  )
}

export function TestMark() {
  return <Badge tone="muted">{useTexts()('developer-rows.test')}</Badge>
}

type PanelRow = { id: string; kind: string; object_id: string; created_at: string; test: boolean }

/** Returns the columns of deliveries and of events that are alike: event, object and time. */
export function panelColumns<Row extends PanelRow>(tab: 'deliveries' | 'events', t: Translate) {
  const event: Column<Row> = {
    key: 'event',
    label: t('developer-rows.columns.event'),
    className: '@2xl:w-[34%] @2xl:max-w-0',
    cell: ({ id, kind, test }) => (
      <span className="flex min-w-0 items-center gap-2">
        <RowLink href={panelHref(tab, id)} copies={id} className="min-w-0 font-mono text-sm">
          <span title={kind} className="block truncate">
            {kind}
          </span>
        </RowLink>
        {test ? <TestMark /> : null}
      </span>
    ),
  }
  const object: Column<Row> = {
    key: 'object',
    label: t('developer-rows.columns.object'),
    from: '5xl',
    card: 'none',
    width: 'w-40 min-w-40',
    className: 'text-muted text-sm',
    cell: ({ object_id: id }) => (
      <span title={id} className="whitespace-nowrap font-mono">
        {shortened(id)}
      </span>
    ),
  }
  const created: Column<Row> = {
    key: 'created',
    label: t('developer-rows.columns.created'),
    labelIn: (zone) => t('developer-rows.columns.createdIn', { zone }),
    width: 'w-28 min-w-28 @3xl:w-36 @3xl:min-w-36',
    align: 'end',
    className: 'text-muted text-sm @2xl:whitespace-nowrap @max-2xl:order-5',
    cell: ({ id, created_at }) => <RowTime iso={created_at} href={panelHref(tab, id)} />,
  }
  return { event, object, created }
}

export function DebuggerLink({ delivery }: { delivery?: string }) {
  const t = useTexts()
  const query = delivery === undefined ? '' : `?delivery=${encodeURIComponent(delivery)}`
  return (
    <ButtonLink Icon={ScanSearch} href={`/developers/webhooks/debugger${query}`}>
      {t(delivery === undefined ? 'developers.debugger.open' : 'developers.debugger.check')}
    </ButtonLink>
  )
}
