'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { isMissing } from '@/components/data/fetch-json'
import { refetchAfterFailure } from '@/components/data/query-defaults'
import { DetailFallback } from '@/components/detail/detail-screen'
import { Figure, Figures } from '@/components/detail/figures'
import { queryString } from '@/components/list/query-string'
import { useLocale } from '@/components/locale/locale-provider'
import { PageHeader } from '@/components/shell/frame/page-header'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { DateTime } from '@/components/time/date-time'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Progress } from '@/components/ui/progress'
import { TextLink } from '@/components/ui/text-link'
import { useToast } from '@/components/ui/toast'
import { retryRunStates } from '@/lib/contract/deliveries'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { RetryRunDetail } from '@/lib/dashboard/schema/developers/deliveries'
import { numberFormat } from '@/lib/domain/formatters'
import { retryRuns as copy } from '@/lib/messages/developer-deliveries'
import { retryRunQuery } from './queries'

const listOf = { path: '/developers/deliveries/runs', title: copy.listTitle }
const POLL_MS = 2_000

/** Stops a bulk retry. `stopped` is false if it had already ended. */
type StopRetry = (input: { id: string }) => Promise<ActionResult<{ stopped: boolean }>>

type Props = { id: string; stop: StopRetry | null }

/** Renders a bulk retry: its progress, the results of its deliveries, and the button that stops it. */
export function RetryRunScreen({ id, stop }: Props) {
  const account = useAccount()
  const format = numberFormat(useLocale().locale)
  const detail = useQuery({
    ...retryRunQuery(account, id),
    refetchInterval: (query) => (isUnderWay(query.state.data) ? POLL_MS : refetchAfterFailure(query)),
  })
  if (!detail.data || isMissing(detail.error))
    return <DetailFallback list={listOf} query={detail} one={copy.title} loading={copy.loading} />
  const run = detail.data
  const { status, total, queued } = run
  return (
    <>
      <PageHeader
        back={{ href: listOf.path, label: listOf.title }}
        copies={run.id}
        tab={copy.title}
        title={
          <span className="flex flex-wrap items-center gap-3">
            {copy.titleOf(format.format(total))}
            <Badge tone={retryRunStates[status].tone}>{copy.status[status]}</Badge>
          </span>
        }
        lead={
          <p role="status">
            {status === 'DONE' && run.waiting === 0 ? copy.finished : copy.sentence[status]}
          </p>
        }
        action={status === 'RUNNING' && stop ? <Stop id={id} stop={stop} /> : undefined}
      />
      <div className="flex flex-col gap-4">
        <Card>
          <Progress
            label={copy.progress}
            done={total === 0 ? 1 : queued / total}
            text={copy.progressText(format.format(queued), format.format(total))}
          />
          <p className="mt-2 text-muted text-sm">
            {copy.started} <DateTime iso={run.created_at} />
          </p>
        </Card>
        <Figures label={copy.figures}>
          <Figure name={copy.queued} note={copy.queuedNote(run.per_second)}>
            {format.format(queued)}
          </Figure>
          <Figure name={copy.waiting}>{format.format(run.waiting)}</Figure>
          <Figure name={copy.delivered}>{format.format(run.delivered)}</Figure>
          <Figure name={copy.failed}>{format.format(run.failed)}</Figure>
        </Figures>
        <TextLink className="self-start">
          <PageLink href={`/developers/deliveries${queryString({ run: run.id })}`}>{copy.showThem}</PageLink>
        </TextLink>
      </div>
    </>
  )
}

/** Returns whether deliveries of a run are still to be queued or sent. */
function isUnderWay(run: RetryRunDetail | undefined): boolean {
  return run !== undefined && (run.status === 'RUNNING' || run.waiting > 0)
}

function Stop({ id, stop }: { id: string; stop: StopRetry }) {
  const account = useAccount()
  const client = useQueryClient()
  const toast = useToast()
  const [busy, setBusy] = useState(false)

  async function press() {
    setBusy(true)
    const result = await stop({ id }).catch(() => null)
    setBusy(false)
    if (!result?.ok) return toast(failureToast(result, { what: copy.notStopped, retry: press }))
    if (result.data.stopped) toast({ message: copy.stopped })
    await client.invalidateQueries({ queryKey: retryRunQuery(account, id).queryKey })
  }

  return (
    <Button busy={busy} busyLabel={copy.stopping} onClick={press}>
      {copy.stop}
    </Button>
  )
}
