import { listHref } from '@/components/list/list-href'
import type { LinkFilter } from '@/lib/dashboard/schema/link'

/** Returns the address of the links list with some filters changed. */
export function linksHref(filter: LinkFilter, change: Partial<LinkFilter> = {}): string {
  return listHref('/links', filter, change)
}
