'use client'

import { isServerAway } from '@/components/data/fetch-json'
import { useRead } from '@/components/data/read'
import { type LocaleSettings, useLocale } from '@/components/locale/locale-provider'
import { useOnline } from '@/components/navigation/network'
import { PageLink } from '@/components/navigation/page-link'
import { nonBreaking, soonTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { TextLink } from '@/components/ui/text-link'
import { blockingPause, isRunning, type MirrorHealth } from '@/lib/dashboard/schema/mirror'
import { shell } from '@/lib/messages/shell'

/** Minimum length of a pause worth a banner. A shorter one ends before anybody could act on it. */
const NOTABLE_PAUSE_MS = 5 * 60_000

/** Renders a banner above every screen while the mirror is out of date. The screen below remains readable. */
export function StaleBanner() {
  const { data, error } = useRead('mirror/health', {})
  const { timeZone, now } = useLocale()
  const online = useOnline()
  if (isServerAway(error))
    return online ? (
      <Banner tone="warning" title={shell.serverAway.title} className="mb-5">
        {shell.serverAway.hint}
      </Banner>
    ) : null
  if (!data) return null
  const { state } = data
  const message = pauseMessage(data, { timeZone, now }) ?? staleMessage(data)
  if (message === null) return null
  const { title, hint } = message
  return (
    <Banner
      tone={state === 'disconnected' ? 'info' : 'warning'}
      title={title}
      className="mb-5"
      action={
        <TextLink className="text-sm">
          <PageLink href="/settings#mirror-health">{shell.staleWay}</PageLink>
        </TextLink>
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

function pauseMessage(
  health: MirrorHealth,
  { timeZone, now }: Pick<LocaleSettings, 'timeZone' | 'now'>,
): Message | null {
  const pause = blockingPause(health, now)
  if (pause === null) return null
  const isLate = health.state === 'behind' || health.state === 'broken'
  if (!isLate && Date.parse(pause.until) - now < NOTABLE_PAUSE_MS) return null
  const { title, hint } = shell.paused[pause.reason]
  return { title: title(nonBreaking(soonTime(pause.until, timeZone, now))), hint }
}

function staleMessage({ state, last_sync }: MirrorHealth): Message | null {
  if (state !== 'behind' && state !== 'broken' && state !== 'disconnected') return null
  // The running comparison will update a mirror that is behind.
  return state === 'behind' && isRunning(last_sync) ? null : shell.stale[state]
}
