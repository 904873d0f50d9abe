import type { ToastInput } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { common } from '@/lib/messages/common'

/** They name no cause that a person could do something about: the act's own words say more. */
const NAMELESS: ReadonlySet<string> = new Set(['internal_error', 'host_unreachable'])

type Act = {
  /** What was not done, as a sentence. */
  what: string
  /** How things stand now, where nothing better is known. */
  stands?: string
  /** The same again; only where twice does no more than once. */
  retry?: () => void
}

/** Why an act failed, where the server named a reason; null where there was no answer, or none that explains it. */
export function reasonOf(result: ActionResult<unknown> | null): string | null {
  if (!result || result.ok || NAMELESS.has(result.error.code)) return null
  return result.error.message
}

/**
 * What is told of an act that failed, `result` being null where no answer came: always what was not done, then the
 * server's reason, or else how things stand, with another try.
 */
export function failedAct(result: ActionResult<unknown> | null, { what, stands, retry }: Act): ToastInput {
  const reason = reasonOf(result)
  const message = [what, reason ?? stands].filter(Boolean).join(' ')
  if (reason !== null || !retry) return { tone: 'danger', message }
  return { tone: 'danger', message, action: { label: common.retry, onSelect: retry } }
}
