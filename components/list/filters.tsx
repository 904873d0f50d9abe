'use client'

import type { ReactNode } from 'react'
import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import type { LazyModule } from '@/components/ui/lazy-module'
import type { ListFilter, ListPage } from '@/lib/dashboard/schema/list'
import { filters as copy, listFilters } from '@/lib/messages/filters'
import { FilterChip } from './filter-chip'
import { FilterChoice, FilterPill } from './filter-pill'
import type { FilterWidth } from './filter-popover'
import { FilterRow } from './filter-row'
import { listHref } from './list-href'
import { SearchBox } from './search-box'

/** The circumstances in which a filter's value is written. */
export type FilterContext = {
  locale: string
  timeZone: string
  /** In milliseconds. */
  now: number
  /** The page of rows, once it is here. */
  page: ListPage<unknown> | undefined
  /** The search names one thing, which is looked for at any date. */
  anyDate: boolean
}

export type ChoicesProps<Filter> = {
  filter: Filter
  hrefOf: (change: Partial<Filter>) => string
  onChosen: () => void
}

/** One line of a list's filter table. */
export type FilterEntry<Filter> = {
  /** Parameters of the URL, removed together. */
  keys: readonly (keyof Filter)[]
  name: string
  /** The value as text; null where the filter is not set. */
  words: (filter: Filter, context: FilterContext) => string | null
  /** The value within a sentence about an empty list, where `words` alone does not name the filter. */
  standing?: (words: string) => string
  /** Title of an empty list that only this filter narrows. */
  noneTitle?: (noun: string) => string
  /** A filter that applies until it is taken off: the change that does so, offered where it alone leaves no row. */
  byDefault?: { off: Partial<Filter>; offLabel: string; offHint: string }
  /** Set, but without effect just now; `why` explains it. */
  idle?: { isIdle: (context: FilterContext) => boolean; mark: (words: string) => string; why: string }
  /** A contradiction within the value. */
  problem?: (filter: Filter) => string | null
  /** A button with choices. A filter without it is a chip, shown while it is set. */
  pill?: {
    width: FilterWidth
    /** A part that the choices need, fetched when somebody reaches for the button. */
    inside?: LazyModule<unknown>
    choices: (props: ChoicesProps<Filter>) => ReactNode
  }
}

/** A filter that is set, with its value as text. */
export type ActiveFilter<Filter> = { entry: FilterEntry<Filter>; words: string; isIdle: boolean }

/** Returns the filters that are set, in the order of the table. */
export function activeFilters<Filter>(
  entries: readonly FilterEntry<Filter>[],
  filter: Filter,
  context: FilterContext,
): ActiveFilter<Filter>[] {
  return entries.flatMap((entry) => {
    const label = entry.words(filter, context)
    return label === null ? [] : [{ entry, words: label, isIdle: entry.idle?.isIdle(context) ?? false }]
  })
}

/** Returns the change that takes a filter off. */
export function without<Filter>(...entries: readonly FilterEntry<Filter>[]): Partial<Filter> {
  const keys = entries.flatMap(({ keys: own }) => own)
  // The keys are those of the filter, each without a value.
  const cleared = Object.fromEntries(keys.map((key) => [key, undefined])) as Partial<Filter>
  return Object.assign(cleared, ...entries.map(({ byDefault }) => byDefault?.off))
}

/** Returns a filter with its parameters in the order of the table, whichever was set first: one question, one address. */
export function inTableOrder<Filter extends ListFilter>(
  entries: readonly FilterEntry<Filter>[],
  filter: Filter,
): Filter {
  const keys = entries.flatMap(({ keys: own }) => own)
  // The same keys and values, sorted.
  const { status, q } = filter
  return { status, q, ...Object.fromEntries(keys.map((key) => [key, filter[key]])) } as Filter
}

/** Returns a filter that is one of a few choices, by their labels. */
export function choiceFilter<Key extends string, Choice extends string>(
  key: Key,
  name: string,
  labels: Readonly<Record<Choice, string>>,
): FilterEntry<{ [K in Key]?: Choice | undefined }> {
  type Filter = { [K in Key]?: Choice | undefined }
  const choices = Object.keys(labels) as Choice[] // Object.keys forgets the key type.
  // The one key, with a value of its own.
  const changed = (choice: Choice) => ({ [key]: choice }) as Partial<Filter>
  return {
    keys: [key],
    name,
    words: ({ [key]: choice }) => (choice === undefined ? null : labels[choice as Choice]),
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

/** Returns a filter that applies until it is taken off; `textOf` is its value as text, null where it does not apply. */
export function standingFilter<Filter>(
  entry: FilterEntry<Filter>,
  byDefault: NonNullable<FilterEntry<Filter>['byDefault']>,
  textOf: FilterEntry<Filter>['words'],
): FilterEntry<Filter> {
  return { ...entry, words: textOf, standing: (label) => label, byDefault }
}

/** Returns the circumstances of a list's filters. */
export function useFilterContext(page: ListPage<unknown> | undefined): FilterContext {
  const { locale, timeZone, now } = usePlace()
  const search = page?.search
  return { locale, timeZone, now, page, anyDate: search ? search.as !== 'text' : false }
}

type Props<Filter> = {
  path: string
  filter: Filter
  entries: readonly FilterEntry<Filter>[]
  context: FilterContext
  messages: { searchLabel: string; searchHint: string }
  /** The button that clears all filters stands in the list's place. */
  clearsBelow: boolean
}

/** The search box and the filters of a list; all of it is in the URL. */
export function Filters<Filter extends ListFilter>(props: Props<Filter>) {
  const { path, filter, entries, context, messages, clearsBelow } = props
  const hasPills = entries.some(({ pill }) => pill)
  const count = activeFilters(entries, filter, context).filter(({ entry }) => !entry.byDefault).length
  const problem = entries.map((entry) => entry.problem?.(filter)).find(Boolean)
  return (
    <div className="flex flex-col gap-2">
      <search
        aria-label={hasPills ? listFilters.filters : messages.searchLabel}
        className={
          hasPills
            ? 'flex flex-wrap items-center gap-2 sm:items-start sm:max-xl:[&>form]:w-full'
            : 'flex flex-wrap items-center gap-2'
        }
      >
        <SearchBox
          label={messages.searchLabel}
          placeholder={messages.searchHint}
          value={filter.q ?? ''}
          hrefOf={(q) => listHref<ListFilter>(path, filter, { q })}
        />
        {hasPills ? (
          <FilterRow>
            {entries.map((entry) => (
              <OneFilter key={entry.name} entry={entry} {...props} />
            ))}
          </FilterRow>
        ) : count > 0 ? (
          <div className="flex min-w-0">
            {entries.map((entry) => (
              <OneFilter key={entry.name} entry={entry} {...props} />
            ))}
          </div>
        ) : null}
        {/* Beside a row that scrolls or wraps it stays in sight, with how many there are. */}
        {hasPills && count > 0 && !clearsBelow ? (
          <Button asChild size="sm" variant="quiet" className="-mr-2.5 self-start sm:pointer-fine:mt-0.5">
            <PageLink href={listHref(path, { status: filter.status, q: filter.q })} scroll={false}>
              {count > 1 ? listFilters.clearCounted(count) : listFilters.clearFilters}
            </PageLink>
          </Button>
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
  const { name, pill, idle } = entry
  const label = entry.words(filter, context)
  const hrefOf = (change: Partial<Filter>) => listHref(path, inTableOrder(entries, { ...filter, ...change }))
  const clearHref = hrefOf(without(entry))
  if (!pill) {
    return label === null ? null : (
      <FilterChip label={label} href={clearHref} removeLabel={copy.remove(label)} />
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
      clearLabel={copy.remove(name)}
      {...(pill.inside ? { inside: pill.inside } : {})}
      width={pill.width}
    >
      {(close) => pill.choices({ filter, hrefOf, onChosen: close })}
    </FilterPill>
  )
}
