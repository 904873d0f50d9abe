'use client'

import { usePlace } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { numberFormat } from '@/lib/contract/formatters'
import { filters } from '@/lib/messages/filters'

type Way = { hint: string; href: string; label: string }

type Props = {
  /** What was asked and not found. */
  title: string
  /** The filters that stand beside the status and the search, in words. */
  standing: readonly string[]
  /** How many the same search and filters find in other states, and the list of all of them. */
  elsewhere: { count: number; href: string }
  /** The least change that may find something, where no other state does. */
  otherwise: Way
}

/** In the place of the rows: says what was asked, and leads to what the tabs show it to be, or to a smaller question. */
export function NoMatch({ title, standing, elsewhere: { count, href }, otherwise }: Props) {
  const { locale } = usePlace()
  const written = numberFormat(locale).format(count)
  const way: Way =
    count > 0
      ? {
          hint: filters.elsewhere(count, written),
          href,
          label: filters.showElsewhere(count, written),
        }
      : otherwise
  return (
    <EmptyState
      kind="nomatch"
      title={title}
      action={
        <Button asChild>
          <PageLink href={way.href} scroll={false}>
            {way.label}
          </PageLink>
        </Button>
      }
    >
      {standing.length > 0 ? <p>{filters.standing(standing.join(', '))}</p> : null}
      <p>{way.hint}</p>
    </EmptyState>
  )
}
