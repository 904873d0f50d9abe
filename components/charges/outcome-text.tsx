import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { chargeAction, giveUpAction } from '@/app/(dashboard)/[account]/charges/actions'
import { RequestId } from '@/components/data/failure'
import { useAct } from '@/components/data/read'
import { usePress } from '@/components/money/send-form'
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
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="danger" title={copy.title}>
        <p>{copy.what}</p>
      </Banner>
      <SaidText name={charges.outcome.who}>{copy.who}</SaidText>
      <SaidText>{copy.say}</SaidText>
      {children}
      <RequestId id={requestId} />
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

type Press = ChargePress | { press: 'give_up'; id: string }

/** Returns `usePress` of a charge, which is looked up after each press. `onSucceeded` gets the id of one that replaced it. */
export function useChargePress({ id, is_case: isCase }: ShownCharge, onSucceeded: (id: string) => void) {
  const account = useAccount()
  const send = useAct(chargeAction)
  const giveUp = useAct(giveUpAction)
  const client = useQueryClient()
  return usePress({
    call: (input: Press) => (input.press === 'give_up' ? giveUp({ id: input.id }) : send(input)),
    onAnswer: (next) => {
      if (next) client.setQueryData(chargeQuery(account, next.charge.id).queryKey, next)
      if (next && next.charge.id !== id) onSucceeded(next.charge.id)
      void client.invalidateQueries({ queryKey: chargeQuery(account, id).queryKey })
    },
    titleOf: ({ press }) =>
      isCase ? charges.case.failed : press === 'send' ? charges.state.DRAFT : charges.outcome.linkFailed,
    noAnswer: { title: charges.case.title, message: charges.review.noAnswer },
  })
}
