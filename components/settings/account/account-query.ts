import { queryOptions } from '@tanstack/react-query'
import { fetchJson } from '@/components/data/fetch-json'
import type { AccountView } from '@/lib/dashboard/schema/account'

/** Returns the query of the account as its host reports it. Each fetch makes two calls to the host. */
export function accountQuery(account: string) {
  return queryOptions({
    queryKey: [account, 'account', 'detail', 'view'] as const,
    queryFn: ({ signal }) => fetchJson<AccountView>(`/${account}/settings/account/data`, signal),
  })
}
