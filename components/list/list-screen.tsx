import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowUp, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryFallback } from '@/components/data/query-fallback'
import type { KnownTotals } from '@/components/data/use-totals'
import { Amount } from '@/components/money/amount'
import { listHref, queryString } from '@/components/navigation/query-string'
import { TabLink } from '@/components/navigation/tab-link'
import { useAccount } from '@/components/navigation/use-go'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { Announcement } from '@/components/ui/announcement'
import { Button } from '@/components/ui/button'
import { TabRow } from '@/components/ui/tabs'
import { accountPath } from '@/lib/dashboard/account-address'
import type { ListFilter, ListPage, ListTotals } from '@/lib/dashboard/reads/list'
import type { ViewList } from '@/lib/dashboard/saved-views/shape'
import { numberFormat } from '@/lib/domain/formatters'
import type { Translate } from '@/lib/messages/translator'
import { cn } from '@/lib/ui/cn'
import { type Column, RecordTable, type RowProps } from './columns'
import { activeFilters, type FilterContext, type FilterEntry, Filters, useFilterContext } from './filters'
import { useRememberedList } from './last-list'
import type { ListMessages } from './list-messages'
import { NoRows } from './no-rows'
import { Pager } from './pager'
import { SavedViews } from './saved-views'
import { useStableRows } from './use-stable-rows'

/** The export of the filtered list; `count` is null if the rows are not counted. */
type ExportOffer = { href: string; label: string | undefined; count: number | null; className: string }

type Props<Row extends { id: string }, Filter> = {
  path: string
  filter: Filter
  query: Pick<UseQueryResult<ListPage<Row>>, 'data' | 'error' | 'refetch'>
  totals: KnownTotals
  statuses: readonly string[]
  /** Returns the tooltip of a tab. */
  tabTitle?: (status: string) => string | undefined
  columns: readonly Column<Row>[]
  rowProps?: RowProps<Row>
  filters: readonly FilterEntry<Filter>[]
  messages: ListMessages
  /** Label of the total amount; null if the rows have no sum. */
  sumLabel?: string | null
  /** Path of the export route; null for members who may not export. */
  exportPath?: string | null
  /** Replaces the export link, for a list with several formats. */
  exportAs?: ((csv: ExportOffer) => ReactNode) | undefined
  /** Renders an action on exactly these rows; `count` is null if they are not counted. */
  bulkAction?: ((count: string | null) => ReactNode) | undefined
  emptyAction?: ReactNode
  /** True if the page's title has a button, for which the pill of new rows makes room on a phone. */
  hasTitleButton?: boolean
  /** True for a list below other tabs: its subsets are chips, and without search and totals while it is short. */
  isNested?: boolean
  /** The list whose filters a member may save as views. */
  views?: ViewList
}

/** Renders a list: tabs with counts, search and filters, totals, stable live rows, keyset pages. Its state is in the URL. */
export function ListScreen<
  Row extends { id: string },
  Filter extends ListFilter & { period?: string | undefined },
>(props: Props<Row, Filter>) {
  const { path, filter, query, totals, filters, messages } = props
  const { data: page } = query
  const context = useFilterContext(page)
  useRememberedList(path, filter)
  // The empty list contains the button that clears the filters if no tab has matches.
  const isNowhere = page?.data.length === 0 && (totals ? totals.counts.ALL === 0 : !filter.status)
  return (
    <div className="flex flex-col gap-3">
      {isShort(props) ? null : (
        <>
          <Tabs {...props} />
          <Filters
            path={path}
            filter={filter}
            entries={filters}
            context={context}
            messages={messages}
            clearsBelow={isNowhere && !filter.cursor}
          />
        </>
      )}
      {page ? (
        <Rows {...props} page={page} context={context} />
      ) : (
        <QueryFallback query={query} label={messages.loading} />
      )}
    </div>
  )
}

/** Number of rows that are seen at a glance. */
const FEW_ROWS = 8

/** Returns whether a nested list without filters has so few rows that it needs neither search, subsets nor totals. */
function isShort<Row extends { id: string }, Filter extends ListFilter>(props: Props<Row, Filter>): boolean {
  const { filter, totals, filters, isNested } = props
  if (!isNested || filters.length > 0 || Object.values(filter).some(Boolean)) return false
  return (totals?.counts.ALL ?? FEW_ROWS + 1) <= FEW_ROWS
}

function Tabs<Row extends { id: string }, Filter extends ListFilter>(props: Props<Row, Filter>) {
  const { path, filter, query, totals, statuses, tabTitle, messages } = props
  const t = useTexts()
  const { locale } = useLocale()
  const count = (status: string) => {
    const known = totals?.counts[status]
    if (totals && known !== undefined) return writtenCount(totals, known, locale, t)
    return totals === undefined && query.data ? 'pending' : null
  }
  const hrefOf = (status: string | undefined) => listHref<ListFilter>(path, filter, { status })
  return (
    <TabRow label={messages.statusTabs} chips={props.isNested ?? false}>
      <TabLink current={!filter.status} count={count('ALL')} href={hrefOf(undefined)} scroll={false}>
        {messages.all}
      </TabLink>
      {statuses.map((status) => (
        <TabLink
          key={status}
          current={filter.status === status}
          count={count(status)}
          href={hrefOf(status)}
          scroll={false}
          title={tabTitle?.(status)}
        >
          {messages.status(status)}
        </TabLink>
      ))}
    </TabRow>
  )
}

type Shown<Row extends { id: string }, Filter> = Props<Row, Filter> & {
  page: ListPage<Row>
  context: FilterContext
}

function Rows<Row extends { id: string }, Filter extends ListFilter & { period?: string | undefined }>(
  props: Shown<Row, Filter>,
) {
  const { path, filter, page, totals, context, columns, rowProps, filters, messages, emptyAction } = props
  const scope = JSON.stringify(filter)
  const { rows, waiting, fresh, reveal, inUse } = useStableRows(page.data, scope)
  const t = useTexts()
  const arrived = fresh.size > 0 ? messages.arrived(fresh.size) : ''
  const isNear = page.search?.near ?? false
  return (
    <>
      {isShort(props) ? null : <Totals {...props} />}
      <Announcement>
        {waiting > 0 ? messages.newPill(waiting) : arrived || (isNear ? t('common.nearMatches') : '')}
      </Announcement>
      {isNear ? (
        <p aria-hidden className="text-sm text-text">
          {t('common.nearMatches')}
        </p>
      ) : null}
      {waiting > 0 ? (
        <NewPill
          label={messages.newPill(waiting)}
          onReveal={reveal}
          hasTitleButton={props.hasTitleButton ?? false}
        />
      ) : null}
      {rows.length > 0 ? (
        <div {...inUse} data-slice>
          {/* A new filter gets a new table, in which no row is animated from its old position. */}
          <RecordTable
            key={scope}
            label={messages.listLabel}
            columns={columns}
            rows={rows}
            fresh={fresh}
            rowProps={rowProps}
          />
        </div>
      ) : (
        <NoRows
          path={path}
          filter={filter}
          active={activeFilters(filters, filter, context)}
          messages={messages}
          emptyAction={emptyAction}
          inAllStates={totals?.counts.ALL ?? 0}
        />
      )}
      <Pager
        cursor={filter.cursor}
        page={page}
        {...(totals && totals.counted_to === undefined ? { totals } : {})}
        hrefOf={(cursor) => listHref<ListFilter>(path, filter, { cursor })}
      />
    </>
  )
}

/** Returns a count as `132`, or `1,000+` beyond the counted maximum. */
export function writtenCount(
  { counted_to: bound }: ListTotals,
  count: number,
  locale: string,
  t: Translate,
): string {
  const format = numberFormat(locale)
  return bound !== undefined && count > bound
    ? t('common.atLeast', { count: format.format(bound) })
    : format.format(count)
}

/** Renders the totals of the filtered set and the export of exactly these rows. */
function Totals<Row extends { id: string }, Filter extends ListFilter & { period?: string | undefined }>({
  filter,
  page: { data, search },
  totals,
  context,
  messages,
  sumLabel = null,
  exportPath,
  exportAs,
  bulkAction,
  views,
}: Shown<Row, Filter>) {
  const account = useAccount()
  const t = useTexts()
  const { locale } = useLocale()
  const counts = totals
    ? { count: totals.count, written: writtenCount(totals, totals.count, locale, t) }
    : null
  const exportLabel = counts ? messages.exportRows(counts) : messages.exportAll
  const some = totals && totals.count > 0 ? totals : null
  const exportHref =
    exportPath && (some || data.length > 0)
      ? accountPath(account, `${exportPath}${queryString({ ...filter, cursor: undefined })}`)
      : null
  const uncounted = t(totals === undefined ? 'common.counting' : 'common.notCounted')
  const counted = counts === null ? uncounted : some ? messages.total(counts) : null
  const searched = searchedSentence(search, filter.period, messages)
  // An empty tab is easy to find again, and a search without results is not worth saving.
  const { status: _, q, cursor: __, ...narrowing } = filter
  const findsNothing = data.length === 0 && (q !== undefined || Object.keys(narrowing).length === 0)
  return (
    // The line reserves the height of the actions, which keeps the list in position.
    <div
      data-slice
      className="flex min-h-8 flex-wrap items-center justify-between gap-x-2 gap-y-1 text-muted text-sm sm:flex-nowrap sm:gap-x-4 pointer-coarse:min-h-11 [&:not(:has(p,a,button))]:hidden"
    >
      {counted || searched ? (
        // The sum wraps before the actions do on a phone, unless it is wider than half of the line.
        <p className="relative flex min-w-0 grow flex-wrap items-baseline gap-x-2 max-sm:basis-36 sm:whitespace-nowrap">
          {counted ? (
            <span className="tnum">
              <span>{counted}</span>
              {context.anyDate && messages.searchedAnyDate ? (
                <span className="xl:hidden"> · {messages.searchedAnyDate}</span>
              ) : null}
            </span>
          ) : null}
          {some && messages.order ? (
            // In the width of the searched fields.
            <span className={cn('flex gap-x-2', searched && 'xl:hidden')}>
              <Dot />
              {messages.order}
            </span>
          ) : null}
          {some && sumLabel !== null ? (
            <>
              <Dot className="max-sm:hidden" />
              <span className="max-sm:basis-full">
                <Amount amount={some.amount} currency={some.currency} className="font-medium text-text" />{' '}
                {sumLabel}
              </span>
            </>
          ) : null}
          {searched ? (
            <>
              {counted ? <Dot className="max-xl:hidden" /> : null}
              {/* The sentence never moves the list. Without space it is for screen readers only. */}
              <span
                title={searched}
                className={cn(
                  'min-w-0 max-sm:basis-full sm:grow sm:basis-0 sm:truncate',
                  counted && 'max-xl:sr-only',
                )}
              >
                {searched}
              </span>
            </>
          ) : null}
        </p>
      ) : null}
      <div className="-mr-2.5 ml-auto flex shrink-0 items-center empty:hidden">
        {views ? <SavedViews list={views} filter={filter} isWorthKeeping={!findsNothing} /> : null}
        {data.length > 0 ? bulkAction?.(counts?.written ?? null) : null}
        {exportHref === null ? null : exportAs ? (
          exportAs({
            href: exportHref,
            label: exportLabel,
            count: totals?.count ?? null,
            className: totalsAction,
          })
        ) : (
          <Button asChild size="sm" variant="quiet" Icon={Download} className={totalsAction}>
            <a href={exportHref} download title={exportLabel}>
              <span className="max-sm:sr-only">{exportLabel}</span>
            </a>
          </Button>
        )}
      </div>
    </div>
  )
}

const totalsAction = 'max-sm:-mr-1 max-sm:min-w-11 max-sm:px-0'

function Dot({ className }: { className?: string }) {
  return (
    <span aria-hidden className={className}>
      ·
    </span>
  )
}

/** Returns the sentence about the searched fields; null without a search. */
function searchedSentence(
  search: ListPage<unknown>['search'],
  period: string | undefined,
  messages: ListMessages,
) {
  if (!search) return null
  if (search.as === 'text' && period && messages.searchedInDays) return messages.searchedInDays
  return messages.searchedAs(search.as)
}

type NewPillProps = { label: string; onReveal: () => void; hasTitleButton: boolean }

/**
 * Renders the number of new rows that wait above the list. At the top of the page it is on the line of the title, which has
 * space at every width; further down it floats above the rows, on a phone below the bar. It has no height, so no row moves
 * when it appears.
 */
function NewPill({ label, onReveal, hasTitleButton }: NewPillProps) {
  return (
    <div
      className={cn(
        'pointer-events-none sticky top-27 z-20 order-first -mb-3 flex h-0 items-start justify-end sm:justify-center md:top-16',
        hasTitleButton && 'max-sm:order-none max-sm:*:-mt-11',
      )}
    >
      <Button
        variant="primary"
        size="sm"
        className="-mt-13 pointer-events-auto h-8 animate-rise rounded-full shadow-float"
        Icon={ArrowUp}
        onClick={() => {
          onReveal()
          window.scrollTo({ top: 0 })
          // The pressed pill disappears, so the focus moves to the first new row.
          requestAnimationFrame(() => {
            const first = document.querySelector<HTMLElement>('#content a[data-row]')
            first?.focus({ preventScroll: true })
          })
        }}
      >
        {label}
      </Button>
    </div>
  )
}
