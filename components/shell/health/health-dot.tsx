import type { shell } from '@/lib/messages/shell'
import { cn } from '@/lib/ui/cn'

export type Health = keyof typeof shell.health

const looks: Record<Health, string> = {
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

/** Renders the health of the connection to the service. The caller shows its label beside the dot. */
export function HealthDot({ health, className }: { health: Health; className?: string }) {
  return <span aria-hidden className={cn('size-2 shrink-0 rounded-full', looks[health], className)} />
}
