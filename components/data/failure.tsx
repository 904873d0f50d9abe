import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import type { ToastInput } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/web/shape'

/** Reason of a failed submit. `requestId` identifies the request in the service's log. */
export type Failure = { message: string; requestId?: string | undefined }

type Props = {
  failure: (Failure & { title?: string | undefined }) | null
  /** Name of the failed action, if neither the message nor the failure's own title contains it. */
  title?: string | undefined
  className?: string
}

/** Renders the failure of a form that belongs to no single field; nothing without one. */
export function FailureBanner({ failure, title = failure?.message, className }: Props) {
  if (!failure) return null
  const { message } = failure
  const shown = failure.title ?? title
  return (
    <Banner tone="danger" title={shown} announce className={className}>
      {shown === message ? null : <p>{message}</p>}
      <RequestId id={failure.requestId} />
    </Banner>
  )
}

/** Renders the id by which the service's log names a request; nothing without one. */
export function RequestId({ id }: { id: string | null | undefined }) {
  const t = useTexts()
  return id ? <p className="mt-1 wrap-anywhere text-muted text-xs">{t('common.requestId', { id })}</p> : null
}

/** Codes without a cause that the user could correct. The message of the action is clearer. */
const NAMELESS: ReadonlySet<string> = new Set(['internal_error', 'host_unreachable'])

type Act = {
  /** Sentence about the action that failed, unless the reason names it. */
  what?: string
  /** Sentence about the current state, used without a reason. */
  stands?: string
  /** Repeats the action; only for an idempotent one. */
  retry?: () => void
}

/** Returns the server's reason for a failure; null without a response or a useful reason. */
export function reasonOf(result: ActionResult<unknown> | null): string | null {
  if (!result || result.ok || NAMELESS.has(result.error.code)) return null
  return result.error.message
}

/** Returns the toast of a failed action (null: without a response): the action, then the server's reason, or the state with a retry. */
export function failureToast(result: ActionResult<unknown> | null, { what, stands, retry }: Act): ToastInput {
  const reason = reasonOf(result)
  const message = [what, reason ?? stands].filter(Boolean).join(' ')
  if (reason !== null || !retry) return { tone: 'danger', message }
  return { tone: 'danger', message, action: { onSelect: retry } }
}
