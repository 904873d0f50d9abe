'use client'

import { ExternalLink, Plus } from 'lucide-react'
import Link from 'next/link'
import { Amount } from '@/components/money/amount'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { LinkBadge } from './link-badge'
import type { ShownLink } from './link-shapes'

/** What making a link ends in: its address, ready to be copied. */
export function ShareScreen({ link }: { link: ShownLink }) {
  return (
    <section className="flex max-w-xl flex-col gap-5 rounded-xl bg-surface p-5 shadow-card sm:p-6">
      <div className="flex flex-col gap-1">
        <p dir="auto" className="break-words font-medium text-lg">
          {link.title}
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <Amount amount={link.amount} currency={link.currency} className="font-semibold text-2xl" />
          <LinkBadge status={link.shown_status} />
        </p>
      </div>
      <LinkAddress url={link.url} focus />
      <div className="flex flex-wrap gap-2 border-t pt-4">
        <Button asChild icon={<ExternalLink aria-hidden className="size-4" />}>
          <a href={link.url} target="_blank" rel="noreferrer">
            {links.share.open}
          </a>
        </Button>
        <Button asChild>
          <Link href={`/links/${encodeURIComponent(link.id)}`}>{links.share.detail}</Link>
        </Button>
        <Button asChild variant="quiet" icon={<Plus aria-hidden className="size-4" />}>
          <Link href="/links/new">{links.share.another}</Link>
        </Button>
      </div>
    </section>
  )
}

/** A link's address, whole and selectable, beside its copy button; `focus` puts the keyboard on the button. */
export function LinkAddress({ url, focus = false }: { url: string; focus?: boolean }) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row">
      <input
        readOnly
        aria-label={links.share.url}
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-10 w-full min-w-0 flex-1 truncate rounded-md border bg-sunken px-3 font-mono text-sm"
      />
      <CopyButton
        variant="primary"
        value={url}
        label={links.share.copy}
        copiedLabel={common.copied}
        failedLabel={common.copyFailed}
        autoFocus={focus}
        className="min-h-10 min-w-32"
      />
    </div>
  )
}
