import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ShareChannel } from '@/lib/dashboard/schema/link'
import type { ShownCancel } from '@/lib/dashboard/schema/link-cancel'

/** A server action that requests or undoes a cancellation. */
export type RequestCancel = (input: { id: string }) => Promise<ActionResult<ShownCancel>>

/** A server action that records one use of a link's URL. Failures are ignored. */
export type RecordShare = (input: { id: string; channel: ShareChannel }) => Promise<unknown>
