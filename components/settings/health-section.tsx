'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CirclePause, LoaderCircle, RefreshCw, TriangleAlert, Unplug } from 'lucide-react'
import { reconcileNowAction } from '@/app/(dashboard)/[account]/mirror/actions'
import { useCan } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { read, useAct, useRead } from '@/components/data/read'
import { useLocale } from '@/components/locale/locale-provider'
import { useAccount } from '@/components/navigation/use-go'
import { DateTime } from '@/components/time/date-time'
import { nonBreaking, soonTime } from '@/components/time/format-time'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import {
  blockingPause,
  type Corrections,
  DEEP_WINDOW_DAYS,
  type ImportProgress,
  isRunning,
  type MirrorHealth,
  type MirrorNoun,
  mirrorNouns,
  QUARANTINED_MAX,
} from '@/lib/dashboard/schema/mirror'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { settings } from '@/lib/messages/settings'
import { SettingRow, SettingRows, SettingsSection } from './settings-section'

const text = settings.health

const stateLooks = {
  importing: { tone: 'neutral', Icon: LoaderCircle },
  live: { tone: 'success', Icon: CircleCheck },
  no_webhook: { tone: 'warning', Icon: TriangleAlert },
  behind: { tone: 'warning', Icon: TriangleAlert },
  broken: { tone: 'danger', Icon: TriangleAlert },
  disconnected: { tone: 'neutral', Icon: Unplug },
} as const satisfies Record<MirrorHealth['state'], { tone: Tone; Icon: unknown }>

/** Returns whether a running comparison replaces the state. An import and missing webhooks are known without it. */
function isInDoubt(state: MirrorHealth['state']): boolean {
  return state !== 'importing' && state !== 'no_webhook'
}

/** Renders how closely the dashboard's copy follows the service. */
export function HealthSection() {
  const health = useRead('mirror/health', {})
  return (
    <SettingsSection id="mirror-health" title={text.title} lead={text.lead}>
      {health.data ? (
        <HealthPanel health={health.data} />
      ) : (
        <QueryFallback query={health} label={common.loading} rows={4} />
      )}
    </SettingsSection>
  )
}

function HealthPanel({ health }: { health: MirrorHealth }) {
  const mayReconcile = useCan('mirror.reconcile') && health.disconnected_at === null
  const reconcile = useAct(reconcileNowAction)
  const { locale, timeZone, now } = useLocale()
  const account = useAccount()
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async (whole: boolean) => {
      const result = await reconcile({ whole })
      if (!result?.ok) throw new Error(result?.error.message ?? settings.noAnswer)
      return result.data
    },
    onSuccess: (progress) => {
      client.setQueryData(
        read(account, 'mirror/health', {}).queryKey,
        (known) => known && { ...known, last_sync: progress },
      )
      // The request ends a pause, unless the host asked for that pause.
      if (health.pause)
        client.invalidateQueries({ queryKey: read(account, 'mirror/health', {}).queryKey, exact: true })
    },
  })
  const { last_sync: sync } = health
  const pause = blockingPause(health, now)
  const pauseEnd = pause ? nonBreaking(soonTime(pause.until, timeZone, now)) : ''
  const running = isRunning(sync) && pause === null
  const { tone, Icon, state, hint } = pause
    ? {
        tone: 'warning' as const,
        Icon: CirclePause,
        state: text.pausedState,
        hint: text.pausedHints[pause.reason](pauseEnd),
      }
    : running && isInDoubt(health.state)
      ? { tone: 'neutral' as const, Icon: RefreshCw, state: text.comparingState, hint: text.comparingHint }
      : {
          ...stateLooks[health.state],
          state: text.states[health.state],
          hint: text.hints[health.state],
        }
  const number = numberFormat(locale)
  const seen = mirrorNouns
    .map((noun) => text.nouns[noun](sync?.seen[noun] ?? 0, number.format(sync?.seen[noun] ?? 0)))
    .join(', ')
  const days = sync?.days ?? null
  const drift = text.driftValue(health.lately.drift, number.format(health.lately.drift))
  return (
    <>
      {run.error ? (
        <Banner tone="danger" title={text.failed} announce>
          {run.error.message}
        </Banner>
      ) : null}
      {sync?.state === 'FAILED' ? (
        <Banner tone="warning" title={text.syncFailed}>
          <ProblemMessage error={sync.error ?? ''} />
        </Banner>
      ) : null}
      {health.unknown_timezone === null ? null : (
        <Banner tone="warning" title={text.timeZoneUnknown(health.unknown_timezone)} />
      )}
      <SettingRows>
        <SettingRow name={text.state}>
          <span role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone={tone} icon={<Icon aria-hidden />}>
              {state}
            </Badge>
            <span className="text-muted text-sm">{hint}</span>
          </span>
          <ImportRows imports={health.imports} />
        </SettingRow>
        <SettingRow
          name={text.lastSync}
          action={
            mayReconcile ? (
              <Button
                size="sm"
                busy={running || run.isPending}
                busyLabel={text.running}
                icon={<RefreshCw aria-hidden className="size-4" />}
                onClick={() => run.mutate(false)}
              >
                {text.run}
              </Button>
            ) : undefined
          }
        >
          {pause && isRunning(sync) ? (
            <span>{text.pausedSync(pauseEnd)}</span>
          ) : running ? (
            <>
              <p className="tnum text-sm">
                {(sync?.kind === 'IMPORT' ? text.importing : text.comparing)(seen, days)}
              </p>
              <Progress label={text.lastSync} done={null} className="mt-1 max-w-sm" />
            </>
          ) : sync?.finished_at ? (
            <span className="flex flex-wrap gap-x-2">
              <DateTime iso={sync.finished_at} />
              <span className="tnum text-muted text-sm">
                {(sync.kind === 'IMPORT' ? text.imported : text.compared)(seen, days)}
              </span>
            </span>
          ) : (
            <span className="text-muted">{text.noSync}</span>
          )}
          {mayReconcile && !running ? (
            <p className="text-muted text-sm">
              {text.runHint(DEEP_WINDOW_DAYS)}{' '}
              <Button size="sm" busy={run.isPending} className="mt-2 flex" onClick={() => run.mutate(true)}>
                {text.runWhole}
              </Button>
            </p>
          ) : null}
        </SettingRow>
        <SettingRow name={text.balance}>
          {health.balance_at === null ? (
            <span className="text-muted">{text.noBalance}</span>
          ) : (
            <DateTime iso={health.balance_at} />
          )}
        </SettingRow>
        <SettingRow name={text.corrected}>{correctionsText(health.lately.corrected, number)}</SettingRow>
        <SettingRow name={text.drift}>
          <span role="status" className={running ? 'text-muted' : undefined}>
            {running ? text.driftUnknown : drift}
          </span>
        </SettingRow>
        {health.quarantine.count > 0 ? (
          <SettingRow name={text.quarantine.name}>
            <UnreadableObjects quarantine={health.quarantine} number={number} />
          </SettingRow>
        ) : null}
      </SettingRows>
    </>
  )
}

interface UnreadableObjectsProps {
  quarantine: MirrorHealth['quarantine']
  number: Intl.NumberFormat
}

function UnreadableObjects({ quarantine: { count, newest }, number }: UnreadableObjectsProps) {
  const written = `${number.format(count)}${count < QUARANTINED_MAX ? '' : '+'}`
  return (
    <>
      <p>{text.quarantine.summary(count, written)}</p>
      <ul className="mt-1 flex flex-col gap-1 text-muted text-sm">
        {newest.map(({ noun, id, reason, at }) => (
          <li key={`${noun} ${id} ${at} ${reason}`} className="wrap-anywhere">
            {text.quarantine.object(noun, id, reason)}
          </li>
        ))}
      </ul>
    </>
  )
}

function ProblemMessage({ error }: { error: string }) {
  const { sentence, code } = syncProblem(error)
  return (
    <>
      {sentence}
      {code === null ? null : (
        <>
          {' '}
          {text.problems.code} <code className="wrap-anywhere">{code}</code>
        </>
      )}
    </>
  )
}

/** Returns the corrected rows as a text: “1 payment was voided; 3 links were created by API”. */
export function correctionsText(corrected: Corrections, number: Intl.NumberFormat): string {
  const parts = mirrorNouns.flatMap((noun) =>
    Object.entries(corrected[noun] ?? {}).map(
      ([change, count]) =>
        `${text.nouns[noun](count, number.format(count))} ${changeText(noun, change, count)}`,
    ),
  )
  return parts.join('; ') || text.correctedNone
}

function changeText(noun: MirrorNoun, change: string, count: number): string {
  const changes: Readonly<Record<string, (count: number) => string>> = {
    ...text.correctedChanges.all,
    ...text.correctedChanges[noun],
  }
  const known = Object.hasOwn(changes, change) ? changes[change] : undefined
  return known ? known(count) : text.correctedOther(change.toLowerCase().replaceAll('_', ' '))
}

const problems = settings.health.problems

/** The failure of a run as a message, with the code for support if no message exists for it. */
export interface SyncProblem {
  sentence: string
  code: string | null
}

/** Returns the message of a run's code. A failed list puts its noun in front of the code (`links: list_without_end`). */
export function syncProblem(error: string): SyncProblem {
  const noun = mirrorNouns.find((name) => error.startsWith(`${name}: `))
  const code = noun ? error.slice(noun.length + 2) : error
  if (noun && code === 'list_without_end') return { sentence: problems.listWithoutEnd(noun), code: null }
  const sentences: Readonly<Record<string, string>> = problems.sentences
  const known = Object.hasOwn(sentences, code) ? sentences[code] : undefined
  const sentence = known ?? problems.unknown
  return {
    sentence: noun ? `${problems.list(noun)} ${sentence}` : sentence,
    code: known === undefined ? code : null,
  }
}

/** Renders the progress of each noun's import. Renders nothing after all imports are done. */
export function ImportRows({ imports }: { imports: readonly ImportProgress[] }) {
  const { locale } = useLocale()
  if (imports.length === 0) return null
  const number = numberFormat(locale)
  return (
    <ul aria-label={text.importLabel} className="mt-1.5 flex max-w-md flex-col gap-2 text-sm">
      {imports.map(({ noun, done, seen }) => (
        <li key={noun}>
          <span className="tnum flex flex-wrap justify-between gap-x-3">
            <span>{text.nouns[noun](seen, number.format(seen))}</span>
            <span className="text-muted">
              {done ? text.importDone : seen > 0 ? text.importRunning : text.importWaiting}
            </span>
          </span>
          {!done && seen > 0 ? <Progress label={text.importOf(noun)} done={null} className="mt-1" /> : null}
        </li>
      ))}
    </ul>
  )
}
