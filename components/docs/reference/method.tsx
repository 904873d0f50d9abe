import { cn } from '@/lib/ui/cn'

const looks: Readonly<Record<string, string>> = {
  GET: 'bg-neutral-soft text-neutral',
  POST: 'bg-accent-soft text-accent-text',
  PATCH: 'bg-warning-soft text-warning',
}

/** Renders an operation's HTTP method. */
export function Method({ name, className }: { name: string; className?: string }) {
  return (
    <span
      className={cn(
        'shrink-0 rounded-sm px-1.5 py-0.5 font-mono font-semibold text-xs',
        looks[name] ?? 'bg-neutral-soft text-neutral',
        className,
      )}
    >
      {name}
    </span>
  )
}
