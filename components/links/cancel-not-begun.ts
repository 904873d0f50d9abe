import { failedAct } from '@/components/data/failed-act'
import type { ToastInput } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShownLink } from '@/lib/dashboard/schema/link'
import { links } from '@/lib/messages/links'

const words = links.detail

/** What is told where a cancel could not even begin; asking again does no harm. */
export function cancelNotBegun(
  link: Pick<ShownLink, 'shown_status'>,
  result: ActionResult<unknown> | null,
  retry: () => void,
): ToastInput {
  const stands = link.shown_status === 'ACTIVE' ? { stands: words.stillPayable } : {}
  return failedAct(result, { what: words.cancelFailed, ...stands, retry })
}
