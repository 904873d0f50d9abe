import type { ReactNode } from 'react'
import { canShare, isUnderWay } from '@/components/links/can-share'
import { collectedOf } from '@/components/links/collected'
import { LinkBadge } from '@/components/links/link-badge'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/page-link'
import { deadline, exactTime, relativeTime, shortDay, zoneCity } from '@/components/time/format-time'
import { RowTime } from '@/components/time/row-time'
import { CopyButton } from '@/components/ui/copy-button'
import { Cell, HeadCell, Row, rowLinkClasses, TableHead } from '@/components/ui/table'
import { numberFormat } from '@/lib/contract/formatters'
import type { ListedLink } from '@/lib/dashboard/schema/link'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { times } from '@/lib/messages/times'
import { cn } from '@/lib/ui/cn'

/** The names of `LinkRow`'s columns. */
export function LinkHead({ timeZone, byEnd = false }: { timeZone: string; byEnd?: boolean }) {
  const { columns } = links
  return (
    <TableHead>
      <HeadCell className="w-30 min-w-27 text-right @3xl:min-w-30">{columns.amount}</HeadCell>
      <HeadCell className="w-30 min-w-30">{columns.status}</HeadCell>
      <HeadCell>{columns.link}</HeadCell>
      <HeadCell className="hidden w-20 min-w-20 text-right @3xl:table-cell">{columns.uses}</HeadCell>
      <HeadCell className="hidden w-28 min-w-28 text-right @4xl:table-cell">{columns.collected}</HeadCell>
      {byEnd ? null : (
        <HeadCell className="hidden w-28 min-w-28 text-right @5xl:table-cell">{columns.ends}</HeadCell>
      )}
      <HeadCell className="w-28 min-w-28 text-right @3xl:w-32 @3xl:min-w-32" title={timeZone}>
        <span className="@3xl:hidden">{byEnd ? columns.ends : columns.created}</span>
        <span className="hidden @3xl:inline">
          {(byEnd ? columns.endsIn : columns.createdIn)(zoneCity(timeZone))}
        </span>
      </HeadCell>
      <HeadCell className="w-12 min-w-12 @3xl:w-21 @3xl:min-w-21">
        <span className="sr-only">{links.verbs}</span>
      </HeadCell>
    </TableHead>
  )
}

/** The element that names a link's row, and with it whatever stands in the row. */
export function titleIdOf(linkId: string): string {
  return `link-title-${linkId}`
}

type Props = {
  link: ListedLink
  /** Marks one that has just come in. */
  fresh?: boolean
  onCopied?: () => void
  /** The row's menu, where there is one. */
  menu?: ReactNode
  /** In a list that is about when links end, the row's moment is that. */
  byEnd?: boolean
}

/** One link: how much, how it stands, what for, how often paid, what it collected, until when, since when. */
export function LinkRow({ link, fresh = false, onCopied, menu, byEnd = false }: Props) {
  const href = `/links/${encodeURIComponent(link.id)}`
  const collected = collectedOf(link)
  const shares = canShare(link)
  return (
    // The row stays lit while its menu is open: the menu itself does not name it.
    <Row className={cn('record-near has-data-[state=open]:bg-hover', fresh && 'animate-arrive')}>
      <Cell className="@2xl:text-right">
        <Amount
          amount={link.amount}
          currency={link.currency}
          className="font-medium text-lg @2xl:text-base"
        />
      </Cell>
      {/* On a card its end leaves room for the verbs, if any: they lie above the flow and make no line taller. */}
      <Cell className={cn('justify-self-end', (shares || menu) && 'mr-6 pointer-coarse:mr-8 @2xl:mr-0')}>
        <LinkBadge status={link.shown_status} isCancelling={isUnderWay(link.cancel)} href={href} />
      </Cell>
      <Cell className="col-span-2 @2xl:w-[99%] @2xl:max-w-0">
        <PageLink
          id={titleIdOf(link.id)}
          href={href}
          data-row
          data-copy={shares ? link.url : link.id}
          dir="auto"
          title={link.title}
          className={`block truncate ${rowLinkClasses}`}
        >
          {link.title}
        </PageLink>
        {/* Between the card and the column of its own. */}
        <p className="tnum hidden text-muted text-sm @2xl:block @3xl:hidden">
          <UsesInWords link={link} collected={collected} from={1} />
        </p>
      </Cell>
      <Cell className="tnum text-muted text-sm @max-2xl:leading-5.5 @2xl:hidden @2xl:whitespace-nowrap @3xl:table-cell @3xl:text-right">
        <Uses link={link} collected={collected} />
      </Cell>
      <Cell className="hidden whitespace-nowrap text-right text-sm @4xl:table-cell">
        {collected === null ? (
          <span className="text-muted">{common.unknown}</span>
        ) : (
          <Amount
            amount={collected}
            currency={link.currency}
            className={link.paid_count === 0 ? 'text-muted' : ''}
          />
        )}
      </Cell>
      {byEnd ? null : (
        <Cell className="hidden whitespace-nowrap text-right text-muted text-sm @5xl:table-cell">
          <Ends link={link} href={href} />
        </Cell>
      )}
      <Cell className="justify-self-end whitespace-nowrap text-muted text-sm @max-2xl:leading-5.5 @2xl:text-right">
        {byEnd ? <span className="@2xl:hidden">{links.endsAt} </span> : null}
        <RowTime iso={(byEnd ? link.expires_at : null) ?? link.created_at} href={href} />
      </Cell>
      {/* The icon's own edge, not its button's, keeps the line of badge and date. */}
      <Cell className="absolute top-4.75 right-0.5 z-10 -translate-y-1/2 pointer-coarse:right-0 pointer-coarse:[&_button_svg]:translate-x-1 @2xl:relative @2xl:inset-auto @2xl:translate-y-0 @2xl:py-1 @3xl:pl-0 @2xl:[&_button_svg]:translate-x-0">
        <span className="flex justify-end">
          {shares ? (
            <span className={menu ? 'hidden @3xl:contents' : 'contents'}>
              <CopyButton
                iconOnly
                variant="quiet"
                value={link.url}
                label={common.copyThing(link.title)}
                copiedLabel={common.copied}
                failedLabel={common.copyFailed}
                {...(onCopied ? { onCopied } : {})}
              />
            </span>
          ) : null}
          {menu}
        </span>
      </Cell>
    </Row>
  )
}

/** `3 of 10`, or how often where there is no bound; on a card in words. */
function Uses({ link, collected }: { link: ListedLink; collected: number | null }) {
  const { paid_count: paid, max_uses: max } = link
  const { locale } = usePlace()
  const number = numberFormat(locale)
  const bound = max === null ? null : number.format(max)
  return (
    <>
      <span className="@2xl:hidden">
        <UsesInWords link={link} collected={collected} from={2} />
      </span>
      <span className={cn('hidden @2xl:inline', paid > 0 && 'text-text')}>
        {links.usesShort(number.format(paid), bound)}
      </span>
    </>
  )
}

/** `3 of 10 paid`, with what that came to from so many payments on. */
function UsesInWords({
  link,
  collected,
  from,
}: {
  link: ListedLink
  collected: number | null
  from: number
}) {
  const { paid_count: paid, max_uses: max, currency } = link
  const { locale } = usePlace()
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
 * The day that matters to whoever can still pay, within a day of it the hours; a link that is closed has none to come. It
 * lies above the link that covers the row, so it is that link again, for the pointer only.
 */
function Ends({ link: { expires_at: end, shown_status: status }, href }: { link: ListedLink; href: string }) {
  const { timeZone, now } = usePlace()
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
