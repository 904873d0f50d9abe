import type { ListFilter } from '@/lib/dashboard/reads/list'

/** Returns `?a=1&b=2` of the defined values in their order; the empty string without any. */
export function queryString(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}

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

/** Changes parameters of the page's address without leaving the page; null removes one. */
export function replaceParams(values: Readonly<Record<string, string | null>>): void {
  const url = new URL(location.href)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) url.searchParams.delete(name)
    else url.searchParams.set(name, value)
  }
  window.history.replaceState(null, '', url)
}
