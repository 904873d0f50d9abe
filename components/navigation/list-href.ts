import type { ListFilter } from '@/lib/dashboard/schema/list'
import { queryString } from './query-string'

/** URL parameter that focuses the list's search. */
export const FOCUS_PARAM = 'focus'

/**
 * Returns the address of a list with some filters changed (`undefined` removes one): status and search first, then the
 * other filters. A change starts at the first page, unless it contains a cursor.
 */
export function listHref<Filter extends ListFilter>(
  path: string,
  filter: Filter,
  change: { [K in keyof Filter]?: Filter[K] | undefined } = {},
): string {
  const { status, q, cursor: _, ...others } = { ...filter, ...change }
  return `${path}${queryString({ status, q, ...others, cursor: change.cursor })}`
}
