import { queryOptions, type UseQueryOptions } from '@tanstack/react-query'
import { queryString } from '@/components/navigation/query-string'
import type { ReadData, ReadInput, ReadName } from '@/lib/reads'
import { fetchJson } from './fetch-json'

/** Refresh interval of slow counts on screen. Unlike rows, they do not follow each change. */
const SLOW_COUNT_MS = 30_000

export type ReadOptions<Name extends ReadName> = Pick<
  UseQueryOptions<ReadData<Name>>,
  'enabled' | 'placeholderData' | 'refetchInterval' | 'retry' | 'staleTime'
>

/**
 * Returns the query of what a page shows of an account: `name` says what, `input` which. The browser asks the data route;
 * a page on the server puts the data there before. Its key is the account, the parts of the name and the input, so that an
 * event of a noun refreshes all of that noun.
 */
export function read<Name extends ReadName>(
  account: string,
  name: Name,
  input: ReadInput<Name>,
  options: ReadOptions<Name> = {},
) {
  return queryOptions<ReadData<Name>>({
    ...(name.split('/')[1] === 'totals' ? { refetchInterval: SLOW_COUNT_MS } : {}),
    ...options,
    queryKey: [account, ...name.split('/'), input],
    queryFn: ({ signal }) => fetchJson(`/${account}/data/${name}${queryString(input)}`, signal),
  })
}
