import { listHref } from '@/components/navigation/query-string'
import type { LinkFilter } from '@/lib/dashboard/schema/link'

/** Returns the address of the links list with these filters. */
export function linksHref(filter: LinkFilter): string {
  return listHref('/links', filter)
}
