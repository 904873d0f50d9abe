import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { chargeAction } from '@/app/(dashboard)/[account]/charges/actions'
import type { Failure } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { useAccount } from '@/components/navigation/account'
import { isOnline } from '@/components/navigation/network'
import type { ChargePress, ShownCharge } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { chargeQuery } from './queries'

/** Failures after which the charge may be under way. */
const LOST_CODES: ReadonlySet<string> = new Set(['internal_error', 'service_unavailable'])

/**
 * Returns a function that sends one press of a charge at a time, the press under way, and the last failure. After a
 * failure the charge is looked up. `onSucceeded` is called with the id of a charge that replaced it.
 */
export function useChargePress({ id, is_case: isCase }: ShownCharge, onSucceeded: (id: string) => void) {
  const account = useAccount()
  const send = useAct(chargeAction)
  const client = useQueryClient()
  const isCalling = useRef(false)
  const [busy, setBusy] = useState<ChargePress | null>(null)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  /** True if the server requires the amount again because of a payment that this page has not loaded. */
  const [needsAmount, setNeedsAmount] = useState(false)

  async function press(input: ChargePress) {
    if (isCalling.current || !isOnline()) return
    isCalling.current = true
    setBusy(input)
    setFailure(null)
    const result = await send(input)
    isCalling.current = false
    setBusy(null)
    if (result?.ok) {
      const next = result.data
      client.setQueryData(chargeQuery(account, next.charge.id).queryKey, next)
      if (next.charge.id !== id) onSucceeded(next.charge.id)
    } else {
      const { code, message, requestId } = result?.error ?? { code: 'internal_error', message: '' }
      const { linkFailed } = charges.outcome
      const title = isCase ? charges.case.failed : input.press === 'send' ? charges.state.DRAFT : linkFailed
      setNeedsAmount((before) => before || code === 'confirm_amount')
      setFailure(
        LOST_CODES.has(code)
          ? { title: charges.case.title, message: charges.review.noAnswer, requestId }
          : { title, message, requestId },
      )
    }
    void client.invalidateQueries({ queryKey: chargeQuery(account, id).queryKey })
  }
  return { press, busy, failure, needsAmount }
}
