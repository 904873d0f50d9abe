import type { ReactNode } from 'react'
import { type Column, RowLink, zonedLabel } from '@/components/list/columns'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/navigation/page-link'
import { RowTime } from '@/components/time/date-time'
import { deadline, exactTime, relativeTime, shortDay } from '@/components/time/format-time'
import { CopyButton } from '@/components/ui/copy-button'
import type { ListedLink } from '@/lib/dashboard/schema/link'
import { numberFormat } from '@/lib/domain/formatters'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'
import { canShare, isUnderWay } from './can-share'
import { collectedOf } from './collected'
import { LinkBadge } from './link-badge'

const { columns } = links

/** Returns the id of the element that names a link's row, and with it the row's buttons. */
export function titleIdOf(linkId: string): string {
  return `link-title-${linkId}`
}

type Options = {
  /** True if the date of a row is its expiry, in a list of links that expire soon. */
  byEnd?: boolean
  /** The row's menu, if any. */
  menu?: (link: ListedLink) => ReactNode
  onCopied?: (link: ListedLink) => void
}

/** Returns the columns of links: amount, status, title, uses, collected, expiry, creation, actions. */
export function linkColumns(
  timeZone: string,
  { byEnd = false, menu, onCopied }: Options = {},
): readonly Column<ListedLink>[] {
  const ends: Column<ListedLink> = {
    key: 'ends',
    label: columns.ends,
    width: 'w-28 min-w-28',
    align: 'end',
    from: '5xl',
    card: 'none',
    className: 'whitespace-nowrap text-muted text-sm',
    cell: (link) => <Ends link={link} href={hrefOf(link)} />,
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
      className: (link) => (canShare(link) || menu !== undefined) && 'mr-6 pointer-coarse:mr-8 @2xl:mr-0',
      cell: (link) => (
        <LinkBadge status={link.shown_status} isCancelling={isUnderWay(link.cancel)} href={hrefOf(link)} />
      ),
    },
    {
      key: 'link',
      label: columns.link,
      card: 'line',
      className: '@2xl:w-[99%] @2xl:max-w-0',
      cell: (link) => <Title link={link} />,
    },
    {
      key: 'uses',
      label: columns.uses,
      width: 'w-20 min-w-20',
      align: 'end',
      from: '3xl',
      className: 'tnum text-muted text-sm @max-2xl:leading-5.5 @2xl:whitespace-nowrap',
      cell: (link) => <Uses link={link} collected={collectedOf(link)} />,
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
          {byEnd ? <span className="@2xl:hidden">{links.endsAt} </span> : null}
          <RowTime iso={(byEnd ? link.expires_at : null) ?? link.created_at} href={hrefOf(link)} />
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
      cell: (link) => (
        <span className="flex justify-end">
          {canShare(link) ? (
            <span className={menu ? 'hidden @3xl:contents' : 'contents'}>
              <CopyButton
                iconOnly
                variant="quiet"
                value={link.url}
                label={common.copyThing(link.title)}
                {...(onCopied ? { onCopied: () => onCopied(link) } : {})}
              />
            </span>
          ) : null}
          {menu?.(link)}
        </span>
      ),
    },
  ]
}

/** Returns the attributes of a link's row, which is highlighted while its menu is open. */
export function linkRow() {
  return { className: 'record-near has-data-[state=open]:bg-hover' }
}

function hrefOf({ id }: ListedLink): string {
  return `/links/${encodeURIComponent(id)}`
}

function Title({ link }: { link: ListedLink }) {
  return (
    <>
      <RowLink
        id={titleIdOf(link.id)}
        href={hrefOf(link)}
        copies={canShare(link) ? link.url : link.id}
        dir="auto"
        title={link.title}
        className="block truncate"
      >
        {link.title}
      </RowLink>
      {/* The line is shown at widths between the card and the column of uses. */}
      <p className="tnum hidden text-muted text-sm @2xl:block @3xl:hidden">
        <UsesSentence link={link} collected={collectedOf(link)} from={1} />
      </p>
    </>
  )
}

function Collected({ link }: { link: ListedLink }) {
  const collected = collectedOf(link)
  if (collected === null) return <span className="text-muted">{common.unknown}</span>
  return (
    <Amount
      amount={collected}
      currency={link.currency}
      className={link.paid_count === 0 ? 'text-muted' : ''}
    />
  )
}

/** Renders `3 of 10`, or only the count without a limit; on a card a sentence. */
function Uses({ link, collected }: { link: ListedLink; collected: number | null }) {
  const { paid_count: paid, max_uses: max } = link
  const { locale } = useLocale()
  const number = numberFormat(locale)
  const bound = max === null ? null : number.format(max)
  return (
    <>
      <span className="@2xl:hidden">
        <UsesSentence link={link} collected={collected} from={2} />
      </span>
      <span className={cn('hidden @2xl:inline', paid > 0 && 'text-text')}>
        {links.usesShort(number.format(paid), bound)}
      </span>
    </>
  )
}

/** Renders `3 of 10 paid`, with the collected sum from `from` payments on. */
function UsesSentence({
  link,
  collected,
  from,
}: {
  link: ListedLink
  collected: number | null
  from: number
}) {
  const { paid_count: paid, max_uses: max, currency } = link
  const { locale } = useLocale()
  const number = numberFormat(locale)
  return (
    <>
      {links.uses(number.format(paid), max === null ? null : number.format(max))}
      {paid >= from && collected !== null ? (
        <>
          {' · '}
          <Amount amount={collected} currency={currency} />
        </>
      ) : null}
    </>
  )
}

/**
 * Renders the expiry date, or the hours left when less than a day remains; a closed link has none. The element is above the
 * link that covers the row, so it is a link too, for the pointer only.
 */
function Ends({ link: { expires_at: end, shown_status: status }, href }: { link: ListedLink; href: string }) {
  const { timeZone, now } = useLocale()
  if (status === 'COMPLETED' || status === 'CANCELLED') return links.expiresNoMore
  if (end === null) return links.neverExpires
  return (
    <>
      <time dateTime={end} className="sr-only">
        {deadline(end, timeZone)}
      </time>
      <PageLink
        aria-hidden
        tabIndex={-1}
        href={href}
        title={times.exact(exactTime(end, timeZone), end)}
        className="tnum relative z-[1]"
      >
        {relativeTime(end, now) ?? shortDay(end, timeZone, now)}
      </PageLink>
    </>
  )
}
