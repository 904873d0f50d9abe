'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, LoaderCircle, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ActionResult } from '@/components/data/action-result'
import { LoadFailed } from '@/components/data/load-failed'
import { usePlace } from '@/components/locale/locale-provider'
import { isRunning, type MirrorHealth, type SyncProgress } from '@/components/mirror/mirror-shapes'
import { mirrorQuery } from '@/components/mirror/queries'
import { DateTime } from '@/components/time/date-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Progress } from '@/components/ui/progress'
import { Property, PropertyList } from '@/components/ui/property-list'
import { SkeletonRows } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { accountStatuses } from '@/lib/contract/states'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'

const stateLooks = {
  importing: { tone: 'neutral', Icon: LoaderCircle },
  live: { tone: 'success', Icon: CircleCheck },
  no_webhook: { tone: 'warning', Icon: TriangleAlert },
  behind: { tone: 'warning', Icon: TriangleAlert },
  broken: { tone: 'danger', Icon: TriangleAlert },
} as const satisfies Record<MirrorHealth['state'], { tone: Tone; Icon: unknown }>

type Props = {
  baseUrl: string
  keyLast4: string
  mayReconcile: boolean
  reconcile: () => Promise<ActionResult<SyncProgress>>
}

/** The service behind this dashboard, and how well the dashboard's copy follows it. */
export function ConnectionScreen({ baseUrl, keyLast4, mayReconcile, reconcile }: Props) {
  const health = useQuery(mirrorQuery)
  if (!health.data) {
    return health.error ? (
      <LoadFailed error={health.error} onRetry={() => health.refetch()} />
    ) : (
      <SkeletonRows rows={6} label={common.loading} />
    )
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Card title={settings.connection}>
        <ConnectionProperties baseUrl={baseUrl} keyLast4={keyLast4} account={health.data.account} />
      </Card>
      <MirrorCard health={health.data} mayReconcile={mayReconcile} reconcile={reconcile} />
    </div>
  )
}

function ConnectionProperties({
  baseUrl,
  keyLast4,
  account,
}: Pick<Props, 'baseUrl' | 'keyLast4'> & { account: MirrorHealth['account'] }) {
  const mode =
    account.test_mode === null
      ? settings.modeUnknown
      : account.test_mode
        ? settings.testMode
        : settings.liveMode
  return (
    <PropertyList>
      <Property name={settings.account}>
        <bdi>{account.name}</bdi>
      </Property>
      <Property name={settings.accountStatus}>{accountWord(account.status)}</Property>
      <Property name={settings.charges}>
        {account.charges_enabled ? settings.chargesOn : <strong>{settings.chargesOff}</strong>}
      </Property>
      <Property name={settings.mode}>{mode}</Property>
      <Property name={settings.currency}>{account.currency}</Property>
      <Property name={settings.timeZone}>{account.timezone}</Property>
      <Property
        name={settings.baseUrl}
        action={
          <CopyButton
            iconOnly
            variant="quiet"
            value={baseUrl}
            label={common.copyThing(settings.baseUrl)}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
          />
        }
      >
        <span className="wrap-anywhere font-mono text-sm">{baseUrl}</span>
      </Property>
      <Property name={settings.key}>
        <span className="font-mono text-sm">{settings.keyEnds(keyLast4)}</span>
      </Property>
    </PropertyList>
  )
}

function MirrorCard({
  health,
  mayReconcile,
  reconcile,
}: { health: MirrorHealth } & Omit<Props, 'baseUrl' | 'keyLast4'>) {
  const { locale } = usePlace()
  const client = useQueryClient()
  const toast = useToast()
  const run = useMutation({
    mutationFn: async () => {
      const result = await reconcile()
      if (!result.ok) throw new Error(result.error.message)
      return result.data
    },
    onSuccess: (progress) => {
      client.setQueryData(mirrorQuery.queryKey, (known) => known && { ...known, last_sync: progress })
      toast({ message: settings.reconcileStarted })
    },
  })
  const { last_sync: sync } = health
  const running = isRunning(sync)
  const { tone, Icon } = stateLooks[health.state]
  const number = new Intl.NumberFormat(locale)
  const runButton = mayReconcile ? (
    <Button
      size="sm"
      busy={running || run.isPending}
      icon={<RefreshCw aria-hidden className="size-4" />}
      onClick={() => run.mutate()}
    >
      {running ? settings.reconciling : settings.reconcile}
    </Button>
  ) : undefined
  return (
    <Card title={settings.health} action={runButton}>
      <p className="mb-3 text-muted">{settings.healthLead}</p>
      {run.error ? (
        <Banner tone="danger" title={settings.reconcileFailed} announce className="mb-3">
          {run.error.message}
        </Banner>
      ) : null}
      {sync?.state === 'FAILED' ? (
        <Banner tone="warning" title={settings.syncFailed} className="mb-3">
          {sync.error}
        </Banner>
      ) : null}
      {running ? <Progress label={settings.lastSync} done={null} className="mb-3" /> : null}
      <PropertyList>
        <Property name={settings.healthState}>
          <span role="status">
            <Badge tone={tone} icon={<Icon aria-hidden />}>
              {settings.state[health.state]}
            </Badge>
          </span>
        </Property>
        <Property name={settings.lastEvent}>
          <Moment iso={health.last_event_at} none={settings.noEvent} />
        </Property>
        <Property name={settings.lastSync}>
          {running && sync ? (
            <span className="tnum" role="status">
              {settings.progress(number.format(sync.links_seen), number.format(sync.payments_seen))}
            </span>
          ) : (
            <Moment iso={sync?.finished_at ?? null} none={settings.noSync} />
          )}
        </Property>
        <Property name={settings.drift}>{settings.driftValue(health.drift)}</Property>
      </PropertyList>
    </Card>
  )
}

/** A status that this catalogue does not know is shown as it came. */
function accountWord(status: string): string {
  const known = accountStatuses.find((candidate) => candidate === status)
  return known ? settings.accountStatuses[known] : status
}

function Moment({ iso, none }: { iso: string | null; none: string }): ReactNode {
  return iso ? <DateTime iso={iso} /> : <span className="text-muted">{none}</span>
}
