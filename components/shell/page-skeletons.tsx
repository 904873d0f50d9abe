import { Card } from '@/components/ui/card'
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton'
import { common } from '@/lib/messages/common'
import { cn } from '@/lib/ui/cn'
import { PageHeader } from './page-header'

const ROWS = 10
const TABS = 5
const PROPERTIES = 5
const IDS = 4
const EVENTS = 3
/** As high as the words for none: most links are paid once. */
const PAYMENTS = 1

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
  /** A link's own page: its totals, and its payments before what happened. */
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
        lead={
          <>
            {withStats ? <Skeleton className="mt-1 mb-2 h-5 w-28" /> : null}
            <Skeleton className={cn('w-72 max-w-full', withStats ? 'my-[0.3125rem]' : 'my-[0.1875rem]')} />
            {withStats ? <Skeleton className={cn(control, 'mt-3.5 w-full sm:hidden')} /> : null}
          </>
        }
        action={withStats ? <Skeleton className="h-9 w-72 rounded-md max-sm:hidden" /> : undefined}
      />
      {withStats ? (
        <div aria-hidden className="mb-4 h-47.25 rounded-lg bg-surface shadow-card sm:h-49.25 lg:h-24.5" />
      ) : null}
      <div
        aria-hidden
        className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]"
      >
        <div className="flex min-w-0 flex-col gap-4">
          {withStats ? <PaymentsPlace /> : null}
          <TimelinePlace />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <PropertiesPlace lines={PROPERTIES} />
          {withStats ? null : <PropertiesPlace lines={IDS} />}
        </div>
      </div>
    </>
  )
}

const titlePlace = <Skeleton className="mt-1.5 mb-4.5 h-5 w-32" />

function PropertiesPlace({ lines }: { lines: number }) {
  return (
    <Card>
      {titlePlace}
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

/** What happened, on its way: dots on a line, each with its words and its moment. */
function TimelinePlace() {
  return (
    <Card>
      {titlePlace}
      {places(EVENTS).map((place) => (
        <div key={place} className="group relative flex gap-3 pb-5 last:pb-4">
          <span className="absolute top-4 -bottom-1 left-[0.3125rem] w-px bg-border group-last:hidden" />
          <span className="relative mt-1.5 size-[0.6875rem] shrink-0 rounded-full bg-border" />
          <span className="flex h-6 grow items-center justify-between gap-3">
            <Skeleton className="w-32" />
            <Skeleton className="h-3 w-20" />
          </span>
        </div>
      ))}
    </Card>
  )
}

/** The payments of a link, on their way: rows in the card, one below the other on a phone. */
function PaymentsPlace() {
  return (
    <Card className="pb-0 sm:pb-0">
      {titlePlace}
      <div className="@container -mx-4 sm:-mx-5">
        <div className="hidden h-8 @2xl:block" />
        {places(PAYMENTS).map((place) => (
          <div
            key={place}
            className="grid h-22 grid-cols-[1fr_auto] content-between gap-4 border-border/70 border-t px-4 py-2.5 @2xl:flex @2xl:h-11 @2xl:items-center @2xl:py-0 sm:px-5"
          >
            <Skeleton className="w-24" />
            <Skeleton className="w-18" />
            <Skeleton className="w-36 max-w-full" />
            <Skeleton className="w-20 @2xl:ml-auto" />
          </div>
        ))}
      </div>
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
