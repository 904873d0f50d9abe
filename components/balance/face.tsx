import { useRead } from '@/components/data/member'
import { REFETCH_AFTER_FAILURE_MS, refetchAfterFailure } from '@/components/data/query-defaults'

/** Returns the account's balance. A host that did not answer is asked again. */
export function useBalance() {
  return useRead(
    'balance/view',
    {},
    {
      refetchInterval: (query) =>
        query.state.data?.confirmed === false ? REFETCH_AFTER_FAILURE_MS : refetchAfterFailure(query),
    },
  )
}
