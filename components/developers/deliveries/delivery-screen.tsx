'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { retryDeliveryAction } from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { failureToast } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { read, useAct } from '@/components/data/read'
import { ShortId } from '@/components/data/short-id'
import { DetailFallback, summaryOf } from '@/components/detail/detail-screen'
import { DebuggerLink } from '@/components/developers/debugger/debugger-link'
import { endpointHref, eventHref } from '@/components/developers/hrefs'
import { SentBody } from '@/components/developers/sent-body'
import { useLastList } from '@/components/list/last-list'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { eventScreen } from '@/components/settings/event-screen'
import { DateTime } from '@/components/time/date-time'
import { zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import type { DeliveryDetail } from '@/lib/contract/panel/deliveries'
import { common } from '@/lib/messages/common'
import { delivery as copy, deliveries } from '@/lib/messages/developer-deliveries'
import { times } from '@/lib/messages/times'
import { AttemptTimeline } from './attempt-timeline'
import { DeliveryBadge, TestMark } from './delivery-badge'
import { answerText, deliverySentence, deliveryState, shortUrl } from './delivery-text'

const listOf = { path: '/developers/deliveries', title: deliveries.title }
const DUE_POLL_MS = 2_000
const WAITING_POLL_MS = 15_000

/** Renders one delivery: its state in a sentence, every attempt with request and response, and its related objects. */
export function DeliveryScreen({ id }: { id: string }) {
  const account = useAccount()
  const { timeZone, now } = useLocale()
  const detail = useQuery({
    ...read(account, 'deliveries/detail', { id }),
    refetchInterval: (query) => pollMs(query.state.data) ?? refetchAfterFailure(query),
  })
  if (!detail.data || isMissing(detail.error))
    return <DetailFallback list={listOf} query={detail} one={deliveries.one} loading={copy.loading} />
  const { delivery, body, masked, attempts } = detail.data
  return (
    <>
      <Header detail={detail.data} sentence={deliverySentence(delivery, timeZone, now)} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={copy.attempts}>
            <AttemptTimeline delivery={delivery} attempts={attempts} masked={masked} />
          </Card>
          <SentBody body={body} masked={masked} />
        </div>
        <DeliveryProperties delivery={delivery} />
      </div>
    </>
  )
}

/** Returns the refetch interval, the time to the next attempt within its limits: 2 s if one is due, null after the last. */
function pollMs(detail: DeliveryDetail | undefined): number | null {
  if (!detail) return null
  const { status, manual_due_at: manual, next_attempt_at: next } = detail.delivery
  if (manual !== null) return DUE_POLL_MS
  if (status !== 'PENDING' || next === null) return null
  return Math.min(WAITING_POLL_MS, Math.max(DUE_POLL_MS, Date.parse(next) - Date.now()))
}

type HeaderProps = { detail: DeliveryDetail; sentence: string }

function Header({ detail, sentence }: HeaderProps) {
  const mayRetry = useCan('developers.write')
  const { delivery, attempts } = detail
  const { timeZone } = useLocale()
  const back = { href: useLastList(listOf.path), label: listOf.title }
  return (
    <PageHeader
      back={back}
      copies={delivery.id}
      tab={`${deliveries.one} ${delivery.kind}`}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span className="wrap-anywhere font-mono text-xl">{delivery.kind}</span>
          <DeliveryBadge of={delivery} />
          {delivery.test ? <TestMark /> : null}
        </span>
      }
      lead={<p role="status">{sentence}</p>}
      action={
        <div className="flex flex-wrap gap-2">
          <CopyButton value={summary(detail, timeZone)} label={common.copy} />
          {attempts.some(({ signature }) => signature !== null) ? (
            <DebuggerLink delivery={delivery.id} />
          ) : null}
          {mayRetry ? <Retry delivery={delivery} /> : null}
        </div>
      }
    />
  )
}

function Retry({ delivery }: Pick<DeliveryDetail, 'delivery'>) {
  const retry = useAct(retryDeliveryAction)
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function send() {
    setBusy(true)
    const result = await retry({ id: delivery.id })
    setBusy(false)
    if (!result?.ok) return toast(failureToast(result, { what: copy.retryNotDone, retry: send }))
    if (!result.data.queued) return toast({ tone: 'danger', message: copy.retryInactive })
    toast({ message: copy.retryQueued })
    await client.invalidateQueries({
      queryKey: read(account, 'deliveries/detail', { id: delivery.id }).queryKey,
    })
  }

  return (
    <Button
      variant="primary"
      busy={busy || delivery.manual_due_at !== null}
      busyLabel={copy.retrying}
      icon={<RotateCw aria-hidden className="size-4" />}
      onClick={send}
    >
      {copy.retry}
    </Button>
  )
}

function DeliveryProperties({ delivery }: Pick<DeliveryDetail, 'delivery'>) {
  const { names } = copy
  const { kind, object_id, retry_run_id: run } = delivery
  const isDeleted = delivery.endpoint_status === 'DELETED'
  const objectHref = eventScreen({ kind, object_id, outcome: delivery.test ? 'test' : 'applied' })
  return (
    <Card title={copy.properties}>
      <PropertyList>
        <Property name={names.endpoint}>
          <Linked href={isDeleted ? null : endpointHref(delivery.endpoint_id)}>
            {shortUrl(delivery.url)}
          </Linked>
          {isDeleted ? <span className="text-muted text-sm"> {copy.endpointDeleted}</span> : null}
        </Property>
        <Property name={names.object}>
          <Linked href={objectHref}>{object_id}</Linked>
        </Property>
        <Property name={names.event}>
          <Linked href={eventHref({ id: delivery.event_id })}>{delivery.event_id}</Linked>
        </Property>
        <Property name={names.id}>
          <ShortId id={delivery.id} name={names.id} />
        </Property>
        <Property name={names.created}>
          <DateTime iso={delivery.created_at} />
        </Property>
        {run ? (
          <Property name={names.run}>
            <Linked href={`/developers/deliveries/runs/${run}`}>{copy.runLink}</Linked>
          </Property>
        ) : null}
      </PropertyList>
    </Card>
  )
}

/** Renders a text, as a link if it has a page. */
function Linked({ href, children }: { href: string | null; children: string }) {
  if (href === null) return <span className="wrap-anywhere">{children}</span>
  return (
    <TextLink>
      <PageLink href={href} className="wrap-anywhere">
        {children}
      </PageLink>
    </TextLink>
  )
}

/** Returns a delivery as a text for the engineers of the endpoint: ids, result and the time in both zones. */
function summary({ delivery }: DeliveryDetail, timeZone: string): string {
  const { names } = copy
  return summaryOf([
    [names.id, delivery.id],
    [names.event, `${delivery.kind} ${delivery.event_id}`],
    [names.object, delivery.object_id],
    [names.endpoint, `${delivery.url} ${delivery.endpoint_id}`],
    [deliveries.columns.result, deliveries.state[deliveryState(delivery)]],
    [deliveries.columns.answer, answerText(delivery)],
    [deliveries.columns.attempts, String(delivery.attempts)],
    [names.created, times.exact(zonedTime(delivery.created_at, timeZone), delivery.created_at)],
  ])
}
