import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { KeyList } from '@/lib/contract/panel/keys'

/** Returns the query of the account's API keys. */
export function keysQuery(account: string) {
  return queryOptions({
    // Live messages do not report changes of keys.
    staleTime: 0,
    queryKey: [account, 'api-keys', 'list'] as const,
    queryFn: ({ signal }) => fetchJson<KeyList>(`/${account}/developers/keys/data`, signal),
  })
}
