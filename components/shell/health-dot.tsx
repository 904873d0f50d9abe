import { shell } from '@/lib/messages/shell'
import { cn } from '@/lib/ui/cn'

export type Health = keyof typeof shell.health

const looks: Record<Health, string> = {
  live: 'bg-success',
  behind: 'border-2 border-warning',
  broken: 'rounded-[2px] bg-danger-fill',
  unknown: 'border-2 border-border-strong',
}

/** How the connection to the service is; shape and words carry it as well as colour. */
export function HealthDot({ health, className }: { health: Health; className?: string }) {
  return (
    <span className={cn('inline-flex items-center', className)} title={shell.health[health]}>
      <span aria-hidden className={cn('size-2 rounded-full', looks[health])} />
      <span className="sr-only">{shell.health[health]}</span>
    </span>
  )
}
