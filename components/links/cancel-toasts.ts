import { failureToast } from '@/components/data/failure-toast'
import type { ToastInput } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { CANCEL_UNDO_MS } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'

const copy = links.detail

/** Limit of the countdown, seconds: a browser clock may be off by minutes. */
export const UNDO_MAX_S = CANCEL_UNDO_MS / 1_000

/** Returns the subject of all toasts about the cancellation of one link: a newer toast replaces the older one. */
export function cancelSubject(linkId: string): string {
  return `cancel:${linkId}`
}

/** Returns the toast of a cancellation that could not begin. A retry is safe. */
export function cancelNotBegun(
  link: Pick<ShownLink, 'shown_status'>,
  result: ActionResult<unknown> | null,
  retry: () => void,
): ToastInput {
  const stands = link.shown_status === 'ACTIVE' ? { stands: copy.stillPayable } : {}
  return failureToast(result, { what: copy.cancelFailed, ...stands, retry })
}
