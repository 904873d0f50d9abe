import type { ShownLink } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'

/** Returns whether a cancellation is waiting or running. */
export function isUnderWay(cancel: ShownCancel | null | undefined): cancel is ShownCancel {
  return cancel?.state === 'WAITING' || cancel?.state === 'RUNNING'
}

/** Returns whether a link can be shared: it accepts payments and is not being canceled. */
export function canShare({ cancel, ...link }: LinkState & { cancel?: ShownCancel | null }): boolean {
  return isActive(link) && !isUnderWay(cancel)
}

/** Returns whether payers can use a link, by the mirror. */
export function isActive({ shown_status, mirror }: LinkState): boolean {
  return shown_status === 'ACTIVE' && !mirror.missing
}

/** Returns whether a link can be canceled. */
export function isOpen({ shown_status, mirror }: LinkState): boolean {
  return (shown_status === 'ACTIVE' || shown_status === 'EXPIRED') && !mirror.missing
}

type LinkState = Pick<ShownLink, 'shown_status' | 'mirror'>
