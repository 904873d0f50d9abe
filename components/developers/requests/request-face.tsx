import { Check, ServerCrash, X } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import type { ListedRequest } from '@/lib/contract/panel/requests'
import { developerRequests as copy } from '@/lib/messages/developer-requests'

/** Renders the HTTP status of a response. */
export function StatusBadge({ status }: { status: number }) {
  const [tone, Icon] =
    status < 400
      ? (['success', Check] as const)
      : status < 500
        ? (['warning', X] as const)
        : (['danger', ServerCrash] as const)
  return (
    <Badge tone={tone} icon={<Icon aria-hidden strokeWidth={2.5} />}>
      {status}
    </Badge>
  )
}

/** Renders the name of a request's key. A revoked or expired key is labeled before a long name is truncated. */
export function KeyName({ apiKey: { name, state } }: { apiKey: ListedRequest['key'] }) {
  const mark = endOf(state)
  return (
    <>
      {mark ? <span className="text-warning">{copy.endedKey[mark]} · </span> : null}
      <bdi>{name}</bdi>
    </>
  )
}

/** Returns the state of a key that is no longer valid; null for a valid one. */
export function endOf(state: ListedRequest['key']['state']): keyof typeof copy.endedKey | null {
  return state === 'REVOKED' || state === 'ENDED' ? state : null
}
