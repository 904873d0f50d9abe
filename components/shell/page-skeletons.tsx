import { Card } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { cn } from '@/lib/ui/cn'
import { PageHeader } from './page-header'

const ROWS = 10
const TABS = 5
const PROPERTIES = 7

/** Keys for `count` places that are all alike. */
const places = (count: number) => Array.from({ length: count }, (_, index) => `place-${index}`)

const control = 'h-9 rounded-md pointer-coarse:h-11'

/** The place of the one main button, which a phone has in its bar. */
const action = <Skeleton className="h-9 w-28 rounded-md max-md:hidden" />

type ListProps = {
  title: string
  lines: 1 | 2
  withAction?: boolean
  /** More filters beside the search, and the line of totals below. */
  withTotals?: boolean
}

/** A list on its way: title, tabs, filters, rows, each at the height that it will have. */
export function ListSkeleton({ title, lines, withAction = false, withTotals = false }: ListProps) {
  return (
    <>
      <PageHeader title={title} action={withAction ? action : undefined} />
      <div className={cn('flex flex-col', withTotals ? 'gap-3' : 'gap-4')}>
        <div aria-hidden className="flex min-h-8 gap-5 overflow-hidden border-b pointer-coarse:min-h-11">
          {places(TABS).map((place) => (
            <Skeleton key={place} className="mt-2 w-16 shrink-0" />
          ))}
        </div>
        <div className="flex flex-wrap gap-2">
          <Skeleton className={cn(control, 'w-full sm:w-64')} />
          {withTotals ? <Skeleton className={cn(control, 'w-40')} /> : null}
        </div>
        {withTotals ? (
          <div className="flex h-8 items-center max-sm:h-17.5">
            <Skeleton className="w-56" />
          </div>
        ) : null}
        <SkeletonRows rows={ROWS} lines={lines} label={common.loading} />
      </div>
    </>
  )
}

type DetailProps = {
  /** The object's noun: its name is not known yet. */
  tab: string
  back: { href: string; label: string }
  withStats?: boolean
}

/** An object on its way: its name and sentence, then what happened beside its properties. */
export function DetailSkeleton({ tab, back, withStats = false }: DetailProps) {
  return (
    <>
      <PageHeader
        tab={tab}
        back={back}
        title={<Waiting className="h-8.5 w-56" />}
        lead={<Skeleton className="my-[0.1875rem] w-72 max-w-full" />}
      />
      {withStats ? (
        <div aria-hidden className="mb-4 h-48.5 rounded-lg bg-surface shadow-card lg:h-25" />
      ) : null}
      <div
        aria-hidden
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]"
      >
        <CardPlace lines={PROPERTIES} />
        <CardPlace lines={PROPERTIES} />
      </div>
    </>
  )
}

function CardPlace({ lines }: { lines: number }) {
  return (
    <Card>
      <Skeleton className="mt-1.5 mb-4.5 h-5 w-32" />
      {places(lines).map((place) => (
        <div
          key={place}
          className="flex h-10 items-center gap-3 border-border/70 border-t first-of-type:border-t-0"
        >
          <Skeleton className="w-24" />
          <Skeleton className="max-w-48 grow" />
        </div>
      ))}
    </Card>
  )
}

/** A name that is not known yet; a heading must not be empty to those who listen. */
function Waiting({ className }: { className: string }) {
  return (
    <>
      <span className="sr-only">{common.loading}</span>
      <Skeleton className={className} />
    </>
  )
}
