import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAccount } from '@/components/navigation/use-go'

/** Refetch interval. Deliveries raise no live message. */
export const REFRESH_MS = 10_000

/** Returns the function that refetches all endpoint data on the screen. */
export function useRenewEndpoints(): () => void {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: [account, 'endpoints'] }),
    [client, account],
  )
}
