import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { failedAct } from '@/components/data/failed-act'
import { useAccount } from '@/components/shell/navigation/use-account'
import { useToast } from '@/components/ui/toast'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import { developers } from '@/lib/messages/developers'
import { endpointsKey } from './queries'

/** Returns the function that makes everything on screen about endpoints anew. */
export function useRenewEndpoints(): () => void {
  const client = useQueryClient()
  const account = useAccount()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: endpointsKey(account) }),
    [client, account],
  )
}

type Report<Data> = {
  /** A later report about the same takes this one's place. */
  about: string
  done: (data: Data) => string
  /** The sentence about a failure. */
  failed: string
  undo?: { label: string; onSelect: () => void }
}

/** Returns a function that carries out one act at once and reports it by a toast; a second press meanwhile does nothing. */
export function useActAtOnce() {
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
    else if (result) toast({ about, ...failedAct(result, { what: failed }) })
    else toast({ about, tone: 'danger', message: developers.unknown.message })
  }
}
