'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import {
  startRetryAction,
  stopRetryAction,
} from '@/app/(dashboard)/[account]/(panel)/developers/deliveries/actions'
import { type Failure, FailureBanner, reasonOf } from '@/components/data/failure'
import { isMissing } from '@/components/data/fetch-json'
import { useAct, useCan, useRead, useRenew } from '@/components/data/member'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { usePress } from '@/components/data/use-press'
import { DetailFallback, Figure, Figures, type ListOf } from '@/components/detail/detail-screen'
import { panelHref, shortUrl } from '@/components/developers/face'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { queryString } from '@/components/navigation/query-string'
import { useGo } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { useTimes } from '@/components/time/times'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { useToast } from '@/components/ui/toast'
import {
  type FailureGroup,
  type RetryPlan,
  type RetryRunDetail,
  retryRunStates,
} from '@/lib/contract/panel/deliveries'
import type { DeliveryFilter } from '@/lib/dashboard/developers/filters'
import { numberFormat } from '@/lib/domain/formatters'

const PATH = '/developers/deliveries'
const POLL_MS = 2_000

const list: ListOf = {
  path: PATH,
  title: 'developers.tabs.deliveries',
  one: 'developer-deliveries.retryRuns.title',
  loading: 'developer-deliveries.loading',
}

/** Renders the plan of a bulk retry, which the member confirms. */
export function RetryPlanScreen({ plan, filter }: { plan: RetryPlan; filter: DeliveryFilter }) {
  const t = useTexts()
  const { shortTime } = useTimes()
  const { locale } = useLocale()
  const format = (count: number) => numberFormat(locale).format(count)
  const back = { href: `${PATH}${queryString(filter)}`, label: t('developers.tabs.deliveries') }
  const sendsDelivered = filter.status === 'SUCCEEDED'
  const inactive =
    plan.inactive > 0 ? t('developer-deliveries.retryRuns.inactive', { count: plan.inactive }) : null
  if (!plan.oldest || !plan.newest)
    return (
      <>
        <PageHeader back={back} title={t('developer-deliveries.retryRuns.planTitle')} />
        <EmptyState kind="nomatch" title={t('developer-deliveries.retryRuns.planNothing')}>
          <p>{inactive ?? t('developer-deliveries.retryRuns.planNothingHint')}</p>
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader
        back={back}
        title={t('developer-deliveries.retryRuns.planTitle')}
        lead={<p>{t('developer-deliveries.retryRuns.planSentence', { count: plan.total })}</p>}
      />
      <div className="flex max-w-4xl flex-col gap-4">
        <Card title={t('developer-deliveries.retryRuns.what')}>
          <ul className="divide-y divide-border/70">
            {plan.parts.map(({ endpoint_id, url, count }) => (
              <li key={endpoint_id} title={url} className="tnum flex justify-between gap-4 py-2">
                <span className="min-w-0 truncate">{shortUrl(url)}</span> {format(count)}
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-col gap-1 text-muted text-sm">
            <p>
              {t('developer-deliveries.retryRuns.span', {
                oldest: shortTime(plan.oldest),
                newest: shortTime(plan.newest),
              })}
            </p>
            <p className={sendsDelivered ? 'font-medium text-warning' : undefined}>
              {t(
                sendsDelivered
                  ? 'developer-deliveries.retryRuns.successesGo'
                  : 'developer-deliveries.retryRuns.successesStay',
              )}
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
  const t = useTexts()
  const start = useAct(startRetryAction)
  const go = useGo()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)

  async function begin() {
    setBusy(true)
    setFailure(null)
    const result = await start({ filter })
    if (result?.ok && result.data.id !== null) return go(`${PATH}/runs/${result.data.id}`, { replace: true })
    setBusy(false)
    setFailure({
      message: result?.ok
        ? t('developer-deliveries.retryRuns.notStartedHint')
        : (reasonOf(result) ?? t('common.loadFailedHint')),
    })
  }

  return (
    <>
      <FailureBanner failure={failure} title={t('developer-deliveries.retryRuns.notStarted')} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          busy={busy}
          busyLabel={t('developer-deliveries.retryRuns.starting')}
          onClick={begin}
        >
          {t('developer-deliveries.retryRuns.start', { count: total })}
        </Button>
        <ButtonLink href={`${PATH}${queryString(filter)}`}>{t('common.cancel')}</ButtonLink>
      </div>
    </>
  )
}

/** Renders a bulk retry: its progress, the results of its deliveries, and the button that stops it. */
export function RetryRunScreen({ id }: { id: string }) {
  const t = useTexts()
  const mayStop = useCan('developers.write')
  const format = numberFormat(useLocale().locale)
  const detail = useRead(
    'retry-runs/detail',
    { id },
    { refetchInterval: (query) => (isUnderWay(query.state.data) ? POLL_MS : refetchAfterFailure(query)) },
  )
  if (!detail.data || isMissing(detail.error)) return <DetailFallback list={list} query={detail} />
  const { status, total, queued, waiting, delivered, failed } = detail.data
  return (
    <>
      <PageHeader
        back={{ href: PATH, label: t('developers.tabs.deliveries') }}
        copies={id}
        tab={t('developer-deliveries.retryRuns.title')}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {t('developer-deliveries.retryRuns.titleOf', { count: total })}
            <Badge tone={retryRunStates[status].tone}>
              {t(`developer-deliveries.retryRuns.status.${status}`)}
            </Badge>
          </span>
        }
        lead={
          <p role="status">
            {status === 'DONE' && waiting === 0
              ? t('developer-deliveries.retryRuns.finished')
              : t(`developer-deliveries.retryRuns.sentence.${status}`)}
          </p>
        }
        action={status === 'RUNNING' && mayStop ? <Stop id={id} /> : undefined}
      />
      <div className="flex flex-col gap-4">
        <Progress
          label={t('developer-deliveries.retryRuns.progress')}
          done={total === 0 ? 1 : queued / total}
          text={t('developer-deliveries.retryRuns.progressText', {
            queued: format.format(queued),
            total: format.format(total),
          })}
        />
        <Figures label={t('developer-deliveries.retryRuns.figures')}>
          <Figure name={t('developer-deliveries.retryRuns.waiting')}>{format.format(waiting)}</Figure>
          <Figure name={t('developer-deliveries.status.SUCCEEDED')}>{format.format(delivered)}</Figure>
          <Figure name={t('developer-deliveries.retryRuns.failed')}>{format.format(failed)}</Figure>
        </Figures>
        <InlineLink className="self-start" href={`${PATH}${queryString({ run: id })}`}>
          {t('developer-deliveries.retryRuns.showThem')}
        </InlineLink>
      </div>
    </>
  )
}

function isUnderWay(run: RetryRunDetail | undefined): boolean {
  return run !== undefined && (run.status === 'RUNNING' || run.waiting > 0)
}

function Stop({ id }: { id: string }) {
  const t = useTexts()
  const stop = useAct(stopRetryAction)
  const renew = useRenew('retry-runs')
  const toast = useToast()
  const { busy, press } = usePress()

  async function end() {
    const failed = { what: t('developer-deliveries.retryRuns.notStopped'), retry: end }
    const result = await press(() => stop({ id }), failed)
    if (!result) return
    if (result.stopped) toast({ message: t('developer-deliveries.retryRuns.stopped') })
    await renew()
  }

  return (
    <Button busy={busy} busyLabel={t('developer-deliveries.retryRuns.stopping')} onClick={end}>
      {t('developer-deliveries.retryRuns.stop')}
    </Button>
  )
}

/** Renders the failures of the last 7 days by cause and endpoint, each with its remedy. */
export function DoctorScreen({ groups }: { groups: readonly FailureGroup[] }) {
  const t = useTexts()
  if (groups.length === 0)
    return (
      <EmptyState kind="none" title={t('developer-deliveries.doctor.healthy')}>
        {t('developer-deliveries.doctor.healthyHint')}
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
  const t = useTexts()
  const { soonTime } = useTimes()
  const { locale } = useLocale()
  const { cause, answered_at: answered, endpoint_status: status, endpoint_id: endpoint } = group
  const counted = { count: group.count, written: numberFormat(locale).format(group.count) }
  const set = queryString({ endpoint, answer: cause, period: '7d' })
  return (
    <Card title={t(`developer-deliveries.failures.${cause}.meaning`)}>
      <div className="flex flex-col gap-3">
        <p className="text-muted text-sm">
          <InlineLink href={`${PATH}${set}`}>{t('developer-deliveries.total', counted)}</InlineLink>{' '}
          <span className="wrap-anywhere">{shortUrl(group.url)}</span>,{' '}
          {t('developer-deliveries.doctor.since')} <DateTime iso={group.since} />{' '}
          <InlineLink href={panelHref('deliveries', group.example)}>
            {t('developer-deliveries.doctor.example')} {group.example_answer}
          </InlineLink>
        </p>
        <p className="max-w-prose text-pretty">{t(`developer-deliveries.failures.${cause}.fix`)}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t pt-3">
          <p className="text-muted text-sm">
            {answered
              ? t('developer-deliveries.doctor.answersAgain', { time: soonTime(answered) })
              : status === 'PAUSED'
                ? t('developer-deliveries.doctor.paused')
                : t('developer-deliveries.doctor.stillFails')}
          </p>
          {mayRetry && answered && status === 'ACTIVE' ? (
            <ButtonLink size="sm" variant="primary" Icon={RotateCw} href={`${PATH}/retry${set}`}>
              {t('developer-deliveries.retryRuns.button', counted)}
            </ButtonLink>
          ) : (
            <ButtonLink size="sm" href={`${panelHref('webhooks', endpoint)}?test=1`}>
              {t('developer-deliveries.doctor.test')}
            </ButtonLink>
          )}
        </div>
      </div>
    </Card>
  )
}
