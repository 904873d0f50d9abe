import type { ListFilter } from '@/lib/dashboard/schema/list'
import { queryString } from './query-string'

/** Parameter of a list's address that puts the cursor into the list's search. */
export const FOCUS_PARAM = 'focus'

/**
 * Returns the address of a list with some filters changed (`undefined` removes one): status and search first, then the
 * other filters. Any change starts again at the first page, unless `change` has a cursor.
 */
export function listHref<Filter extends ListFilter>(
  path: string,
  filter: Filter,
  change: { [K in keyof Filter]?: Filter[K] | undefined } = {},
): string {
  const { status, q, cursor: _, ...others } = { ...filter, ...change }
  return `${path}${queryString({ status, q, ...others, cursor: change.cursor })}`
}
