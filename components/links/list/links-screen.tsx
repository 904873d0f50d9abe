'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { RecordShare, RequestCancel } from '@/components/links/link-actions'
import { linkColumns, linkRow } from '@/components/links/link-columns'
import { linksQuery, linkTotalsQuery } from '@/components/links/queries'
import type { FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'
import { LinkMenu } from './link-menu'

type Props = {
  filter: LinkFilter
  mayCreate: boolean
  mayCancel: boolean
  cancel: RequestCancel
  undoCancel: RequestCancel
  record: RecordShare
}

/** Renders the list of links. Its total is the collected sum. */
export function LinksScreen({ filter, record, ...actions }: Props) {
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useQuery(linksQuery(account, filter))
  const totals = useTotals(query.data, linkTotalsQuery(account, filter))
  const onCopied = ({ id }: ListedLink) => void record({ id, channel: 'copied' }).catch(() => {})
  const columns = linkColumns(timeZone, {
    byEnd: filter.expiring !== undefined,
    onCopied,
    menu: (link) => <LinkMenu link={link} onCopied={() => onCopied(link)} {...actions} />,
  })
  return (
    <ListScreen
      path="/links"
      filter={filter}
      query={query}
      totals={totals}
      statuses={shownLinkStatuses}
      columns={columns}
      rowProps={linkRow}
      filters={linkFilters}
      messages={links}
      sumLabel={links.collected}
      emptyAction={
        actions.mayCreate ? (
          <Button asChild variant="primary" icon={<Plus aria-hidden className="size-4" />}>
            <PageLink href="/links/new">{links.create}</PageLink>
          </Button>
        ) : undefined
      }
      hasTitleButton
    />
  )
}

const linkFilters: readonly FilterEntry<LinkFilter>[] = [
  {
    keys: ['expiring'],
    name: links.expiringFilter,
    label: ({ expiring }) => (expiring ? links.expiringFilter : null),
    noneTitle: links.noneExpiring,
  },
]
