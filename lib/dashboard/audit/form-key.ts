import type { ConnectionContext } from '@/lib/dashboard/context'
import { sha256 } from '@/lib/platform/secrets'

/** Returns the idempotency key of a member's form for an action: the same token gives the same key in every process. */
export function formKey(
  { connectionId, userId }: Pick<ConnectionContext, 'connectionId' | 'userId'>,
  action: string,
  token: string,
): string {
  return sha256(JSON.stringify([connectionId, userId, action, token]))
    .toString('hex')
    .slice(0, 32)
}
