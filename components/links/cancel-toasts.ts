import { failedAct } from '@/components/data/failed-act'
import type { ToastInput } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { CANCEL_HOLD_MS } from '@/lib/dashboard/schema/link-cancel'
import { links } from '@/lib/messages/links'

const words = links.detail

/** Seconds that a cancel waits at most: a clock that is off by minutes must not promise minutes. */
export const HOLD_MAX_S = CANCEL_HOLD_MS / 1_000

/** Returns the subject of all toasts about the cancel of one link: a newer toast replaces the older. */
export function cancelSubject(linkId: string): string {
  return `cancel:${linkId}`
}

/** Returns the toast of a cancel that could not even begin; asking again does no harm. */
export function cancelNotBegun(
  link: Pick<ShownLink, 'shown_status'>,
  result: ActionResult<unknown> | null,
  retry: () => void,
): ToastInput {
  const stands = link.shown_status === 'ACTIVE' ? { stands: words.stillPayable } : {}
  return failedAct(result, { what: words.cancelFailed, ...stands, retry })
}
