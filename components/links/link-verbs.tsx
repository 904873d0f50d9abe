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
  isCancelling: boolean
  onCopied: () => void
  /**
   * Where they stand: `below` the sentence from the left, or `beside` it up to the right edge. Once the link is
   * cancelled the others move towards that edge, so the way to cancel stands at the other end: its place is empty then.
   */
  place: 'below' | 'beside'
  className: string
  /** The way to close it, where there is one. */
  children: ReactNode
}

/** What can be done with a link; the one that its state asks for is the main one and stands at the edge. */
export function LinkVerbs({ link, mayCreate, isCancelling, onCopied, place, className, children }: Props) {
  const id = encodeURIComponent(link.id)
  const { shown_status: status } = link
  const over = status === 'COMPLETED' || status === 'CANCELLED'
  // Nobody hands on what is being closed; the places stay, so that nothing moves under a pointer.
  const rests = isCancelling ? { inert: true, 'aria-hidden': true } : {}
  const sharing = cn('flex gap-2 transition-opacity', isCancelling && 'opacity-40')
  const verbs = [
    status === 'ACTIVE' ? (
      <span key="copy" className={cn(sharing, '*:grow')} {...rests}>
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
    ) : null,
    mayCreate && status === 'EXPIRED' ? (
      <Button key="renew" asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
        <Link href={`/links/new?renew=${id}`}>{words.renew}</Link>
      </Button>
    ) : null,
    status === 'ACTIVE' ? (
      <span key="share" className={cn(sharing, '*:grow')} {...rests}>
        <Button asChild icon={<Share2 aria-hidden className="size-4" />}>
          <Link href={shareHref(link.id)}>{words.share}</Link>
        </Button>
      </span>
    ) : null,
    mayCreate ? (
      <Button
        key="duplicate"
        asChild
        variant={over ? 'primary' : 'secondary'}
        icon={<CopyPlus aria-hidden className="size-4" />}
      >
        <Link href={`/links/new?from=${id}`}>{words.duplicate}</Link>
      </Button>
    ) : null,
    children,
  ]
  return (
    <div className={cn('flex flex-wrap gap-2', className)}>
      {place === 'below' ? verbs : verbs.toReversed()}
    </div>
  )
}
