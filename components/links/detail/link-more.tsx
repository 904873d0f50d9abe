'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Ban, CopyPlus, Ellipsis, Hash, LifeBuoy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isOpen } from '@/components/links/can-share'
import { cancelNotBegun, cancelSubject } from '@/components/links/cancel-toasts'
import type { RequestCancel } from '@/components/links/link-actions'
import { linkQuery } from '@/components/links/queries'
import { PageLink } from '@/components/shell/navigation/page-link'
import { useAccount } from '@/components/shell/navigation/use-account'
import { Button } from '@/components/ui/button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import { writeClipboard } from '@/components/ui/write-clipboard'
import type { LinkDetail, ShownLink } from '@/lib/dashboard/schema/link'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'

const copy = links.detail
const iconClasses = 'size-4 text-muted'

type Props = {
  link: ShownLink
  /** Text that `Copy for support` copies. */
  summary: string
  mayCreate: boolean
  /** Null if the member may not cancel, or the link cannot be canceled. */
  cancel: RequestCancel | null
  /** True while a cancellation is waiting or running. */
  isCancelling: boolean
  /** True to focus the button after the cancellation was undone. */
  focus: boolean
}

/**
 * Renders the menu of a link. Canceling is final, so it begins with a delay in which it can be undone
 * (cancel-notice.tsx). A worker keeps that delay, not this page.
 */
export function LinkMore({ link, summary, mayCreate, cancel, isCancelling, focus }: Props) {
  const toast = useToast()
  const { sending, ask } = useAsk(link, cancel)
  const button = useRef<HTMLButtonElement>(null)
  const rests = sending || isCancelling
  const rested = useRef(rests)

  useEffect(() => {
    if (rested.current && !rests && focus) button.current?.focus()
    rested.current = rests
  }, [rests, focus])

  async function copyId() {
    const ok = await writeClipboard(link.id)
    toast(ok ? { message: links.idCopied(link.title) } : { tone: 'danger', message: common.copyFailed })
  }

  async function copySummary() {
    const ok = await writeClipboard(summary)
    toast(ok ? { message: links.support.copied } : { tone: 'danger', message: common.copyFailed })
  }

  return (
    <Menu
      trigger={
        <Button
          ref={button}
          aria-label={copy.more}
          title={copy.more}
          className="min-w-9 px-0 pointer-coarse:min-w-11"
        >
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      }
    >
      {mayCreate && isOpen(link) ? (
        <MenuItem asChild>
          <PageLink href={`/links/new?from=${encodeURIComponent(link.id)}`}>
            <CopyPlus aria-hidden className={iconClasses} />
            {copy.duplicate}
          </PageLink>
        </MenuItem>
      ) : null}
      <MenuItem icon={<Hash aria-hidden className={iconClasses} />} onSelect={() => void copyId()}>
        {links.copyId}
      </MenuItem>
      <MenuItem icon={<LifeBuoy aria-hidden className={iconClasses} />} onSelect={() => void copySummary()}>
        {links.support.copy}
      </MenuItem>
      {cancel ? (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            disabled={rests}
            icon={<Ban aria-hidden className="size-4" />}
            onSelect={() => void ask()}
          >
            {rests ? copy.cancelling : copy.cancel}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

/** Returns the function that requests a cancellation, one at a time. */
function useAsk(link: ShownLink, cancel: RequestCancel | null) {
  const client = useQueryClient()
  const account = useAccount()
  const toast = useToast()
  const [sending, setSending] = useState(false)
  const isSending = useRef(false)

  async function ask() {
    if (!cancel || isSending.current) return
    isSending.current = true
    setSending(true)
    const result = await cancel({ id: link.id }).catch(() => null)
    isSending.current = false
    setSending(false)
    const { queryKey } = linkQuery(account, link.id)
    if (!result?.ok) {
      toast({ about: cancelSubject(link.id), ...cancelNotBegun(link, result, () => void ask()) })
      return client.invalidateQueries({ queryKey })
    }
    client.setQueryData<LinkDetail>(queryKey, (known) => known && { ...known, cancel: result.data })
  }
  return { sending, ask }
}
