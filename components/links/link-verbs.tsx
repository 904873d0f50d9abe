import { CopyPlus, RotateCw, Share2 } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'
import type { ShownLink } from './link-shapes'
import { shareHref } from './share-address'

const words = links.detail

type Props = {
  link: ShownLink
  mayCreate: boolean
  onCopied: () => void
  className: string
  /** The way to close it, where there is one: it cannot be taken back for long, so it stands last. */
  children: ReactNode
}

/** What can be done with a link; the one that its state asks for is the main one and stands first. */
export function LinkVerbs({ link, mayCreate, onCopied, className, children }: Props) {
  const id = encodeURIComponent(link.id)
  const { shown_status: status } = link
  const active = status === 'ACTIVE'
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {active ? (
        <span className="flex *:grow">
          <CopyButton
            variant="primary"
            value={link.url}
            label={links.share.copy}
            copiedLabel={common.copied}
            failedLabel={common.copyFailed}
            onCopied={onCopied}
            className="min-w-32"
          />
        </span>
      ) : null}
      {mayCreate && status === 'EXPIRED' ? (
        <Button asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
          <Link href={`/links/new?renew=${id}`}>{words.renew}</Link>
        </Button>
      ) : null}
      {active ? (
        <Button asChild icon={<Share2 aria-hidden className="size-4" />}>
          <Link href={shareHref(link.id)}>{words.share}</Link>
        </Button>
      ) : null}
      {mayCreate ? (
        <Button
          asChild
          variant={over ? 'primary' : 'secondary'}
          icon={<CopyPlus aria-hidden className="size-4" />}
        >
          <Link href={`/links/new?from=${id}`}>{words.duplicate}</Link>
        </Button>
      ) : null}
      {children}
    </div>
  )
}
