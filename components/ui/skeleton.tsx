import { cn } from '@/lib/ui/cn'

function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cn('block h-4 animate-pulse rounded-sm bg-hover', className)} />
}

/** Renders a loading table, as high as `rows` rows of the minimum height of `Row`, or cards on a phone. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" className="@container">
      <span className="sr-only">{label}</span>
      <div className="flex flex-col gap-2 @2xl:gap-0 @2xl:rounded-lg @2xl:bg-surface @2xl:shadow-card">
        <div className="hidden h-8 items-center gap-4 px-4 @2xl:flex">
          <Skeleton className="h-3 w-20" />
          <Skeleton className="h-3 w-14" />
          <Skeleton className="ml-auto h-3 w-24" />
        </div>
        {Array.from({ length: rows }, (_, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move
            key={index}
            className="grid h-22 grid-cols-[1fr_auto] content-between gap-4 rounded-lg bg-surface px-3 py-2.5 shadow-card @2xl:flex @2xl:h-11 @2xl:items-center @2xl:rounded-none @2xl:border-border/70 @2xl:border-t @2xl:px-4 @2xl:py-0 @2xl:shadow-none"
          >
            <Skeleton className="w-24" />
            <Skeleton className="w-18" />
            <div className="min-w-0 @2xl:grow">
              <Skeleton className="w-48 max-w-full" />
            </div>
            <Skeleton className="w-20 self-end @2xl:self-center" />
          </div>
        ))}
      </div>
    </div>
  )
}
