'use client'

import { FileUp, Plus } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { linkColumns, linkRow } from '@/components/links/link-columns'
import { useRecordShare } from '@/components/links/use-record-share'
import type { FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { Button } from '@/components/ui/button'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { LinkMenu } from './link-menu'

/** Renders the list of links. Its total is the collected sum. */
export function LinksScreen({ filter }: { filter: LinkFilter }) {
  const mayCreate = useCan('links.create')
  const record = useRecordShare()
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useRead('links/list', filter)
  const totals = useTotals(query.data, read(account, 'links/totals', filter))
  const onCopied = ({ id }: ListedLink) => record(id, 'copied')
  const columns = linkColumns(timeZone, {
    byEnd: filter.expiring !== undefined,
    onCopied,
    menu: (link) => <LinkMenu link={link} onCopied={() => onCopied(link)} />,
  })
  const newLink = (
    <Button asChild variant="primary" icon={<Plus aria-hidden className="size-4" />}>
      <PageLink href="/links/new">{links.create}</PageLink>
    </Button>
  )
  return (
    <>
      <PageHeader
        title={links.title}
        action={
          mayCreate ? (
            <div className="flex flex-wrap gap-2">
              <Button asChild icon={<FileUp aria-hidden className="size-4" />}>
                <PageLink href="/links/import">{linkImports.entry}</PageLink>
              </Button>
              {/* The plus in the bar is this page's only main button on phones. */}
              <span className="contents max-md:hidden">{newLink}</span>
            </div>
          ) : undefined
        }
      />
      <ListScreen
        path="/links"
        views="links"
        filter={filter}
        query={query}
        totals={totals}
        statuses={shownLinkStatuses}
        columns={columns}
        rowProps={linkRow}
        filters={linkFilters}
        messages={links}
        sumLabel={links.collected}
        emptyAction={mayCreate ? newLink : undefined}
        hasTitleButton
      />
    </>
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
