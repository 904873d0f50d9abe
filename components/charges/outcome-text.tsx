import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { chargeAction, giveUpAction } from '@/app/(dashboard)/[account]/charges/actions'
import type { Failure } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { isOnline } from '@/components/navigation/network'
import { useAccount } from '@/components/navigation/use-go'
import { Banner } from '@/components/ui/banner'
import { isDeclineCode } from '@/lib/contract/declines'
import type { ChargeDecline, ChargePress, ChargeProblem, ShownCharge } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import { payments } from '@/lib/messages/payments'
import { chargeQuery } from './face'

/** Texts of an outcome for a member on the phone with the customer: what happened, who can fix it, what to say. */
type OutcomeCopy = { title: string; what: string; who: string; say: string }

/** Returns the texts of a decline: ours for a known code, the host's advice for any other. */
export function declineCopy({ code, message, advice }: ChargeDecline): OutcomeCopy {
  const { declined: title } = charges.outcome
  const { reason, mend, reasonUnknown, mendElse } = payments.detail
  if (isDeclineCode(code)) return { title, what: reason[code], who: mend[code], say: charges.say[code] }
  return { title, what: reasonUnknown, who: advice || message || mendElse, say: charges.say.generic_decline }
}

/** Returns the texts of a refusal, after which nothing was carried out. */
export function refusalCopy({ code, message }: ChargeProblem): OutcomeCopy {
  if (isRefusal(code)) return charges.refused[code]
  const copy = charges.refusedOther(code)
  return message ? { ...copy, what: `${copy.what} ${message}` } : copy
}

function isRefusal(code: string): code is keyof typeof charges.refused {
  return Object.hasOwn(charges.refused, code)
}

/** Statuses of refusals that would also affect a payment link; 0 without a connection. */
const refusesLinks: readonly number[] = [0, 401, 403, 404, 429]

/** Returns whether a payment link instead of the charge may succeed. */
export function mayLinkInstead({ code, status }: ChargeProblem): boolean {
  return code !== 'customer_archived' && !refusesLinks.includes(status)
}

/** Returns whether the values of the request caused the refusal. */
export function isOfContents({ code }: ChargeProblem): boolean {
  return code === 'invalid_parameters' || code === 'idempotency_key_reused'
}

/** Returns whether sending the same charge again may succeed. */
export function mayHelpAgain(problem: ChargeProblem): boolean {
  return problem.code !== 'resource_not_found' && !isOfContents(problem)
}

type Props = { copy: OutcomeCopy; requestId: string | null; children: ReactNode }

/** Renders the texts of a charge that was not made. */
export function OutcomeText({ copy, requestId, children }: Props) {
  const { outcome } = charges
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="danger" title={copy.title}>
        <p>{copy.what}</p>
      </Banner>
      <SaidText name={outcome.who}>{copy.who}</SaidText>
      <SaidText>{copy.say}</SaidText>
      {children}
      {requestId ? <p className="wrap-anywhere text-muted text-xs">{outcome.requestId(requestId)}</p> : null}
    </div>
  )
}

/** Renders a sentence under its name, by default the one for the customer. */
export function SaidText({ name = charges.outcome.say, children }: { name?: string; children: string }) {
  return (
    <p className="text-pretty">
      <span className="block text-muted text-sm">{name}</span>
      {children}
    </p>
  )
}

/** Failures after which the charge may be under way. */
const LOST_CODES: ReadonlySet<string> = new Set(['internal_error', 'service_unavailable'])

type Press = ChargePress | { press: 'give_up'; id: string }

/**
 * Returns a function that sends one press of a charge at a time, the press under way, and the last failure. After a
 * failure the charge is looked up. `onSucceeded` is called with the id of a charge that replaced it.
 */
export function useChargePress({ id, is_case: isCase }: ShownCharge, onSucceeded: (id: string) => void) {
  const account = useAccount()
  const send = useAct(chargeAction)
  const giveUp = useAct(giveUpAction)
  const client = useQueryClient()
  const isCalling = useRef(false)
  const [busy, setBusy] = useState<Press | null>(null)
  const [failure, setFailure] = useState<(Failure & { title: string }) | null>(null)
  /** True if the server requires the amount again because of a payment that this page has not loaded. */
  const [needsAmount, setNeedsAmount] = useState(false)

  async function press(input: Press) {
    if (isCalling.current || !isOnline()) return
    isCalling.current = true
    setBusy(input)
    setFailure(null)
    const result = await (input.press === 'give_up' ? giveUp({ id: input.id }) : send(input))
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
