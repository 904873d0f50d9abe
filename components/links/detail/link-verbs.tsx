import { CopyPlus, RotateCw, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { isActive, isOpen } from '@/components/links/can-share'
import { shareHref } from '@/components/links/share-address'
import { PageLink } from '@/components/shell/page-link'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { cn } from '@/lib/ui/cn'

const words = links.detail

type Props = {
  link: ShownLink
  mayCreate: boolean
  isCancelling: boolean
  onCopied: () => void
  /**
   * Where they stand: `below` the sentence from the left, the main one first; or `beside` the title, as wide in every
   * state that a cancel goes through, so that the title never breaks anew.
   */
  place: 'below' | 'beside'
  className: string
  /** What is pressed now if anything: it takes the place of all but the menu. */
  instead: ReactNode
  /** The menu of what is done less often, the last one everywhere. */
  children: ReactNode
}

/** What can be done with a link: what its state asks for, and a menu with the rest. */
export function LinkVerbs({
  link,
  mayCreate,
  isCancelling,
  onCopied,
  place,
  className,
  instead,
  children,
}: Props) {
  const id = encodeURIComponent(link.id)
  const { shown_status: status } = link
  // Nobody hands on what is being closed; the places stay, so that nothing moves under a pointer.
  const rests = isCancelling ? { inert: true, 'aria-hidden': true } : {}
  const sharing = cn('flex gap-2 transition-opacity *:grow', isCancelling && 'opacity-40')
  const verbs = [
    isActive(link) ? (
      <span key="copy" className={sharing} {...rests}>
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
    mayCreate && isOpen(link) && status === 'EXPIRED' ? (
      <Button key="renew" asChild variant="primary" icon={<RotateCw aria-hidden className="size-4" />}>
        <PageLink href={`/links/new?renew=${id}`}>{words.renew}</PageLink>
      </Button>
    ) : null,
    isActive(link) ? (
      <span key="share" className={sharing} {...rests}>
        <Button asChild icon={<Share2 aria-hidden className="size-4" />}>
          <PageLink href={shareHref(link.id)}>{words.share}</PageLink>
        </Button>
      </span>
    ) : null,
    mayCreate && !isOpen(link) ? (
      <Button key="duplicate" asChild variant="primary" icon={<CopyPlus aria-hidden className="size-4" />}>
        <PageLink href={`/links/new?from=${id}`}>{words.duplicate}</PageLink>
      </Button>
    ) : null,
  ]
  return (
    <div
      className={cn(
        'flex flex-wrap gap-2',
        place === 'beside' && 'justify-end',
        place === 'beside' && status !== 'COMPLETED' && 'min-w-72',
        className,
      )}
    >
      {place === 'below' ? (
        // As wide with one of them as with two: the menu behind them stands still.
        <div className="flex grow gap-2 *:grow empty:hidden">{instead ?? verbs}</div>
      ) : (
        verbs.toReversed()
      )}
      {children}
    </div>
  )
}
