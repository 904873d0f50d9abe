'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CirclePause, LoaderCircle, RefreshCw, TriangleAlert, Unplug } from 'lucide-react'
import { reconcileNowAction } from '@/app/(dashboard)/[account]/mirror/actions'
import { useAct, useCan, useRead } from '@/components/data/member'
import { QueryFallback } from '@/components/data/query-fallback'
import { read } from '@/components/data/read'
import { useAccount } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { DateTime } from '@/components/time/date-time'
import { nonBreaking } from '@/components/time/format-time'
import { useTimes } from '@/components/time/times'
import { Badge, type Tone } from '@/components/ui/badge'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Progress } from '@/components/ui/progress'
import {
  blockingPause,
  type Corrections,
  DEEP_WINDOW_DAYS,
  isRunning,
  type MirrorNoun,
  mirrorNouns,
  QUARANTINED_MAX,
  type SyncProgress,
} from '@/lib/dashboard/mirror/shape'
import type { ImportProgress, MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { SettingRow, SettingRows, SettingsSection } from './settings-section'

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
  const t = useTexts()
  const health = useRead('mirror/health', {})
  return (
    <SettingsSection id="mirror-health" title={t('health.title')} lead={t('health.lead')}>
      {health.data ? (
        <HealthPanel health={health.data} />
      ) : (
        <QueryFallback query={health} label={t('common.loading')} rows={4} />
      )}
    </SettingsSection>
  )
}

function HealthPanel({ health }: { health: MirrorHealth }) {
  const mayReconcile = useCan('mirror.reconcile') && health.disconnected_at === null
  const reconcile = useAct(reconcileNowAction)
  const { now } = useLocale()
  const t = useTexts()
  const { soonTime } = useTimes()
  const account = useAccount()
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: async (whole: boolean) => {
      const result = await reconcile({ whole })
      if (!result?.ok) throw new Error(result?.error.message ?? t('settings.noAnswer'))
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
  const pauseEnd = pause ? nonBreaking(soonTime(pause.until)) : ''
  const running = isRunning(sync) && pause === null
  const { tone, Icon, state, hint } = stateOf(t, health, { pause, pauseEnd, running })
  const seen = mirrorNouns
    .map((noun) => t(`health.nouns.${noun}`, { count: sync?.seen[noun] ?? 0 }))
    .join(', ')
  return (
    <>
      {run.error ? (
        <Banner tone="danger" title={t('health.failed')} announce>
          {run.error.message}
        </Banner>
      ) : null}
      {sync?.state === 'FAILED' ? (
        <Banner tone="warning" title={t('health.syncFailed')}>
          <ProblemMessage error={sync.error ?? ''} />
        </Banner>
      ) : null}
      {health.unknown_timezone === null ? null : (
        <Banner tone="warning" title={t('health.timeZoneUnknown', { zone: health.unknown_timezone })} />
      )}
      <SettingRows>
        <SettingRow name={t('health.state')}>
          <span role="status" className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
            <Badge tone={tone} Icon={Icon}>
              {state}
            </Badge>
            <span className="text-muted text-sm">{hint}</span>
          </span>
          <ImportRows imports={health.imports} />
        </SettingRow>
        <SettingRow
          name={t('health.lastSync')}
          action={
            mayReconcile ? (
              <Button
                size="sm"
                busy={running || run.isPending}
                busyLabel={t('health.running')}
                Icon={RefreshCw}
                onClick={() => run.mutate(false)}
              >
                {t('health.run')}
              </Button>
            ) : undefined
          }
        >
          {pause && isRunning(sync) ? (
            <span>{t('health.pausedSync', { time: pauseEnd })}</span>
          ) : running && sync ? (
            <>
              <p className="tnum text-sm">{syncText(t, 'running', sync, seen)}</p>
              <Progress label={t('health.lastSync')} done={null} className="mt-1 max-w-sm" />
            </>
          ) : sync?.finished_at ? (
            <span className="flex flex-wrap gap-x-2">
              <DateTime iso={sync.finished_at} />
              <span className="tnum text-muted text-sm">{syncText(t, 'finished', sync, seen)}</span>
            </span>
          ) : (
            <span className="text-muted">{t('health.noSync')}</span>
          )}
          {mayReconcile && !running ? (
            <p className="text-muted text-sm">
              {t('health.runHint', { days: String(DEEP_WINDOW_DAYS) })}{' '}
              <Button size="sm" busy={run.isPending} className="mt-2 flex" onClick={() => run.mutate(true)}>
                {t('health.runWhole')}
              </Button>
            </p>
          ) : null}
        </SettingRow>
        <SettingRow name={t('health.balance')}>
          {health.balance_at === null ? (
            <span className="text-muted">{t('health.noBalance')}</span>
          ) : (
            <DateTime iso={health.balance_at} />
          )}
        </SettingRow>
        <SettingRow name={t('health.corrected')}>{correctionsText(t, health.lately.corrected)}</SettingRow>
        <SettingRow name={t('health.drift')}>
          <span role="status" className={running ? 'text-muted' : undefined}>
            {running ? t('health.driftUnknown') : t('health.driftValue', { count: health.lately.drift })}
          </span>
        </SettingRow>
        {health.quarantine.count > 0 ? (
          <SettingRow name={t('health.quarantine.name')}>
            <UnreadableObjects quarantine={health.quarantine} />
          </SettingRow>
        ) : null}
      </SettingRows>
    </>
  )
}

type Activity = { pause: ReturnType<typeof blockingPause>; pauseEnd: string; running: boolean }

function stateOf(t: Translate, { state }: MirrorHealth, { pause, pauseEnd, running }: Activity) {
  if (pause)
    return {
      tone: 'warning' as const,
      Icon: CirclePause,
      state: t('health.pausedState'),
      hint: t(`health.pausedHints.${pause.reason}`, { time: pauseEnd }),
    }
  if (running && isInDoubt(state))
    return {
      tone: 'neutral' as const,
      Icon: RefreshCw,
      state: t('health.comparingState'),
      hint: t('health.comparingHint'),
    }
  return { ...stateLooks[state], state: t(`health.states.${state}`), hint: t(`health.hints.${state}`) }
}

type Run = Pick<SyncProgress, 'kind' | 'days'>

function syncText(t: Translate, step: 'running' | 'finished', { kind, days }: Run, objects: string): string {
  if (kind === 'IMPORT') return t(`health.sync.${step}.import`, { objects })
  return days === null
    ? t(`health.sync.${step}.all`, { objects })
    : t(`health.sync.${step}.days`, { objects, days: String(days) })
}

function UnreadableObjects({ quarantine: { count, newest } }: Pick<MirrorHealth, 'quarantine'>) {
  const t = useTexts()
  const { locale } = useLocale()
  const written = `${numberFormat(locale).format(count)}${count < QUARANTINED_MAX ? '' : '+'}`
  return (
    <>
      <p>{t('health.quarantine.summary', { count, written })}</p>
      <ul className="mt-1 flex flex-col gap-1 text-muted text-sm">
        {newest.map(({ noun, id, reason, at }) => (
          <li key={`${noun} ${id} ${at} ${reason}`} className="wrap-anywhere">
            {id === null
              ? t('health.quarantine.noId', { noun, reason })
              : t('health.quarantine.object', { noun, id, reason })}
          </li>
        ))}
      </ul>
    </>
  )
}

function ProblemMessage({ error }: { error: string }) {
  const t = useTexts()
  const { sentence, code } = syncProblem(t, error)
  return (
    <>
      {sentence}
      {code === null ? null : (
        <>
          {' '}
          {t('health.problems.code')} <code className="wrap-anywhere">{code}</code>
        </>
      )}
    </>
  )
}

/** Returns the corrected rows as a text: “1 payment was voided; 3 links were created by API”. */
export function correctionsText(t: Translate, corrected: Corrections): string {
  const parts = mirrorNouns.flatMap((noun) =>
    Object.entries(corrected[noun] ?? {}).map(([change, count]) => correctionText(t, noun, change, count)),
  )
  return parts.join('; ') || t('health.correctedNone')
}

function correctionText(t: Translate, noun: MirrorNoun, change: string, count: number): string {
  const key = `health.corrections.${noun}.${change}` as const
  // The cast is valid: all these texts have the same value.
  if (t.first(key)) return t(key as `health.corrections.${MirrorNoun}.created`, { count })
  return t(`health.corrections.${noun}.other`, { count, status: change.toLowerCase().replaceAll('_', ' ') })
}

/** The failure of a run as a message, with the code for support if no message exists for it. */
export interface SyncProblem {
  sentence: string
  code: string | null
}

/** Returns the message of a run's code. A failed list puts its noun in front of the code (`links: list_without_end`). */
export function syncProblem(t: Translate, error: string): SyncProblem {
  const noun = mirrorNouns.find((name) => error.startsWith(`${name}: `))
  const code = noun ? error.slice(noun.length + 2) : error
  if (noun && code === 'list_without_end')
    return { sentence: t('health.problems.listWithoutEnd', { noun }), code: null }
  const known = t.first(`health.problems.sentences.${code}`)
  const sentence = known ?? t('health.problems.unknown')
  return {
    sentence: noun ? `${t('health.problems.list', { noun })} ${sentence}` : sentence,
    code: known === undefined ? code : null,
  }
}

/** Renders the progress of each noun's import. Renders nothing after all imports are done. */
export function ImportRows({ imports }: { imports: readonly ImportProgress[] }) {
  const t = useTexts()
  if (imports.length === 0) return null
  return (
    <ul aria-label={t('health.importLabel')} className="mt-1.5 flex max-w-md flex-col gap-2 text-sm">
      {imports.map(({ noun, done, seen }) => (
        <li key={noun}>
          <span className="tnum flex flex-wrap justify-between gap-x-3">
            <span>{t(`health.nouns.${noun}`, { count: seen })}</span>
            <span className="text-muted">
              {t(done ? 'health.importDone' : seen > 0 ? 'health.importRunning' : 'health.importWaiting')}
            </span>
          </span>
          {!done && seen > 0 ? (
            <Progress label={t('health.importOf', { noun })} done={null} className="mt-1" />
          ) : null}
        </li>
      ))}
    </ul>
  )
}
