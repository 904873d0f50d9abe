import { useQueryClient } from '@tanstack/react-query'
import { read } from '@/components/data/read'
import { useAccount } from '@/components/shell/navigation/use-account'
import type { CustomerDetail } from '@/lib/dashboard/schema/customer-detail'
import type { UpdateCustomerAction } from './customer-actions'

/**
 * Returns an update that puts its response on the customer's page at once. It resolves to null if no response arrived.
 */
export function useUpdateCustomer(update: UpdateCustomerAction) {
  const client = useQueryClient()
  const account = useAccount()
  return async (input: Parameters<UpdateCustomerAction>[0]) => {
    const result = await update(input).catch(() => null)
    const { queryKey } = read(account, 'customers/detail', { id: input.id })
    if (result?.ok)
      client.setQueryData<CustomerDetail>(queryKey, (known) => known && { ...known, customer: result.data })
    // The refetch adds the act to the page's history.
    void client.invalidateQueries({ queryKey })
    return result
  }
}
