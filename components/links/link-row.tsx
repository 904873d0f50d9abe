import Link from 'next/link'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { DateTime } from '@/components/time/date-time'
import { zoneCity } from '@/components/time/format-time'
import { CopyButton } from '@/components/ui/copy-button'
import { Cell, HeadCell, Row, rowLinkClasses, TableHead } from '@/components/ui/table'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { LinkBadge } from './link-badge'
import type { ShownLink } from './link-shapes'

/** The names of `LinkRow`'s columns. */
export function LinkHead({ timeZone }: { timeZone: string }) {
  return (
    <TableHead>
      <HeadCell className="w-36 text-right">{links.columns.amount}</HeadCell>
      <HeadCell className="w-28">{links.columns.status}</HeadCell>
      <HeadCell>{links.columns.link}</HeadCell>
      <HeadCell className="hidden text-right @3xl:table-cell">{links.columns.uses}</HeadCell>
      <HeadCell className="text-right" title={timeZone}>
        {links.columns.created(zoneCity(timeZone))}
      </HeadCell>
      <HeadCell className="w-12">
        <span className="sr-only">{links.share.copy}</span>
      </HeadCell>
    </TableHead>
  )
}

/** One link: how much, how it stands, what for, how often paid, since when; its address one press away. */
export function LinkRow({ link }: { link: ShownLink }) {
  const { locale } = usePlace()
  const number = new Intl.NumberFormat(locale)
  const max = link.max_uses === null ? null : number.format(link.max_uses)
  return (
    <Row className="grid-cols-[1fr_auto_auto]">
      <Cell className="col-span-1 @2xl:text-right">
        <Amount
          amount={link.amount}
          currency={link.currency}
          className="font-medium text-lg @2xl:text-base"
        />
      </Cell>
      <Cell className="justify-self-end">
        <LinkBadge status={link.shown_status} />
      </Cell>
      <Cell className="order-2 col-span-3 @2xl:max-w-40 @4xl:max-w-72">
        <Link
          href={`/links/${encodeURIComponent(link.id)}`}
          data-row
          data-copy={link.url}
          dir="auto"
          title={link.title}
          className={`block truncate ${rowLinkClasses}`}
        >
          {link.title}
        </Link>
      </Cell>
      <Cell className="tnum order-3 text-muted text-sm @2xl:hidden @3xl:table-cell @3xl:text-right">
        <span aria-hidden className="hidden @3xl:inline">
          {links.usesShort(number.format(link.paid_count), max)}
        </span>
        <span className="@3xl:sr-only">{links.uses(number.format(link.paid_count), max)}</span>
      </Cell>
      <Cell className="order-3 col-span-2 justify-self-end text-muted text-sm @2xl:text-right">
        <DateTime iso={link.created_at} variant="row" />
      </Cell>
      <Cell className="relative z-10 -my-2.5 -mr-1.5 @2xl:my-0 @2xl:mr-0 @2xl:py-1 @2xl:text-right">
        <CopyButton
          iconOnly
          variant="quiet"
          value={link.url}
          label={common.copyThing(link.title)}
          copiedLabel={common.copied}
          failedLabel={common.copyFailed}
        />
      </Cell>
    </Row>
  )
}
