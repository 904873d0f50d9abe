import { useQuery } from '@tanstack/react-query'
import { read } from '@/components/data/read'
import type { Recipient } from '@/components/links/share-address'
import { useAccount } from '@/components/shell/navigation/use-account'

/** Returns the contact of a customer for a message; undefined until it is known, and for a role that sees it masked. */
export function useRecipient(customerId: string | null | undefined): Recipient | undefined {
  const account = useAccount()
  const { data } = useQuery({
    ...read(account, 'customers/detail', { id: customerId ?? '' }),
    enabled: Boolean(customerId),
  })
  if (!data || data.customer.masked) return undefined
  return { phone: data.phone?.dialled ?? null, email: data.customer.email }
}
