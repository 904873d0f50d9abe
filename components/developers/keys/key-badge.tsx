import { Ban, Check, Clock, TimerOff } from 'lucide-react'
import { useLocale } from '@/components/locale/locale-provider'
import { Badge } from '@/components/ui/badge'
import type { ListedKey } from '@/lib/contract/panel/keys'
import { type ApiKeyState, apiKeyStateRules } from '@/lib/contract/states'
import { developerKeys as copy } from '@/lib/messages/developer-keys'

const icons = { LIVE: Check, ENDING: Clock, ENDED: TimerOff, REVOKED: Ban } as const satisfies Record<
  ApiKeyState,
  unknown
>
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Renders a key's state, and the time left for a key with an expiry. */
export function KeyBadge({ of: { state, expires_at } }: { of: Pick<ListedKey, 'state' | 'expires_at'> }) {
  const { now } = useLocale()
  const Icon = icons[state]
  return (
    <Badge tone={apiKeyStateRules[state].tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {state === 'ENDING' && expires_at
        ? copy.ends(timeLeft(Date.parse(expires_at) - now))
        : copy.state[state]}
    </Badge>
  )
}

/** Returns a duration in its largest unit, rounded: `2 d`, `23 h`, `4 min`. */
export function timeLeft(ms: number): string {
  if (ms > 2 * DAY_MS) return copy.days(Math.round(ms / DAY_MS))
  if (ms > HOUR_MS) return copy.hours(Math.round(ms / HOUR_MS))
  return copy.minutes(Math.max(1, Math.ceil(ms / MINUTE_MS)))
}
