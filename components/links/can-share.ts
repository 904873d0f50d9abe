import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'

/** Whether a cancel waits out its seconds or runs. */
export function isUnderWay(cancel: ShownCancel | null | undefined): cancel is ShownCancel {
  return cancel?.state === 'WAITING' || cancel?.state === 'RUNNING'
}

/** Whether a link's address is worth handing on: it takes payments, and nobody is closing it. */
export function canShare({
  shown_status,
  cancel,
}: {
  shown_status: ShownLink['shown_status']
  cancel?: ShownCancel | null
}): boolean {
  return shown_status === 'ACTIVE' && !isUnderWay(cancel)
}
