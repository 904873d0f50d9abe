import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { listHref } from '@/components/navigation/query-string'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { type Times, useTimes } from '@/components/time/times'
import type { LazyModule } from '@/components/ui/lazy-module'
import { scrollRowTo, useMarkedEdges } from '@/components/ui/tabs'
import type { ListFilter, ListPage } from '@/lib/dashboard/reads/list'
import { cn } from '@/lib/ui/cn'
import { FilterChip, FilterChoice, FilterPill } from './filter-pill'
import type { FilterWidth } from './filter-popover'
import { SearchBox } from './search-box'

export type FilterContext = {
  locale: string
  times: Times
  timeZone: string
  /** Current time, milliseconds. */
  now: number
  /** The page of rows; undefined while it is loading. */
  page: ListPage<unknown> | undefined
  /** True if the search is for one object, at any date. */
  anyDate: boolean
}

export type ChoicesProps<Filter> = {
  filter: Filter
  hrefOf: (change: Partial<Filter>) => string
  onChosen: () => void
}

/** One entry of a list's filter table. */
export type FilterEntry<Filter> = {
  /** URL parameters, removed together. */
  keys: readonly (keyof Filter)[]
  name: string
  /** Returns the value as text; null if the filter is not set. */
  label: (filter: Filter, context: FilterContext) => string | null
  /** Returns the value for a sentence about an empty list, if the label alone does not name the filter. */
  standing?: (label: string) => string
  /** For a filter that is set but has no effect now; `why` explains it. */
  idle?: { isIdle: (context: FilterContext) => boolean; mark: (label: string) => string; why: string }
  /** Returns a contradiction within the value. */
  problem?: (filter: Filter) => string | null
  /** The button with choices. A filter without one is a chip, shown while it is set. */
  pill?: {
    width: FilterWidth
    inside?: LazyModule<unknown>
    choices: (props: ChoicesProps<Filter>) => ReactNode
  }
}

/** A filter that is set, with its value as text. */
export type ActiveFilter<Filter> = { entry: FilterEntry<Filter>; label: string; isIdle: boolean }

export function activeFilters<Filter>(
  entries: readonly FilterEntry<Filter>[],
  filter: Filter,
  context: FilterContext,
): ActiveFilter<Filter>[] {
  return entries.flatMap((entry) => {
    const label = entry.label(filter, context)
    return label === null ? [] : [{ entry, label, isIdle: entry.idle?.isIdle(context) ?? false }]
  })
}

/** Returns the change that removes filters. */
export function without<Filter>(...entries: readonly FilterEntry<Filter>[]): Partial<Filter> {
  const keys = entries.flatMap(({ keys: own }) => own)
  // The cast is valid: each key is one of the filter, with the value undefined.
  return Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Filter>
}

/** Returns a filter with its parameters in the order of the table, which makes the address canonical. */
export function inTableOrder<Filter extends ListFilter>(
  entries: readonly FilterEntry<Filter>[],
  filter: Filter,
): Filter {
  const keys = entries.flatMap(({ keys: own }) => own)
  // The cast is valid: keys and values are the same, sorted.
  const { status, q } = filter
  return { status, q, ...Object.fromEntries(keys.map((key) => [key, filter[key]])) } as Filter
}

export function choiceFilter<Key extends string, Choice extends string>(
  key: Key,
  name: string,
  labels: Readonly<Record<Choice, string>>,
): FilterEntry<{ [K in Key]?: Choice | undefined }> {
  type Filter = { [K in Key]?: Choice | undefined }
  const choices = Object.keys(labels) as Choice[] // Object.keys loses the key type.
  // The cast is valid: the key has one of its own values.
  const changed = (choice: Choice) => ({ [key]: choice }) as Partial<Filter>
  return {
    keys: [key],
    name,
    label: ({ [key]: choice }) => (choice === undefined ? null : labels[choice as Choice]),
    standing: (label) => `${name}: ${label}`,
    pill: {
      width: 'list',
      choices: ({ filter, hrefOf, onChosen }) => (
        <div className="flex flex-col gap-0.5">
          {choices.map((choice) => (
            <FilterChoice
              key={choice}
              href={hrefOf(changed(choice))}
              current={filter[key] === choice}
              onChosen={onChosen}
            >
              {labels[choice]}
            </FilterChoice>
          ))}
        </div>
      ),
    },
  }
}

export function useFilterContext(page: ListPage<unknown> | undefined): FilterContext {
  const { locale, timeZone, now } = useLocale()
  const times = useTimes()
  const search = page?.search
  return { locale, times, timeZone, now, page, anyDate: search ? search.as !== 'text' : false }
}

type Props<Filter> = {
  path: string
  filter: Filter
  entries: readonly FilterEntry<Filter>[]
  context: FilterContext
  messages: { searchLabel: string; searchHint: string }
  /** True if the empty list already contains the button that clears all filters. */
  clearsBelow: boolean
}

export function Filters<Filter extends ListFilter>(props: Props<Filter>) {
  const { path, filter, entries, context, messages, clearsBelow } = props
  const t = useTexts()
  const hasPills = entries.some(({ pill }) => pill)
  const count = activeFilters(entries, filter, context).length
  const problem = entries.map((entry) => entry.problem?.(filter)).find(Boolean)
  const shown = entries.map((entry) => <OneFilter key={entry.name} entry={entry} {...props} />)
  return (
    <div className="flex flex-col gap-2">
      <search
        aria-label={hasPills ? t('filters.listFilters.filters') : messages.searchLabel}
        className={cn(
          'flex flex-wrap items-center gap-2',
          hasPills && 'sm:items-start sm:max-xl:[&>form]:w-full',
        )}
      >
        <SearchBox
          label={messages.searchLabel}
          placeholder={messages.searchHint}
          value={filter.q ?? ''}
          hrefOf={(q) => listHref<ListFilter>(path, filter, { q })}
        />
        {hasPills ? <FilterRow>{shown}</FilterRow> : null}
        {!hasPills && count > 0 ? <div className="flex min-w-0">{shown}</div> : null}
        {/* The button with the number of filters stays visible beside a row that scrolls or wraps. */}
        {hasPills && count > 0 && !clearsBelow ? (
          <ButtonLink
            size="sm"
            variant="quiet"
            className="-mr-2.5 self-start sm:pointer-fine:mt-0.5"
            href={listHref(path, { status: filter.status, q: filter.q })}
            scroll={false}
          >
            {count > 1
              ? t('filters.listFilters.clearCounted', { count })
              : t('filters.listFilters.clearFilters')}
          </ButtonLink>
        ) : null}
      </search>
      {problem ? (
        <p role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      ) : null}
    </div>
  )
}

type OneProps<Filter> = Pick<Props<Filter>, 'path' | 'filter' | 'entries' | 'context'> & {
  entry: FilterEntry<Filter>
}

function OneFilter<Filter extends ListFilter>({ path, filter, entries, context, entry }: OneProps<Filter>) {
  const t = useTexts()
  const { name, pill, idle } = entry
  const label = entry.label(filter, context)
  const hrefOf = (change: Partial<Filter>) => listHref(path, inTableOrder(entries, { ...filter, ...change }))
  const clearHref = hrefOf(without(entry))
  if (!pill) {
    return label === null ? null : (
      <FilterChip label={label} href={clearHref} removeLabel={t('filters.remove', { filter: label })} />
    )
  }
  const isIdle = idle?.isIdle(context) ?? false
  const marked = label !== null && idle && isIdle ? idle.mark(label) : null
  return (
    <FilterPill
      name={name}
      value={
        marked === null ? (
          label
        ) : (
          <>
            {marked} <span className="sr-only">{idle?.why}</span>
          </>
        )
      }
      title={marked === null ? undefined : `${marked} ${idle?.why}`}
      idle={isIdle}
      clearHref={clearHref}
      clearLabel={t('filters.remove', { filter: name })}
      {...(pill.inside ? { inside: pill.inside } : {})}
      width={pill.width}
    >
      {(close) => pill.choices({ filter, hrefOf, onChosen: close })}
    </FilterPill>
  )
}

/** Renders the filters beside search and "Clear". On a phone they scroll sideways; a mouse cannot, so elsewhere they wrap. */
function FilterRow({ children }: { children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  const before = useRef<ReadonlyMap<Element, string> | null>(null)
  // A filter that was just set is scrolled into view. Only the rendered row shows which one it is.
  useEffect(() => {
    const now = new Map([...(row.current?.children ?? [])].map((it) => [it, it.textContent ?? '']))
    const known = before.current
    before.current = now
    if (!row.current || !known) return
    const changed = [...now].filter(([it, text]) => known.get(it) !== text).map(([it]) => it)
    const set = changed.find((it) => it instanceof HTMLElement && it.dataset.set !== undefined)
    if (set) scrollRowTo(row.current, set)
    else if (changed.length > 0 || known.size !== now.size) row.current.scrollLeft = 0
  })
  useMarkedEdges(row)
  return (
    <div
      ref={row}
      data-filter-row
      // The row is above the scrim of an open filter, so another filter opens with one press.
      className="fade-edges -my-1 -ml-4 flex min-w-0 flex-1 scroll-px-8 items-center gap-2 overflow-x-auto py-1 pl-4 last:-mr-4 last:pr-4 max-sm:*:shrink-0 max-sm:*:flex-nowrap [scrollbar-width:none] sm:mask-none sm:m-0 sm:flex-wrap sm:overflow-visible sm:relative sm:[@media(height>=34rem)]:has-[[aria-expanded=true]]:z-45 sm:px-0 sm:py-0 sm:pointer-fine:py-px sm:last:m-0 sm:last:px-0 [&::-webkit-scrollbar]:hidden"
    >
      {children}
    </div>
  )
}
