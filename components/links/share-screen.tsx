'use client'

import { ExternalLink, Plus } from 'lucide-react'
import Link from 'next/link'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
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

type Props = { link: ShownLink; merchantName: string; record: RecordShare }

/** What making a link ends in: its address, ready for every way to a payer. */
export function ShareScreen({ link, merchantName, record }: Props) {
  const { locale } = usePlace()
  const amount = `${formatMajor(link.amount, link.currency, locale)} ${link.currency}`
  const done = (channel: ShareChannel) => void record({ id: link.id, channel }).catch(() => {})
  const open = link.shown_status === 'ACTIVE'
  return (
    <section className="flex max-w-2xl flex-col gap-5 rounded-xl bg-surface p-4 shadow-card sm:p-6">
      <div className="flex flex-col gap-1">
        <p dir="auto" className="wrap-anywhere font-medium text-lg">
          {link.title}
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <Amount amount={link.amount} currency={link.currency} className="font-semibold text-2xl" />
          <LinkBadge status={link.shown_status} />
        </p>
      </div>
      {open ? (
        <>
          <LinkAddress url={link.url} focus onCopied={() => done('copied')} />
          <ShareWays
            text={{ line: words.message(merchantName, link.title, amount), url: link.url }}
            onOpened={done}
          />
          <div className="border-t pt-5">
            <QrCode url={link.url} title={link.title} onSaved={done} />
          </div>
        </>
      ) : (
        <Banner tone="info" title={words.closed} />
      )}
      <div className="flex flex-wrap gap-2 border-t pt-4">
        {open ? (
          <Button asChild icon={<ExternalLink aria-hidden className="size-4" />}>
            <a href={link.url} target="_blank" rel="noreferrer" onClick={() => done('opened')}>
              {words.open}
            </a>
          </Button>
        ) : null}
        <Button asChild>
          <Link href={`/links/${encodeURIComponent(link.id)}`}>{words.detail}</Link>
        </Button>
        <Button asChild variant="quiet" icon={<Plus aria-hidden className="size-4" />}>
          <Link href="/links/new">{words.another}</Link>
        </Button>
      </div>
    </section>
  )
}
