'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import {
  startRetryAction,
  stopRetryAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { type Failure, FailureBanner, failureToast, reasonOf } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useCan } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { useAct, useRead } from '@/components/data/read'
import { DetailFallback, Figure, Figures } from '@/components/detail/detail-screen'
import { panelHref, shortUrl, useRenew } from '@/components/developers/face'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { queryString } from '@/components/navigation/query-string'
import { useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { DateTime } from '@/components/time/date-time'
import { shortTime, soonTime } from '@/components/time/format-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import {
  type FailureGroup,
  type RetryPlan,
  type RetryRunDetail,
  retryRunStates,
} from '@/lib/contract/panel/deliveries'
import type { DeliveryFilter } from '@/lib/dashboard/schema/developers'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { retryRuns as copy, deliveries, doctor, failures } from '@/lib/messages/developer-deliveries'

const PATH = '/developers/deliveries'
const POLL_MS = 2_000

type PlanProps = { plan: RetryPlan; filter: DeliveryFilter }

/** Renders the plan of a bulk retry, which the member confirms. */
export function RetryPlanScreen({ plan, filter }: PlanProps) {
  const { locale, timeZone, now } = useLocale()
  const format = (count: number) => numberFormat(locale).format(count)
  const back = { href: `${PATH}${queryString(filter)}`, label: deliveries.listLabel }
  const sendsDelivered = filter.status === 'SUCCEEDED'
  const inactive = plan.inactive > 0 ? copy.inactive(format(plan.inactive)) : null
  if (!plan.oldest || !plan.newest)
    return (
      <>
        <PageHeader back={back} title={copy.planTitle} />
        <EmptyState kind="nomatch" title={copy.planNothing}>
          <p>{inactive ?? copy.planNothingHint}</p>
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader back={back} title={copy.planTitle} lead={<p>{copy.planSentence(format(plan.total))}</p>} />
      <div className="flex max-w-4xl flex-col gap-4">
        <Card title={copy.what}>
          <ul className="divide-y divide-border/70">
            {plan.parts.map(({ endpoint_id, url, count }) => (
              <li key={endpoint_id} title={url} className="tnum flex justify-between gap-4 py-2">
                <span className="min-w-0 truncate">{shortUrl(url)}</span> {format(count)}
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-col gap-1 text-muted text-sm">
            <p>{copy.span(shortTime(plan.oldest, timeZone, now), shortTime(plan.newest, timeZone, now))}</p>
            <p className={sendsDelivered ? 'font-medium text-warning' : undefined}>
              {sendsDelivered ? copy.successesGo : copy.successesStay}
            </p>
            {inactive ? <p>{inactive}</p> : null}
          </div>
        </Card>
        <StartForm total={plan.total} filter={filter} />
      </div>
    </>
  )
}

function StartForm({ total, filter }: { total: number; filter: DeliveryFilter }) {
  const start = useAct(startRetryAction)
  const { locale } = useLocale()
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function begin() {
    setBusy(true)
    setFailure(null)
    const result = await start({ filter })
    if (result?.ok && result.data.id !== null) return go(`${PATH}/runs/${result.data.id}`, { replace: true })
    setBusy(false)
    setFailure({ message: result?.ok ? copy.notStartedHint : (reasonOf(result) ?? common.loadFailedHint) })
  }

  return (
    <>
      {failure ? <FailureBanner failure={failure} title={copy.notStarted} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} busyLabel={copy.starting} onClick={begin}>
          {copy.start(numberFormat(locale).format(total))}
        </Button>
        <Button asChild>
          <PageLink href={`${PATH}${queryString(filter)}`}>{common.cancel}</PageLink>
        </Button>
      </div>
    </>
  )
}

/** Renders a bulk retry: its progress, the results of its deliveries, and the button that stops it. */
export function RetryRunScreen({ id }: { id: string }) {
  const mayStop = useCan('developers.write')
  const format = numberFormat(useLocale().locale)
  const detail = useRead(
    'retry-runs/detail',
    { id },
    { refetchInterval: (query) => (isUnderWay(query.state.data) ? POLL_MS : refetchAfterFailure(query)) },
  )
  const listOf = { path: PATH, title: deliveries.listLabel }
  if (!detail.data || isMissing(detail.error))
    return <DetailFallback list={listOf} query={detail} one={copy.title} loading={deliveries.loading} />
  const { status, total, queued, waiting, delivered, failed } = detail.data
  return (
    <>
      <PageHeader
        back={{ href: PATH, label: deliveries.listLabel }}
        copies={id}
        tab={copy.title}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {copy.titleOf(format.format(total))}
            <Badge tone={retryRunStates[status].tone}>{copy.status[status]}</Badge>
          </span>
        }
        lead={
          <p role="status">{status === 'DONE' && waiting === 0 ? copy.finished : copy.sentence[status]}</p>
        }
        action={status === 'RUNNING' && mayStop ? <Stop id={id} /> : undefined}
      />
      <div className="flex flex-col gap-4">
        <Progress
          label={copy.progress}
          done={total === 0 ? 1 : queued / total}
          text={copy.progressText(format.format(queued), format.format(total))}
        />
        <Figures label={copy.figures}>
          <Figure name={copy.waiting}>{format.format(waiting)}</Figure>
          <Figure name={deliveries.state.SUCCEEDED}>{format.format(delivered)}</Figure>
          <Figure name={copy.failed}>{format.format(failed)}</Figure>
        </Figures>
        <TextLink className="self-start">
          <PageLink href={`${PATH}${queryString({ run: id })}`}>{copy.showThem}</PageLink>
        </TextLink>
      </div>
    </>
  )
}

function isUnderWay(run: RetryRunDetail | undefined): boolean {
  return run !== undefined && (run.status === 'RUNNING' || run.waiting > 0)
}

function Stop({ id }: { id: string }) {
  const stop = useAct(stopRetryAction)
  const renew = useRenew('retry-runs')
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    const result = await stop({ id })
    setBusy(false)
    if (!result?.ok) return toast(failureToast(result, { what: copy.notStopped, retry: press }))
    if (result.data.stopped) toast({ message: copy.stopped })
    await renew()
  }

  return (
    <Button busy={busy} busyLabel={copy.stopping} onClick={press}>
      {copy.stop}
    </Button>
  )
}

/** Renders the failures of the last 7 days by cause and endpoint, each with its remedy. */
export function DoctorScreen({ groups }: { groups: readonly FailureGroup[] }) {
  if (groups.length === 0)
    return (
      <EmptyState kind="none" title={doctor.healthy}>
        {doctor.healthyHint}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-4">
      {groups.map((group) => (
        <Group key={`${group.endpoint_id} ${group.cause}`} group={group} />
      ))}
    </div>
  )
}

function Group({ group }: { group: FailureGroup }) {
  const mayRetry = useCan('developers.write')
  const { locale, timeZone, now } = useLocale()
  const { cause, answered_at: answered, endpoint_status: status, endpoint_id: endpoint } = group
  const count = numberFormat(locale).format(group.count)
  const set = queryString({ endpoint, answer: cause, period: '7d' })
  return (
    <Card title={failures[cause].meaning}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          <TextLink>
            <PageLink href={`${PATH}${set}`}>{deliveries.total(count)}</PageLink>
          </TextLink>{' '}
          <span className="wrap-anywhere">{shortUrl(group.url)}</span>, {doctor.since}{' '}
          <DateTime iso={group.since} />{' '}
          <TextLink>
            <PageLink href={panelHref('deliveries', group.example)}>
              {doctor.example} {group.example_answer}
            </PageLink>
          </TextLink>
        </p>
        <p className="max-w-prose text-pretty">{failures[cause].fix}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3">
          <p className="text-muted text-sm">
            {answered
              ? doctor.answersAgain(soonTime(answered, timeZone, now))
              : status === 'PAUSED'
                ? doctor.paused
                : doctor.stillFails}
          </p>
          {mayRetry && answered && status === 'ACTIVE' ? (
            <Button asChild size="sm" variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
              <PageLink href={`${PATH}/retry${set}`}>{copy.button(count)}</PageLink>
            </Button>
          ) : (
            <Button asChild size="sm">
              <PageLink href={`${panelHref('webhooks', endpoint)}?test=1`}>{doctor.test}</PageLink>
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
