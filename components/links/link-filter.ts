import { queryString } from '@/components/filters/query-string'
import type { ShownLinkStatus } from '@/lib/contract/states'

/** The links page's filters as they stand in its URL. */
export type LinkFilter = {
  status?: ShownLinkStatus
  q?: string
  /** Those that can be paid, and not for long. */
  expiring?: 'soon'
  cursor?: string
}

/** The page with some filters changed (`undefined` removes one); any change starts again at the first page. */
export function linksHref(
  filter: LinkFilter,
  change: { [K in keyof LinkFilter]?: LinkFilter[K] | undefined } = {},
): string {
  const { status, q, expiring } = { ...filter, ...change }
  return `/links${queryString({ status, q, expiring, cursor: change.cursor })}`
}
