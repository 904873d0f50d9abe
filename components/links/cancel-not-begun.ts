import type { ActionResult } from '@/components/data/action-result'
import { failedAct } from '@/components/data/failed-act'
import type { ToastInput } from '@/components/ui/toast'
import { links } from '@/lib/messages/links'
import type { ShownLink } from './link-shapes'

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
