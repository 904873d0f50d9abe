'use client'

import { CopyPlus, ExternalLink, Plus, ReceiptText, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { deadline } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { formatMajor } from '@/lib/contract/money'
import { links } from '@/lib/messages/links'
import { LinkAddress } from './link-address'
import { LinkBadge } from './link-badge'
import type { RecordShare, ShareChannel, ShownLink } from './link-shapes'
import { QrCode } from './qr-code'
import { ShareWays } from './share-ways'

const words = links.share

type Props = { link: ShownLink; merchantName: string; mayCreate: boolean; record: RecordShare }

/** What making a link ends in: what was made, and its address ready for every way to a payer. */
export function ShareScreen({ link, merchantName, mayCreate, record }: Props) {
  const { locale } = usePlace()
  const amount = `${formatMajor(link.amount, link.currency, locale)} ${link.currency}`
  const done = (channel: ShareChannel) => void record({ id: link.id, channel }).catch(() => {})
  const open = link.shown_status === 'ACTIVE'
  return (
    <div className="flex flex-col gap-4">
      <section className="grid grid-cols-1 overflow-hidden rounded-xl bg-surface shadow-card md:grid-cols-[minmax(0,1fr)_17rem] lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-6 p-4 sm:p-6 lg:p-8">
          <Made link={link} />
          {open ? (
            <>
              <LinkAddress url={link.url} focus onCopied={() => done('copied')} />
              <ShareWays
                text={{ line: words.message(merchantName, link.title, amount), url: link.url }}
                onOpened={done}
              />
            </>
          ) : (
            <Banner tone="info" title={words.closed} />
          )}
        </div>
        {open ? <QrCode url={link.url} title={link.title} onSaved={done} /> : null}
      </section>
      <div className="flex flex-wrap gap-2 max-sm:*:grow">
        {mayCreate && link.shown_status === 'EXPIRED' ? (
          <Button asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
            <Link href={`/links/new?renew=${encodeURIComponent(link.id)}`}>{links.detail.renew}</Link>
          </Button>
        ) : null}
        <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
          <Link href={`/links/${encodeURIComponent(link.id)}`}>{words.detail}</Link>
        </Button>
        {open ? (
          <Button asChild icon={<ExternalLink aria-hidden className="size-4" />}>
            <a href={link.url} target="_blank" rel="noreferrer" onClick={() => done('opened')}>
              {words.open}
            </a>
          </Button>
        ) : null}
        {mayCreate ? (
          <>
            <Button asChild variant="quiet" icon={<Plus aria-hidden className="size-4" />}>
              <Link href="/links/new">{links.create}</Link>
            </Button>
            <Button asChild variant="quiet" icon={<CopyPlus aria-hidden className="size-4" />}>
              <Link href={`/links/new?from=${encodeURIComponent(link.id)}`}>{links.detail.duplicate}</Link>
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

/** How much, for what, how often, until when. */
function Made({ link }: { link: ShownLink }) {
  const { locale, timeZone } = usePlace()
  const { max_uses: max, expires_at: end } = link
  const uses = words.uses(max === null ? null : new Intl.NumberFormat(locale).format(max), max === 1)
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Amount
          amount={link.amount}
          currency={link.currency}
          className="font-semibold text-3xl tracking-tight"
        />
        <LinkBadge status={link.shown_status} />
      </p>
      <p dir="auto" className="wrap-anywhere text-left text-lg">
        {link.title}
      </p>
      <p className="flex flex-wrap gap-x-4 text-muted text-sm">
        <span>{uses}</span>
        {end === null ? (
          <span>{words.noEnd}</span>
        ) : (
          <time dateTime={end}>{words.ends(deadline(end, timeZone), link.shown_status === 'EXPIRED')}</time>
        )}
      </p>
    </div>
  )
}
