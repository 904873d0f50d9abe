import { useCallback } from 'react'
import { useAccount } from '@/components/navigation/account'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'

/**
 * Returns the call of a server action in the account of the page. The result is null without an answer of the server: the
 * network failed, or the server did.
 */
export function useAct<Input extends unknown[], Data>(
  action: (account: string, ...input: Input) => Promise<ActionResult<Data>>,
): (...input: Input) => Promise<ActionResult<Data> | null> {
  const account = useAccount()
  return useCallback((...input) => action(account, ...input).catch(() => null), [action, account])
}
