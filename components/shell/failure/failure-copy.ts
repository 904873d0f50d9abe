import { AWAY_DIGEST } from '@/lib/dashboard/schema/away-digest'
import { errors } from '@/lib/messages/errors'

/** Returns the messages of a failed page; `code` is the digest under which the server's log contains the error. */
export function failureCopy(
  digest: string | undefined,
  online: boolean,
): { title: string; hint: string; code: string | null } {
  if (!online) return { title: errors.offlineTitle, hint: errors.offlineHint, code: null }
  if (digest === AWAY_DIGEST) return { ...errors.away.page, code: null }
  const hint = digest ? errors.failedHint : errors.failedHintPlain
  return { title: errors.failedTitle, hint, code: digest ?? null }
}
