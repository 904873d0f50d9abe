import {
  queryOptions,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryString } from '@/components/navigation/query-string'
import { useAccount } from '@/components/navigation/use-go'
import type { ActionResult } from '@/lib/dashboard/web/shape'
import type { ReadData, ReadInput, ReadName } from '@/lib/reads'
import { fetchJson } from './fetch-json'

/** Refresh interval of slow counts on screen. Unlike rows, they do not follow each change. */
const SLOW_COUNT_MS = 30_000

type Options<Name extends ReadName> = Pick<
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
  options: Options<Name> = {},
) {
  return queryOptions<ReadData<Name>>({
    ...(name.split('/')[1] === 'totals' ? { refetchInterval: SLOW_COUNT_MS } : {}),
    ...options,
    queryKey: [account, ...name.split('/'), input],
    queryFn: ({ signal }) => fetchJson(`/${account}/data/${name}${queryString(input)}`, signal),
  })
}

export function useRead<Name extends ReadName>(
  name: Name,
  input: ReadInput<Name>,
  options?: Options<Name>,
): UseQueryResult<ReadData<Name>> {
  return useQuery(read(useAccount(), name, input, options))
}

/** Returns the call of a server action in the page's account. Its result is null without an answer of the server. */
export function useAct<Input extends unknown[], Data>(
  action: (account: string, ...input: Input) => Promise<ActionResult<Data>>,
): (...input: Input) => Promise<ActionResult<Data> | null> {
  const account = useAccount()
  return useCallback((...input) => action(account, ...input).catch(() => null), [action, account])
}

/** Returns the function that refetches what the page shows of a noun. */
export function useRenew(noun: string): () => Promise<void> {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(() => client.invalidateQueries({ queryKey: [account, noun] }), [client, account, noun])
}
