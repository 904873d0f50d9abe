import type { ListedRequest } from '@/lib/dashboard/schema/developers/requests'
import { developerRequests as copy } from '@/lib/messages/developer-requests'

/** The name of a call's key; one that is revoked or has ended is marked so, before a long name is cut. */
export function KeyName({ apiKey: { name, state } }: { apiKey: ListedRequest['key'] }) {
  const mark = endOf(state)
  return (
    <>
      {mark ? <span className="text-warning">{copy.endedKey[mark]} · </span> : null}
      <bdi>{name}</bdi>
    </>
  )
}

/** Returns the state of a key that no longer answers; null for one that does. */
export function endOf(state: ListedRequest['key']['state']): keyof typeof copy.endedKey | null {
  return state === 'REVOKED' || state === 'ENDED' ? state : null
}
