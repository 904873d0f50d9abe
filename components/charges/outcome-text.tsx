import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { chargeAction, giveUpAction } from '@/app/(dashboard)/[account]/charges/actions'
import { RequestId } from '@/components/data/failure'
import { useAct } from '@/components/data/member'
import { useSend } from '@/components/money/send-form'
import { useAccount } from '@/components/navigation/use-go'
import { useTexts } from '@/components/texts/texts-provider'
import { Banner } from '@/components/ui/banner'
import type { ChargePress } from '@/lib/dashboard/charges/charge-inputs'
import type { ChargeDecline, ChargeProblem, ShownCharge } from '@/lib/dashboard/charges/shape'
import type { Translate } from '@/lib/messages/translator'
import { chargeQuery } from './face'

/** Texts of an outcome for a member on the phone with the customer: what happened, who can fix it, what to say. */
type OutcomeCopy = { title: string; what: string; who: string; say: string }

/** Returns the texts of a decline: ours for a known code, the host's advice for any other. */
export function declineCopy({ code, message, advice }: ChargeDecline, t: Translate): OutcomeCopy {
  return {
    title: t('charges.outcome.declined'),
    what: t.first(`payment-declines.reason.${code}`) ?? t('payment-declines.reasonUnknown'),
    who: t.first(`payment-declines.mend.${code}`) || advice || message || t('payment-declines.mendElse'),
    say: t.first(`charges.say.${code}`) ?? t('charges.say.generic_decline'),
  }
}

export function refusalCopy({ code, message }: ChargeProblem, t: Translate): OutcomeCopy {
  const known = t.first(`charges.refused.${code}.what`)
  const textOf = (part: 'title' | 'who' | 'say') =>
    t.first(`charges.refused.${code}.${part}`) ?? t(`charges.refusedOther.${part}`)
  const what = known ?? [t('charges.refusedOther.what', { code }), message].filter(Boolean).join(' ')
  return { title: textOf('title'), what, who: textOf('who'), say: textOf('say') }
}

/** Statuses of refusals that would also affect a payment link; 0 without a connection. */
const refusesLinks: readonly number[] = [0, 401, 403, 404, 429]

export function mayLinkInstead({ code, status }: ChargeProblem): boolean {
  return code !== 'customer_archived' && !refusesLinks.includes(status)
}

/** Returns whether the values of the request caused the refusal. */
export function isOfContents({ code }: ChargeProblem): boolean {
  return code === 'invalid_parameters' || code === 'idempotency_key_reused'
}

export function mayHelpAgain(problem: ChargeProblem): boolean {
  return problem.code !== 'resource_not_found' && !isOfContents(problem)
}

type Props = { copy: OutcomeCopy; requestId: string | null; children: ReactNode }

export function OutcomeText({ copy, requestId, children }: Props) {
  const t = useTexts()
  return (
    <div className="flex flex-col gap-3">
      <Banner tone="danger" title={copy.title}>
        <p>{copy.what}</p>
      </Banner>
      <SaidText name={t('charges.outcome.who')}>{copy.who}</SaidText>
      <SaidText>{copy.say}</SaidText>
      {children}
      <RequestId id={requestId} />
    </div>
  )
}

/** Renders a sentence under its name, by default the one for the customer. */
export function SaidText({ name, children }: { name?: string; children: string }) {
  const t = useTexts()
  return (
    <p className="text-pretty">
      <span className="block text-muted text-sm">{name ?? t('charges.outcome.say')}</span>
      {children}
    </p>
  )
}

type Press = ChargePress | { press: 'give_up'; id: string }

/** Returns `useSend` for a charge, which is looked up after each press. `onSucceeded` gets the id of one that replaced it. */
export function useChargePress({ id, is_case: isCase }: ShownCharge, onSucceeded: (id: string) => void) {
  const t = useTexts()
  const account = useAccount()
  const send = useAct(chargeAction)
  const giveUp = useAct(giveUpAction)
  const client = useQueryClient()
  return useSend({
    call: (input: Press) => (input.press === 'give_up' ? giveUp({ id: input.id }) : send(input)),
    onAnswer: (next) => {
      if (next) client.setQueryData(chargeQuery(account, next.charge.id).queryKey, next)
      if (next && next.charge.id !== id) onSucceeded(next.charge.id)
      void client.invalidateQueries({ queryKey: chargeQuery(account, id).queryKey })
    },
    titleOf: ({ press }) =>
      t(
        isCase
          ? 'charges.case.failed'
          : press === 'send'
            ? 'charges.state.DRAFT'
            : 'charges.outcome.linkFailed',
      ),
    noAnswer: { title: t('charges.case.title'), message: t('charges.review.noAnswer') },
  })
}
