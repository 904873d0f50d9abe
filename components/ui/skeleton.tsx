import { cn } from '@/lib/ui/cn'

/** A grey place of the size that the content will have. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cn('h-4 animate-pulse rounded-sm bg-sunken', className)} />
}

/** The height of `rows` list rows, so that nothing moves when they come. `label` is what a screen reader hears. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="rounded-lg bg-surface shadow-card">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
          key={index}
          className="flex h-13 items-center gap-4 border-border/70 border-t px-4 first:border-t-0"
        >
          <Skeleton className="w-24" />
          <Skeleton className="w-16" />
          <Skeleton className="max-w-64 grow" />
          <Skeleton className="ml-auto w-20" />
        </div>
      ))}
    </div>
  )
}
