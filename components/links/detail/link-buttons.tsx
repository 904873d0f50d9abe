import { CopyPlus, RotateCw, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCan } from '@/components/data/member'
import { isActive, isOpen } from '@/components/links/can-share'
import { shareHref } from '@/components/links/share-address'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'

const copy = links.detail

type Props = {
  link: ShownLink
  isCancelling: boolean
  onCopied: () => void
  /**
   * Position: `below` the sentence with the primary button first, or `beside` the title. Beside it, the width is the same
   * in every state of a cancellation, which keeps the title's line breaks stable.
   */
  position: 'below' | 'beside'
  className: string
  /** Replaces all buttons except the menu; null for none. */
  instead: ReactNode
  /** The menu, which is the last button everywhere. */
  children: ReactNode
}

/** Renders the buttons of a link that fit its state, and its menu. */
export function LinkButtons({ link, isCancelling, onCopied, position, className, instead, children }: Props) {
  const mayCreate = useCan('links.create')
  const id = encodeURIComponent(link.id)
  const { shown_status: status } = link
  // The share buttons of a link that is being canceled are inert but keep their positions.
  const rests = isCancelling ? { inert: true, 'aria-hidden': true } : {}
  const sharing = cn('flex gap-2 transition-opacity *:grow', isCancelling && 'opacity-40')
  const buttons = [
    isActive(link) ? (
      <span key="copy" className={sharing} {...rests}>
        <CopyButton
          variant="primary"
          value={link.url}
          label={links.share.copy}
          onCopied={onCopied}
          className="min-w-32"
        />
      </span>
    ) : null,
    mayCreate && isOpen(link) && status === 'EXPIRED' ? (
      <Button key="renew" asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
        <PageLink href={`/links/new?renew=${id}`}>{copy.renew}</PageLink>
      </Button>
    ) : null,
    isActive(link) ? (
      <span key="share" className={sharing} {...rests}>
        <Button asChild icon={<Share2 aria-hidden className="size-4" />}>
          <PageLink href={shareHref(link.id)}>{copy.share}</PageLink>
        </Button>
      </span>
    ) : null,
    mayCreate && !isOpen(link) ? (
      <Button key="duplicate" asChild variant="primary" icon={<CopyPlus aria-hidden className="size-4" />}>
        <PageLink href={`/links/new?from=${id}`}>{copy.duplicate}</PageLink>
      </Button>
    ) : null,
  ]
  return (
    <div
      className={cn(
        'flex flex-wrap gap-2',
        position === 'beside' && 'justify-end',
        position === 'beside' && status !== 'COMPLETED' && 'min-w-72',
        className,
      )}
    >
      {position === 'below' ? (
        // One button takes the width of two, which keeps the menu in its position.
        <div className="flex grow gap-2 *:grow empty:hidden">{instead ?? buttons}</div>
      ) : (
        buttons.toReversed()
      )}
      {children}
    </div>
  )
}
