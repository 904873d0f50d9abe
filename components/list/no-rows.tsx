'use client'

import type { ReactNode } from 'react'
import { useLocale } from '@/components/locale/locale-provider'
import { ButtonLink } from '@/components/navigation/link-looks'
import { listHref } from '@/components/navigation/query-string'
import { useTexts } from '@/components/texts/texts-provider'
import { EmptyState } from '@/components/ui/empty-state'
import type { ListFilter } from '@/lib/dashboard/schema/list'
import { numberFormat } from '@/lib/domain/formatters'
import { type ActiveFilter, without } from './filters'

/** Messages of an empty list. The noun is part of `noneOf` and `noneAtAll`: "No declined payment". */
export type EmptyMessages = {
  emptyTitle: string
  emptyHint: ReactNode
  noneInStatus: (status: string) => string | undefined
  /** Hint of an empty tab that offers the whole list. */
  noneInStatusHint: string | undefined
  noneFurther: string
  noneAtAll: string
  noneOf: (status: string) => string | undefined
  noMatchFor: (text: string, none: string) => string
  noMatchFilters: (none: string) => string
  noMatchHint: string
  noMatchSearchHint: string
}

type Props<Filter> = {
  path: string
  filter: Filter
  active: readonly ActiveFilter<Filter>[]
  messages: EmptyMessages
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
  const { status, q } = filter
  const noun = (status && messages.noneOf(status)) ?? messages.noneAtAll
  const standing = active.filter(({ isIdle }) => !isIdle)
  const title = q ? messages.noMatchFor(q, noun) : messages.noMatchFilters(noun)
  const way = useWay({ path, filter, active, messages, inAllStates, narrows: standing.length > 0 })
  return (
    <EmptyState
      kind="nomatch"
      title={title}
      action={
        <ButtonLink href={way.href} scroll={false}>
          {way.label}
        </ButtonLink>
      }
    >
      {standing.length > 0 ? (
        <p>
          {t('filters.standing', {
            names: standing.map(({ entry, label }) => entry.standing?.(label) ?? label).join(', '),
          })}
        </p>
      ) : null}
      <p>{way.hint}</p>
    </EmptyState>
  )
}

type Asked<Filter> = Omit<Props<Filter>, 'emptyAction'> & { narrows: boolean }

/** Returns the smallest change that may have matches. */
function useWay<Filter extends ListFilter>({
  path,
  filter,
  active,
  messages,
  inAllStates,
  narrows,
}: Asked<Filter>) {
  const t = useTexts()
  const { locale } = useLocale()
  const { status, q } = filter
  if (status && inAllStates > 0) {
    const counted = { count: inAllStates, written: numberFormat(locale).format(inAllStates) }
    return {
      hint: t('filters.elsewhere', counted),
      href: listHref<ListFilter>(path, filter, { status: undefined }),
      label: t('filters.showElsewhere', counted),
    }
  }
  if (narrows)
    return {
      hint: messages.noMatchHint,
      href: listHref(path, { status, q }),
      label: t('common.clearFilters'),
    }
  return {
    hint: messages.noMatchSearchHint,
    href: listHref<ListFilter>(path, filter, {
      ...without(...active.map(({ entry }) => entry)),
      q: undefined,
    }),
    label: t(active.length > 0 ? 'common.clearFilters' : 'filters.clearSearch'),
  }
}
