import { Check, ServerCrash, X } from 'lucide-react'
import { Badge } from '@/components/ui/badge'

/** Renders the HTTP status of a response. */
export function StatusBadge({ status }: { status: number }) {
  if (status < 400) {
    return (
      <Badge tone="success" icon={<Check aria-hidden strokeWidth={2.5} />}>
        {status}
      </Badge>
    )
  }
  return (
    <Badge
      tone={status >= 500 ? 'danger' : 'warning'}
      icon={status >= 500 ? <ServerCrash aria-hidden /> : <X aria-hidden strokeWidth={2.5} />}
    >
      {status}
    </Badge>
  )
}
