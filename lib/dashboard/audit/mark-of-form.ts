import type { ConnectionContext } from '@/lib/dashboard/context'
import { sha256 } from '@/lib/platform/secrets'

/** Returns the mark of a form that a member sends for an action: the same token is the same act, whichever process reads it. */
export function markOfForm(
  { connectionId, userId }: Pick<ConnectionContext, 'connectionId' | 'userId'>,
  action: string,
  token: string,
): string {
  return sha256(JSON.stringify([connectionId, userId, action, token]))
    .toString('hex')
    .slice(0, 32)
}
