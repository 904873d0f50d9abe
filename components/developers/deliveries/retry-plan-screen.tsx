'use client'

import { useState } from 'react'
import { type Failure, FailureBanner } from '@/components/data/failure-banner'
import { reasonOf } from '@/components/data/failure-toast'
import { type Column, RecordTable } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useGo } from '@/components/shell/navigation/use-go'
import { durationText, shortTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ChoiceGroup } from '@/components/ui/choice'
import { EmptyState } from '@/components/ui/empty-state'
import { RETRY_SPEED_DEFAULT, retrySpeeds } from '@/lib/contract/deliveries'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { RetryPlan } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { retryRuns as copy, deliveries } from '@/lib/messages/developer-deliveries'
import { shortUrl } from './delivery-text'

/** Starts a bulk retry with the page's filters. `id` is null if another one runs, or if nothing is left to retry. */
type StartRetry = (input: { per_second: number }) => Promise<ActionResult<{ id: string | null }>>

type Props = {
  plan: RetryPlan
  /** Address of the list with the same filters. */
  listHref: string
  start: StartRetry
}

/** Renders the plan of a bulk retry, which the member confirms with a speed. */
export function RetryPlanScreen({ plan, listHref, start }: Props) {
  const { locale, timeZone, now } = useLocale()
  const format = (count: number) => numberFormat(locale).format(count)
  const back = { href: listHref, label: copy.back }
  if (plan.total === 0)
    return (
      <>
        <PageHeader back={back} title={copy.planTitle} />
        <EmptyState kind="nomatch" title={copy.planNothing}>
          <p>{plan.inactive > 0 ? copy.inactive(format(plan.inactive)) : copy.planNothingHint}</p>
        </EmptyState>
      </>
    )
  const sendsDelivered = plan.parts.some(({ status }) => status === 'SUCCEEDED')
  return (
    <>
      <PageHeader back={back} title={copy.planTitle} lead={<p>{copy.planSentence(format(plan.total))}</p>} />
      <div className="flex max-w-4xl flex-col gap-4">
        <Card title={copy.what}>
          <RecordTable
            label={copy.what}
            columns={columns(format)}
            rows={plan.parts.map((part) => ({
              ...part,
              id: `${part.endpoint_id} ${part.kind} ${part.status}`,
            }))}
          />
          <div className="mt-3 flex flex-col gap-1 text-muted text-sm">
            {plan.oldest && plan.newest ? (
              <p>{copy.span(shortTime(plan.oldest, timeZone, now), shortTime(plan.newest, timeZone, now))}</p>
            ) : null}
            <p className={sendsDelivered ? 'font-medium text-warning' : undefined}>
              {sendsDelivered ? copy.successesGo : copy.successesStay}
            </p>
            {plan.inactive > 0 ? <p>{copy.inactive(format(plan.inactive))}</p> : null}
            <p>{copy.scheduleStays}</p>
          </div>
        </Card>
        <StartForm total={plan.total} listHref={listHref} start={start} />
      </div>
    </>
  )
}

type Part = RetryPlan['parts'][number] & { id: string }

function columns(format: (count: number) => string): readonly Column<Part>[] {
  return [
    {
      key: 'endpoint',
      label: copy.columns.endpoint,
      cell: ({ url }) => <span className="wrap-anywhere">{shortUrl(url)}</span>,
    },
    {
      key: 'count',
      label: copy.columns.count,
      align: 'end',
      card: 'end',
      width: 'w-28',
      className: 'tnum',
      cell: ({ count }) => format(count),
    },
    {
      key: 'event',
      label: copy.columns.event,
      className: 'font-mono text-sm',
      cell: ({ kind }) => kind,
    },
    {
      key: 'result',
      label: copy.columns.result,
      card: 'end',
      className: 'text-muted text-sm',
      // A pending delivery here has failed at least once, because plans exclude first attempts.
      cell: ({ status }) => deliveries.state[status === 'PENDING' ? 'RETRYING' : status],
    },
  ]
}

function StartForm({ total, listHref, start }: { total: number } & Pick<Props, 'listHref' | 'start'>) {
  const { locale } = useLocale()
  const go = useGo()
  const [speed, setSpeed] = useState(String(RETRY_SPEED_DEFAULT))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  const seconds = Math.ceil(total / Number(speed))

  async function begin() {
    setBusy(true)
    setFailure(null)
    const result = await start({ per_second: Number(speed) }).catch(() => null)
    if (result?.ok && result.data.id !== null) {
      go(`/developers/deliveries/runs/${result.data.id}`, { replace: true })
      return
    }
    setBusy(false)
    setFailure({ message: result?.ok ? copy.notStartedHint : (reasonOf(result) ?? common.loadFailedHint) })
  }

  return (
    <Card>
      <div className="flex flex-col gap-4">
        {failure ? <FailureBanner failure={failure} title={copy.notStarted} /> : null}
        <ChoiceGroup
          legend={copy.speed}
          name="speed"
          value={speed}
          options={retrySpeeds.map((perSecond) => ({
            value: String(perSecond),
            label: copy.speedOf(perSecond),
          }))}
          onChange={setSpeed}
        />
        <p className="text-muted text-sm">
          {copy.takes(seconds < 60 ? copy.seconds(seconds) : durationText(seconds * 1_000))}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" busy={busy} busyLabel={copy.starting} onClick={begin}>
            {copy.start(numberFormat(locale).format(total))}
          </Button>
          <Button asChild>
            <PageLink href={listHref}>{copy.cancel}</PageLink>
          </Button>
        </div>
      </div>
    </Card>
  )
}
