import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'

/** Whether a cancel waits out its seconds or runs. */
export function isUnderWay(cancel: ShownCancel | null | undefined): cancel is ShownCancel {
  return cancel?.state === 'WAITING' || cancel?.state === 'RUNNING'
}

/** Whether a link's address is worth handing on: it takes payments, and nobody is closing it. */
export function canShare({ cancel, ...link }: LinkState & { cancel?: ShownCancel | null }): boolean {
  return isActive(link) && !isUnderWay(cancel)
}

/** Returns whether payers can use a link, as far as anybody knows. */
export function isActive({ shown_status, mirror }: LinkState): boolean {
  return shown_status === 'ACTIVE' && !mirror.missing
}

/** Returns whether a cancel can still change a link. */
export function isOpen({ shown_status, mirror }: LinkState): boolean {
  return (shown_status === 'ACTIVE' || shown_status === 'EXPIRED') && !mirror.missing
}

type LinkState = Pick<ShownLink, 'shown_status' | 'mirror'>
