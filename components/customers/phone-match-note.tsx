import { Badge } from '@/components/ui/badge'
import type { PhoneMatch } from '@/lib/dashboard/schema/customer'
import { customers } from '@/lib/messages/customers'

/** How a found phone fits the searched one; nothing for a customer who was found by something else. */
export function PhoneMatchNote({ match }: { match: PhoneMatch | null }) {
  if (match === null || match === 'part') return null
  return <Badge tone={match === 'exact' ? 'success' : 'warning'}>{customers.match[match]}</Badge>
}
