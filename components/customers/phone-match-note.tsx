import { Badge } from '@/components/ui/badge'
import type { PhoneMatch } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'

/** Renders how closely a phone matches the search. Renders nothing for a customer found by another value. */
export function PhoneMatchNote({ match }: { match: PhoneMatch | null }) {
  if (match === null || match === 'part') return null
  return <Badge tone={match === 'exact' ? 'success' : 'warning'}>{customers.match[match]}</Badge>
}
