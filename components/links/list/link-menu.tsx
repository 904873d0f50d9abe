'use client'

import { Ban, Copy, CopyPlus, Ellipsis, Hash, RotateCw, Share2, Undo2 } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { useCan } from '@/components/data/member'
import { canShare, isOpen, isUnderWay } from '@/components/links/can-share'
import { titleIdOf } from '@/components/links/link-columns'
import { shareHref } from '@/components/links/share-address'
import {
  cancelSubject,
  UNDO_MAX_S,
  useRequestCancel,
  useUndoCancel,
} from '@/components/links/use-cancel-link'
import { PageLink } from '@/components/navigation/page-link'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem, MenuSeparator, MenuSubject } from '@/components/ui/menu'
import { useEndCountdown, useToast } from '@/components/ui/toast'
import type { ListedLink } from '@/lib/dashboard/schema/link'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'

const messages = links.detail
const iconClasses = 'size-4 text-muted'

type Props = {
  link: ListedLink
  onCopied: () => void
}

/** Renders the menu of a link's row. A cancellation counts down in a toast; the worker keeps the delay. */
export function LinkMenu({ link, onCopied }: Props) {
  const mayCreate = useCan('links.create')
  const mayCancel = useCan('links.cancel')
  const buttonId = useId()
  const toast = useToast()
  const endCountdown = useEndCountdown()
  const id = encodeURIComponent(link.id)
  const { shown_status: status, cancel: pending } = link
  const cancelling = isUnderWay(pending)
  const shares = canShare(link)
  const about = cancelSubject(link.id)
  const { takeBack } = useUndoCancel(link.id)
  const { ask } = useRequestCancel(link, ({ id: cancelId, due_at }) =>
    toast({
      about,
      message: links.cancelledSoon(link.title),
      counts: {
        untilMs: Date.parse(due_at),
        most: UNDO_MAX_S,
        title: messages.cancelsIn,
        over: messages.cancelling,
        what: links.quoted(link.title),
      },
      action: { label: messages.cancelUndo, onSelect: () => void takeBack(cancelId) },
    }),
  )

  // The toast would continue its countdown after the cancellation ended in another tab.
  const wasCancelling = useRef(cancelling)
  useEffect(() => {
    if (wasCancelling.current && !cancelling) endCountdown(about)
    wasCancelling.current = cancelling
  }, [cancelling, about, endCountdown])

  async function copy(what: 'url' | 'id') {
    const ok = await writeClipboard(link[what])
    if (!ok) return toast({ tone: 'danger', message: common.copyFailed })
    if (what === 'url') onCopied()
    toast({ message: (what === 'url' ? links.copied : links.idCopied)(link.title) })
  }

  return (
    <Menu
      trigger={
        <Button
          id={buttonId}
          size="icon"
          variant="quiet"
          // The name consists of the menu's label and the row's title.
          aria-label={links.more}
          aria-labelledby={`${buttonId} ${titleIdOf(link.id)}`}
        >
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      <MenuSubject>{link.title}</MenuSubject>
      {mayCancel && cancelling && pending.state === 'WAITING' ? (
        <MenuItem
          icon={<Undo2 aria-hidden className={iconClasses} />}
          onSelect={() => void takeBack(pending.id)}
        >
          {messages.undoCancel}
        </MenuItem>
      ) : null}
      {shares ? (
        <>
          <MenuItem icon={<Copy aria-hidden className={iconClasses} />} onSelect={() => void copy('url')}>
            {links.share.copy}
          </MenuItem>
          <MenuItem asChild>
            <PageLink href={shareHref(link.id)}>
              <Share2 aria-hidden className={iconClasses} />
              {messages.share}
            </PageLink>
          </MenuItem>
        </>
      ) : null}
      {mayCreate && status === 'EXPIRED' ? (
        <MenuItem asChild>
          <PageLink href={`/links/new?renew=${id}`}>
            <RotateCw aria-hidden className={iconClasses} />
            {messages.renew}
          </PageLink>
        </MenuItem>
      ) : null}
      {mayCreate ? (
        <MenuItem asChild>
          <PageLink href={`/links/new?from=${id}`}>
            <CopyPlus aria-hidden className={iconClasses} />
            {messages.duplicate}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem icon={<Hash aria-hidden className={iconClasses} />} onSelect={() => void copy('id')}>
        {links.copyId}
      </MenuItem>
      {mayCancel && !cancelling && isOpen(link) ? (
        <>
          <MenuSeparator />
          <MenuItem danger icon={<Ban aria-hidden className="size-4" />} onSelect={() => void ask()}>
            {messages.cancel}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
