import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { cancelLinkAction, undoCancelAction } from '@/app/(dashboard)/[account]/links/actions'
import { failureToast } from '@/components/data/failure'
import { read, useAct } from '@/components/data/read'
import { useAccount } from '@/components/navigation/use-go'
import { useToast } from '@/components/ui/toast'
import type { LinkDetail, ShownLink } from '@/lib/dashboard/schema/link'
import { CANCEL_UNDO_MS, type ShownCancel } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'

const copy = links.detail

/** Limit of the countdown, seconds: a browser clock may be off by minutes. */
export const UNDO_MAX_S = CANCEL_UNDO_MS / 1_000

/** Returns the subject of all toasts about the cancellation of one link: a newer toast replaces the older one. */
export function cancelSubject(linkId: string): string {
  return `cancel:${linkId}`
}

/** Returns the function that requests a cancellation, one at a time; `onBegun` receives it. A retry is safe. */
export function useRequestCancel(
  link: Pick<ShownLink, 'id' | 'shown_status'>,
  onBegun: (cancel: ShownCancel) => void = () => {},
) {
  const cancel = useAct(cancelLinkAction)
  const toast = useToast()
  const refresh = useShownCancel(link.id)
  const [sending, setSending] = useState(false)
  const isSending = useRef(false)

  async function ask() {
    if (isSending.current) return
    isSending.current = true
    setSending(true)
    const result = await cancel({ id: link.id })
    isSending.current = false
    setSending(false)
    if (result?.ok) {
      onBegun(result.data)
      return refresh(result.data)
    }
    const stands = link.shown_status === 'ACTIVE' ? { stands: copy.stillPayable } : {}
    const failed = failureToast(result, { what: copy.cancelFailed, ...stands, retry: () => void ask() })
    toast({ about: cancelSubject(link.id), ...failed })
    await refresh()
  }
  return { sending, ask }
}

/** Returns the function that undoes a waiting cancellation, and reports whether it was too late. */
export function useUndoCancel(linkId: string) {
  const undo = useAct(undoCancelAction)
  const toast = useToast()
  const refresh = useShownCancel(linkId)
  const [sending, setSending] = useState(false)
  const about = cancelSubject(linkId)

  async function takeBack(cancelId: string) {
    setSending(true)
    const result = await undo({ id: cancelId })
    setSending(false)
    if (!result?.ok) {
      const retry = () => void takeBack(cancelId)
      const failed = { what: copy.undoFailed, stands: copy.undoFailedStands, retry }
      toast({ about, ...failureToast(result, failed) })
    } else if (result.data.state === 'UNDONE') {
      toast({ about, message: copy.cancelUndone })
      return refresh(null)
    } else toast({ about, tone: 'danger', message: copy.cancelTooLate })
    await refresh()
  }
  return { sending, takeBack }
}

/** Returns the function that shows a changed cancellation at once, if given, and refetches the links. */
function useShownCancel(linkId: string) {
  const client = useQueryClient()
  const account = useAccount()
  return (cancel?: ShownCancel | null) => {
    if (cancel !== undefined)
      client.setQueryData<LinkDetail>(
        read(account, 'links/detail', { id: linkId }).queryKey,
        (known) => known && { ...known, cancel },
      )
    return client.invalidateQueries({ queryKey: [account, 'links'] })
  }
}
