'use client'

import { isServerAway } from '@/components/data/fetch-json'
import { useCan, useRead } from '@/components/data/member'
import { InlineLink } from '@/components/navigation/link-looks'
import { useOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { nonBreaking } from '@/components/time/format-time'
import { type Times, useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Tooltip } from '@/components/ui/tooltip'
import { blockingPause, isRunning } from '@/lib/dashboard/mirror/shape'
import type { MirrorHealth } from '@/lib/dashboard/sync/mirror-health'
import type { TextKey, Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'

type Health = TextKey extends infer Key ? (Key extends `shell.health.${infer Name}` ? Name : never) : never

const dots: Record<Health, string> = {
  live: 'bg-success',
  importing: 'border-2 border-accent',
  behind: 'border-2 border-warning',
  no_webhook: 'border-2 border-warning',
  disconnected: 'border-2 border-border-strong',
  broken: 'rounded-[2px] bg-danger-fill',
  away: 'border-2 border-warning',
  unknown: 'border-2 border-border-strong',
  offline: 'border-2 border-border-strong',
}

/**
 * Renders the state of the connection in the shell, as a link to the page with the details. The last response of the
 * mirror's route decides: the live stream requests it after each change and failed check, and the page polls it while the
 * stream or the last request has failed. The bar of a phone shows it only if there is a problem.
 */
export function LiveHealth() {
  const t = useTexts()
  const { data, error } = useRead('mirror/health', {})
  const maySetUp = useCan('developers.read')
  const { relativeTime, shortTime } = useTimes()
  const online = useOnline()
  // An earlier state is no evidence of the current one, so a page without a network or a server does not show it.
  const health: Health = !online ? 'offline' : isServerAway(error) ? 'away' : (data?.state ?? 'unknown')
  const lastEventAt = data?.last_event_at ?? null
  const event =
    lastEventAt === null
      ? t('shell.noEvent')
      : t('shell.lastEvent', { ago: relativeTime(lastEventAt) ?? shortTime(lastEventAt) })
  return (
    <Tooltip
      content={online && data ? `${t(`shell.health.${health}`)}. ${event}.` : t(`shell.health.${health}`)}
      side="right"
    >
      <PageLink
        href={health === 'no_webhook' && maySetUp ? '/settings/webhook' : '/settings#mirror-health'}
        data-health={health}
        className="hit flex shrink-0 items-center gap-2.5 rounded-md px-2.5 text-muted text-sm hover:bg-hover hover:text-text max-rail:justify-center max-md:data-[health=live]:hidden md:px-[0.8125rem] md:max-rail:px-0"
      >
        <span aria-hidden className={cn('size-2 shrink-0 rounded-full', dots[health])} />
        <span className="sr-only">{t('shell.connection')}</span>
        <span className="tnum max-rail:sr-only">{t(`shell.healthShort.${health}`)}</span>
      </PageLink>
    </Tooltip>
  )
}

/** Minimum length of a pause worth a banner. A shorter one ends before anybody could act on it. */
const NOTABLE_PAUSE_MS = 5 * 60_000

/** Renders a banner above every screen while the mirror is out of date. The screen below remains readable. */
export function StaleBanner() {
  const t = useTexts()
  const { data, error } = useRead('mirror/health', {})
  const times = useTimes()
  const { now } = useLocale()
  const online = useOnline()
  if (isServerAway(error))
    return online ? (
      <Banner tone="warning" title={t('shell.serverAway.title')} className="mb-5">
        {t('shell.serverAway.hint')}
      </Banner>
    ) : null
  if (!data) return null
  const { state } = data
  const message = pauseMessage(data, t, times, now) ?? staleMessage(data, t)
  if (message === null) return null
  const { title, hint } = message
  return (
    <Banner
      tone={state === 'disconnected' ? 'info' : 'warning'}
      title={title}
      className="mb-5"
      action={
        <InlineLink className="text-sm" href="/settings#mirror-health">
          {t('shell.staleWay')}
        </InlineLink>
      }
    >
      {hint}
    </Banner>
  )
}

interface Message {
  title: string
  hint: string
}

function pauseMessage(health: MirrorHealth, t: Translate, { soonTime }: Times, now: number): Message | null {
  const pause = blockingPause(health, now)
  if (pause === null) return null
  const isLate = health.state === 'behind' || health.state === 'broken'
  if (!isLate && Date.parse(pause.until) - now < NOTABLE_PAUSE_MS) return null
  const time = nonBreaking(soonTime(pause.until))
  return {
    title: t(`shell.paused.${pause.reason}.title`, { time }),
    hint: t(`shell.paused.${pause.reason}.hint`),
  }
}

function staleMessage({ state, last_sync }: MirrorHealth, t: Translate): Message | null {
  if (state !== 'behind' && state !== 'broken' && state !== 'disconnected') return null
  // The running comparison will update a mirror that is behind.
  if (state === 'behind' && isRunning(last_sync)) return null
  return { title: t(`shell.stale.${state}.title`), hint: t(`shell.stale.${state}.hint`) }
}
