'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, RefreshCw, TriangleAlert } from 'lucide-react'
import { QueryFallback } from '@/components/data/query-fallback'
import { usePlace } from '@/components/locale/locale-provider'
import { mirrorQuery } from '@/components/mirror/queries'
import { useAccount } from '@/components/shell/use-account'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import { numberFormat } from '@/lib/contract/formatters'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { isRunning, type MirrorHealth, type SyncProgress } from '@/lib/dashboard/schema/mirror'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { SettingRow, SettingRows } from './setting-row'
import { Panel, SettingsSection } from './settings-section'

const words = settings.health

const stateLooks = {
  importing: { tone: 'neutral', Icon: LoaderCircle },
  live: { tone: 'success', Icon: CircleCheck },
  no_webhook: { tone: 'warning', Icon: TriangleAlert },
  behind: { tone: 'warning', Icon: TriangleAlert },
  broken: { tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<MirrorHealth['state'], { tone: Tone; Icon: unknown }>

/** Whether a comparison that still runs is to say how the copy stands; without webhooks it is so anyway. */
function isInDoubt(state: MirrorHealth['state']): boolean {
  return state !== 'importing' && state !== 'no_webhook'
}

/** null = this member may not start a comparison. */
type Reconcile = (() => Promise<ActionResult<SyncProgress>>) | null

/** How well the dashboard's copy follows the service. */
export function HealthSection({ reconcile }: { reconcile: Reconcile }) {
  const account = useAccount()
  const health = useQuery(mirrorQuery(account))
  return (
    <SettingsSection id="mirror-health" title={words.title} lead={words.lead}>
      {health.data ? (
        <HealthPanel health={health.data} reconcile={reconcile} />
      ) : (
        <QueryFallback query={health} label={common.loading} rows={4} />
      )}
    </SettingsSection>
  )
}

function HealthPanel({ health, reconcile }: { health: MirrorHealth; reconcile: Reconcile }) {
  const { locale } = usePlace()
  const account = useAccount()
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async (start: NonNullable<Reconcile>) => {
      const result = await start().catch(() => null)
      if (!result?.ok) throw new Error(result?.error.message ?? settings.noAnswer)
      return result.data
    },
    onSuccess: (progress) => {
      client.setQueryData(
        mirrorQuery(account).queryKey,
        (known) => known && { ...known, last_sync: progress },
      )
    },
  })
  const { last_sync: sync } = health
  const running = isRunning(sync)
  const { tone, Icon, state, hint } =
    running && isInDoubt(health.state)
      ? { tone: 'neutral' as const, Icon: RefreshCw, state: words.comparingState, hint: words.comparingHint }
      : {
          ...stateLooks[health.state],
          state: words.states[health.state],
          hint: words.hints[health.state],
        }
  const number = numberFormat(locale)
  const seen = [
    words.links(sync?.links_seen ?? 0, number.format(sync?.links_seen ?? 0)),
    words.payments(sync?.payments_seen ?? 0, number.format(sync?.payments_seen ?? 0)),
    sync?.days ?? null,
  ] as const
  const drift = words.driftValue(health.drift, number.format(health.drift))
  return (
    <>
      {run.error ? (
        <Banner tone="danger" title={words.failed} announce>
          {run.error.message}
        </Banner>
      ) : null}
      {sync?.state === 'FAILED' ? (
        <Banner tone="warning" title={words.syncFailed}>
          {sync.error}
        </Banner>
      ) : null}
      <Panel className="px-4 py-1.5 sm:px-5">
        <SettingRows>
          <SettingRow name={words.state}>
            <span role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <Badge tone={tone} icon={<Icon aria-hidden />}>
                {state}
              </Badge>
              <span className="text-muted text-sm">{hint}</span>
            </span>
          </SettingRow>
          <SettingRow
            name={words.lastSync}
            action={
              reconcile ? (
                <Button
                  size="sm"
                  busy={running || run.isPending}
                  busyLabel={words.running}
                  icon={<RefreshCw aria-hidden className="size-4" />}
                  onClick={() => run.mutate(reconcile)}
                >
                  {words.run}
                </Button>
              ) : undefined
            }
          >
            {running ? (
              <>
                <p className="tnum text-sm">{words.comparing(...seen)}</p>
                <Progress label={words.lastSync} done={null} className="mt-1 max-w-sm" />
              </>
            ) : sync?.finished_at ? (
              <span className="flex flex-wrap gap-x-2">
                <DateTime iso={sync.finished_at} />
                <span className="tnum text-muted text-sm">{words.compared(...seen)}</span>
              </span>
            ) : (
              <span className="text-muted">{words.noSync}</span>
            )}
          </SettingRow>
          <SettingRow name={words.drift}>
            <span role="status" className={running ? 'text-muted' : undefined}>
              {running ? words.driftUnknown : drift}
            </span>
          </SettingRow>
        </SettingRows>
      </Panel>
    </>
  )
}
