'use client'

import { NoMatch } from '@/components/list/no-match'
import { usePlace } from '@/components/locale/locale-provider'
import { clearedHref, isFiltered, paymentsHref, tabAlone } from '@/components/payments/payment-filter'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import type { PaymentFilter } from '@/lib/dashboard/schema/payment'
import { common } from '@/lib/messages/common'
import { filters } from '@/lib/messages/filters'
import { links } from '@/lib/messages/links'
import { payments } from '@/lib/messages/payments'
import { standingWords } from './filter-words'

type Props = {
  filter: PaymentFilter
  currency: string
  linkTitle: string | null
  /** The search goes over all dates. */
  anyDate: boolean
  /** How many the same search and filters find in all states. */
  inAllStates: number
}

/** In the place of the rows: there never were any, none is in this state, or the search and the filters leave none. */
export function NoPayments(props: Props) {
  const { filter } = props
  const tab = tabAlone(filter)
  if (tab) return <EmptyState kind="nomatch" title={payments.noneInStatus[tab]} />
  if (filter.cursor) return <EmptyState kind="nomatch" title={payments.noneFurther} />
  if (isFiltered(filter)) return <NoneAsked {...props} />
  return (
    <EmptyState
      kind="none"
      title={payments.emptyTitle}
      action={
        <Button asChild variant="primary">
          <PageLink href="/links/new">{links.create}</PageLink>
        </Button>
      }
    >
      {payments.emptyHint}
    </EmptyState>
  )
}

function NoneAsked({ filter, currency, linkTitle, anyDate, inAllStates }: Props) {
  const { locale, timeZone, now } = usePlace()
  const { status, q, period } = filter
  const standing = standingWords(filter, { currency, locale, timeZone, now, linkTitle, anyDate })
  const noun = status ? payments.noneOf[status] : payments.noneAtAll
  return (
    <NoMatch
      title={q ? payments.noMatchFor(q, noun) : payments.noMatchFilters(noun)}
      standing={standing}
      elsewhere={{ count: status ? inAllStates : 0, href: paymentsHref(filter, { status: undefined }) }}
      otherwise={
        standing.length > 0
          ? { hint: payments.noMatchHint, href: clearedHref(filter), label: common.clearFilters }
          : {
              hint: payments.noMatchSearchHint,
              href: paymentsHref(filter, { q: undefined, period: undefined }),
              label: period ? common.clearFilters : filters.clearSearch,
            }
      }
    />
  )
}
