import type { ActionResult } from '@/components/data/action-result'
import type { ShownCancel } from './link-shapes'

/** Begins or takes back a cancel; a server action. */
export type AskCancel = (input: { id: string }) => Promise<ActionResult<ShownCancel>>
