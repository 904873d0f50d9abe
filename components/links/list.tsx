'use client'

import { FileUp, Plus } from 'lucide-react'
import { useCan } from '@/components/data/member'
import { read, useRead } from '@/components/data/read'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import type { FilterEntry } from '@/components/list/filters'
import { ListScreen } from '@/components/list/list-screen'
import { useTotals } from '@/components/list/use-totals'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { useAccount } from '@/components/navigation/use-go'
import { PageHeader } from '@/components/page/page-header'
import { RowTime, TitledTime } from '@/components/time/date-time'
import { relativeTime, shortDay } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { shownLinkStatuses } from '@/lib/contract/states'
import type { LinkFilter, ListedLink } from '@/lib/dashboard/schema/link'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { linkImports } from '@/lib/messages/link-imports'
import { links } from '@/lib/messages/links'
import { canShare, collectedOf, isUnderWay, LinkBadge, linkHref, useRecordShare } from './face'
import { LinkMenu, useCancelLink } from './menu'

/** Renders the list of links. Its total is the collected sum. */
export function LinksScreen({ filter }: { filter: LinkFilter }) {
  const mayCreate = useCan('links.create')
  const { timeZone } = useLocale()
  const account = useAccount()
  const query = useRead('links/list', filter)
  const totals = useTotals(query.data, read(account, 'links/totals', filter))
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
        columns={linkColumns(timeZone, filter.expiring !== undefined)}
        // A row is highlighted while its menu is open.
        rowProps={() => ({ className: 'record-near has-data-[state=open]:bg-hover' })}
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
  },
]

/** Returns the columns of links. With `byEnd`, for links that expire soon, the date is the expiry. */
function linkColumns(timeZone: string, byEnd: boolean): readonly Column<ListedLink>[] {
  const { columns } = links
  const ends: Column<ListedLink> = {
    key: 'ends',
    label: columns.ends,
    width: 'w-28 min-w-28',
    align: 'end',
    from: '5xl',
    card: 'none',
    className: 'whitespace-nowrap text-muted text-sm',
    cell: (link) => <Ends link={link} />,
  }
  return [
    {
      key: 'amount',
      label: columns.amount,
      width: 'w-30 min-w-27 @3xl:min-w-30',
      align: 'end',
      cell: ({ amount, currency }) => (
        <Amount amount={amount} currency={currency} className="font-medium text-lg @2xl:text-base" />
      ),
    },
    {
      key: 'status',
      label: columns.status,
      width: 'w-30 min-w-30',
      card: 'end',
      // The actions of a card are positioned absolutely, so the badge leaves room for them.
      className: (link) =>
        `@2xl:mr-0 ${canShare(link) ? 'mr-14 pointer-coarse:mr-19' : 'mr-6 pointer-coarse:mr-8'}`,
      cell: ({ id, shown_status, cancel }) => (
        <LinkBadge status={shown_status} isCancelling={isUnderWay(cancel)} href={linkHref(id)} />
      ),
    },
    {
      key: 'link',
      label: columns.link,
      card: 'line',
      className: '@2xl:w-[99%] @2xl:max-w-0',
      cell: (link) => (
        <RowLink
          href={linkHref(link.id)}
          copies={canShare(link) ? link.url : link.id}
          dir="auto"
          title={link.title}
          className="block truncate"
        >
          {link.title}
        </RowLink>
      ),
    },
    {
      key: 'uses',
      label: columns.uses,
      width: 'w-20 min-w-20',
      align: 'end',
      from: '3xl',
      className: 'tnum text-muted text-sm @max-2xl:leading-5.5 @2xl:whitespace-nowrap',
      cell: (link) => <Uses link={link} />,
    },
    {
      key: 'collected',
      label: columns.collected,
      width: 'w-28 min-w-28',
      align: 'end',
      from: '4xl',
      card: 'none',
      className: 'whitespace-nowrap text-sm',
      cell: (link) => <Collected link={link} />,
    },
    ...(byEnd ? [] : [ends]),
    {
      key: 'date',
      ...zonedLabel(
        byEnd ? columns.ends : columns.created,
        byEnd ? columns.endsIn : columns.createdIn,
        timeZone,
      ),
      width: 'w-28 min-w-28 @3xl:w-32 @3xl:min-w-32',
      align: 'end',
      card: 'end',
      className: 'whitespace-nowrap text-muted text-sm @max-2xl:leading-5.5',
      cell: (link) => (
        <>
          {link.shown_status === 'ACTIVE' ? <CardEnds link={link} /> : null}
          <span className={link.shown_status === 'ACTIVE' ? 'hidden @2xl:inline' : undefined}>
            <RowTime iso={(byEnd ? link.expires_at : null) ?? link.created_at} href={linkHref(link.id)} />
          </span>
        </>
      ),
    },
    {
      key: 'actions',
      label: <span className="sr-only">{links.actions}</span>,
      width: 'w-12 min-w-12 @3xl:w-21 @3xl:min-w-21',
      // The icon, not its button, is aligned with badge and date.
      className:
        'absolute top-4.75 right-0.5 z-10 -translate-y-1/2 pointer-coarse:right-0 pointer-coarse:[&_button_svg]:translate-x-1 @2xl:relative @2xl:inset-auto @2xl:translate-y-0 @2xl:py-1 @3xl:pl-0 @2xl:[&_button_svg]:translate-x-0',
      cell: (link) => <RowActions link={link} />,
    },
  ]
}

function RowActions({ link }: { link: ListedLink }) {
  const record = useRecordShare()
  const acts = useCancelLink(link)
  return (
    <span className="flex justify-end">
      {canShare(link) ? (
        <span className="contents @2xl:hidden @3xl:contents">
          <CopyButton
            iconOnly
            variant="quiet"
            value={link.url}
            label={common.copyThing(link.title)}
            onCopied={() => record(link.id, 'copied')}
          />
        </span>
      ) : null}
      <LinkMenu isRow link={link} cancel={link.cancel ?? null} acts={acts} />
    </span>
  )
}

function Collected({ link }: { link: ListedLink }) {
  const collected = collectedOf(link)
  if (collected === null) return <span className="text-muted">{common.unknown}</span>
  if (link.paid_count === 0) return <span className="text-muted">{links.none}</span>
  return <Amount amount={collected} currency={link.currency} />
}

/** Renders `3 of 10`, or only the count without a limit; on a card with the word for it. */
function Uses({ link: { paid_count: paid, max_uses: max } }: { link: ListedLink }) {
  const number = numberFormat(useLocale().locale)
  const counts = [number.format(paid), max === null ? null : number.format(max)] as const
  return (
    <>
      <span className="@2xl:hidden">{links.uses(...counts)}</span>
      <span className={paid > 0 ? 'hidden text-text @2xl:inline' : 'hidden @2xl:inline'}>
        {links.usesShort(...counts)}
      </span>
    </>
  )
}

function CardEnds({ link }: { link: ListedLink }) {
  if (link.expires_at === null) return <span className="@2xl:hidden">{links.share.noEnd}</span>
  return (
    <span className="@2xl:hidden">
      {links.columns.ends} <Ends link={link} />
    </span>
  )
}

function Ends({ link: { expires_at: end, shown_status: status } }: { link: ListedLink }) {
  const { timeZone, now } = useLocale()
  if (status === 'COMPLETED' || status === 'CANCELLED') return links.none
  if (end === null) return links.neverExpires
  return <TitledTime iso={end}>{relativeTime(end, now) ?? shortDay(end, timeZone, now)}</TitledTime>
}
