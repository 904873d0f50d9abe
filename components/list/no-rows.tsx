import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/navigation/link-looks'
import { listHref } from '@/components/navigation/query-string'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListFilter } from '@/lib/dashboard/reads/list'
import { numberFormat } from '@/lib/domain/formatters'
import type { ActiveFilter } from './filters'
import type { ListMessages } from './list-messages'

type Props<Filter> = {
  path: string
  filter: Filter
  active: readonly ActiveFilter<Filter>[]
  messages: ListMessages
  /** Action of a list that never had a row. */
  emptyAction: ReactNode
  /** Number of matches of the same search and filters in all states. */
  inAllStates: number
}

/** Renders an empty list: it never had rows, none has this status, or search and filters match none. */
export function NoRows<Filter extends ListFilter>(props: Props<Filter>) {
  const { path, filter, active, messages, emptyAction } = props
  const t = useTexts()
  const { status, q, cursor } = filter
  if (q || active.length > 0) return <NoMatch {...props} />
  if (status || cursor) {
    const title = status && !cursor ? messages.noneInStatus(status) : undefined
    return (
      <EmptyState
        kind="nomatch"
        title={title ?? messages.noneFurther}
        action={
          messages.noneInStatusHint ? (
            <ButtonLink href={path}>{t('common.clearFilters')}</ButtonLink>
          ) : undefined
        }
      >
        {messages.noneInStatusHint}
      </EmptyState>
    )
  }
  return (
    <EmptyState kind="none" title={messages.emptyTitle} action={emptyAction}>
      {messages.emptyHint}
    </EmptyState>
  )
}

/** Renders the search and the filters without matches, with a link to tabs that have matches or to fewer filters. */
function NoMatch<Filter extends ListFilter>({ path, filter, active, messages, inAllStates }: Props<Filter>) {
  const t = useTexts()
  const { locale } = useLocale()
  const { status, q } = filter
  const noun = (status && messages.noneOf(status)) ?? messages.noneAtAll
  const standing = active.filter(({ isIdle }) => !isIdle)
  const counted = { count: inAllStates, written: numberFormat(locale).format(inAllStates) }
  // The link makes the smallest change that may have matches.
  const isElsewhere = status && inAllStates > 0
  const narrows = standing.length > 0
  const href = isElsewhere
    ? listHref<ListFilter>(path, filter, { status: undefined })
    : listHref(path, narrows ? { status, q } : { status })
  const clears = t(active.length > 0 ? 'common.clearFilters' : 'filters.clearSearch')
  return (
    <EmptyState
      kind="nomatch"
      title={q ? messages.noMatchFor(q, noun) : messages.noMatchFilters(noun)}
      action={
        <ButtonLink href={href} scroll={false}>
          {isElsewhere ? t('filters.showElsewhere', counted) : clears}
        </ButtonLink>
      }
    >
      {narrows ? (
        <p>
          {t('filters.standing', {
            names: standing.map(({ entry, label }) => entry.standing?.(label) ?? label).join(', '),
          })}
        </p>
      ) : null}
      <p>
        {isElsewhere
          ? t('filters.elsewhere', counted)
          : narrows
            ? messages.noMatchHint
            : messages.noMatchSearchHint}
      </p>
    </EmptyState>
  )
}
