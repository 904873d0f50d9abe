import { cn } from '@/lib/ui/cn'

/** Renders a person's initial. The name is always beside it or in its context. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  const initial = [...name.trim()][0] ?? ''
  return (
    <span
      aria-hidden
      className={cn(
        'flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent-text text-xs',
        className,
      )}
    >
      {initial.toLocaleUpperCase('en')}
    </span>
  )
}
