'use client'

import { Ban, CopyPlus, Ellipsis, Hash, LifeBuoy } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCan } from '@/components/data/member'
import { summaryOf } from '@/components/detail/detail-screen'
import { isOpen } from '@/components/links/can-share'
import { useRequestCancel } from '@/components/links/use-cancel-link'
import { useLocale } from '@/components/locale/locale-provider'
import { PageLink } from '@/components/navigation/page-link'
import { zonedTime } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { writeClipboard } from '@/components/ui/copy-button'
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/menu'
import { useToast } from '@/components/ui/toast'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { formatMajor } from '@/lib/domain/money'
import { common } from '@/lib/messages/common'
import { links } from '@/lib/messages/links'
import { times } from '@/lib/messages/times'

const copy = links.detail
const iconClasses = 'size-4 text-muted'

type Props = {
  link: ShownLink
  /** False if the member may not cancel, or the link cannot be canceled. */
  mayCancel: boolean
  onCancel: () => void
  /** True while a cancellation is waiting or running. */
  isCancelling: boolean
  /** True to focus the button after the cancellation was undone. */
  focus: boolean
}

/**
 * Renders the menu of a link. Canceling is final, so it begins with a delay in which it can be undone
 * (cancel-notice.tsx). A worker keeps that delay, not this page.
 */
export function LinkMore({ link, mayCancel, onCancel, isCancelling, focus }: Props) {
  const mayCreate = useCan('links.create')
  const toast = useToast()
  const { timeZone } = useLocale()
  const { sending, ask } = useRequestCancel(link)
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
    const ok = await writeClipboard(linkSummary(link, timeZone))
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
      {mayCancel ? (
        <>
          <MenuSeparator />
          <MenuItem
            danger
            disabled={rests}
            icon={<Ban aria-hidden className="size-4" />}
            onSelect={() => {
              onCancel()
              void ask()
            }}
          >
            {rests ? copy.cancelling : copy.cancel}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

/** Returns a summary of a link for support: ids, state, uses and times in both zones. The title is left out, since it may name a person. */
export function linkSummary(link: ShownLink, timeZone: string): string {
  const { id, shown_status, amount, currency, max_uses, paid_count, created_at, expires_at } = link
  const exact = (iso: string) => times.exact(zonedTime(iso, timeZone), iso)
  return summaryOf([
    [links.support.link, id],
    [links.support.status, `${links.status[shown_status]} (${shown_status})`],
    [links.support.amount, `${formatMajor(amount, currency)} ${currency}`],
    [links.support.uses, links.uses(String(paid_count), max_uses === null ? null : String(max_uses))],
    [links.support.url, link.url],
    [links.support.created, exact(created_at)],
    [links.support.expires, expires_at && exact(expires_at)],
    [links.support.customer, link.customer_id],
  ])
}
