import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { failureToast } from '@/components/data/failure-toast'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { developers } from '@/lib/messages/developers'
import { endpointsKey } from './queries'

/** Returns the function that refetches all endpoint data on the screen. */
export function useRenewEndpoints(): () => void {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: endpointsKey(account) }),
    [client, account],
  )
}

type Report<Data> = {
  /** Subject of the toast. A later toast about the same subject replaces it. */
  about: string
  done: (data: Data) => string
  /** Message of a failure. */
  failed: string
  undo?: { label: string; onSelect: () => void }
}

/** Returns a function that performs one action and reports it by a toast. A second press during the action is ignored. */
export function useEndpointAction() {
  const toast = useToast()
  const renew = useRenewEndpoints()
  const isSending = useRef(false)
  return async <Data>(
    act: () => Promise<ActionResult<Data>>,
    { about, done, failed, undo }: Report<Data>,
  ) => {
    if (isSending.current) return
    isSending.current = true
    const result = await act().catch(() => null)
    isSending.current = false
    renew()
    if (result?.ok) toast({ about, message: done(result.data), ...(undo ? { action: undo } : {}) })
    else if (result) toast({ about, ...failureToast(result, { what: failed }) })
    else toast({ about, tone: 'danger', message: developers.unknown.message })
  }
}
