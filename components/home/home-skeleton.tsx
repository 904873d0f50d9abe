import { PageHeader } from '@/components/shell/page-header'
import { Card } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { home } from '@/lib/messages/home'

const ROWS = 6

/** The home page on its way: greeting, chart, figures, the latest payments, each at the height that it will have. */
export function HomeSkeleton() {
  return (
    <>
      <PageHeader
        tab={home.title}
        title={
          <>
            <span className="sr-only">{common.loading}</span>
            <Skeleton className="h-8.5 w-48" />
          </>
        }
        action={<Skeleton className="h-9 w-28 rounded-md max-md:hidden" />}
      />
      <div className="flex flex-col gap-7">
        <FiguresSkeleton />
        <div className="flex flex-col gap-2.5">
          <Skeleton className="my-1.5 h-5 w-36" />
          <SkeletonRows rows={ROWS} label={common.loading} />
        </div>
      </div>
    </>
  )
}

/** The chart and the figures on their way. */
export function FiguresSkeleton() {
  return (
    <div aria-hidden className="grid grid-cols-1 gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,23rem)]">
      <Card>
        <Skeleton className="h-5.5 w-32" />
        <Skeleton className="mt-1 mb-3 h-8 w-44" />
        <Skeleton className="h-5 w-52" />
        <Skeleton className="mt-2 mb-6 h-47 w-full" />
      </Card>
      <Card className="max-sm:hidden">
        <Skeleton className="h-14 w-full xl:h-28" />
      </Card>
    </div>
  )
}
