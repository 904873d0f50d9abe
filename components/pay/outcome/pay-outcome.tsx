import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { pay } from '@/lib/messages/pay'
import { AskBank } from './ask-bank'
import { BankUntil } from './bank-until'
import { LookAgain } from './look-again'
import { Paper } from './paper'
import { PayEnd } from './pay-end'

export type ClosedState = 'completed' | 'cancelled' | 'expired' | 'merchant_unavailable'

/** Who comes too late may want to pay all the same; with a link that was paid, or a shop that takes nothing, there is nothing to ask for. */
const mayAsk: ReadonlySet<ClosedState> = new Set(['expired', 'cancelled'])

/** Why the link takes no payment. `expired` is the moment until which it did; `begun` names a payment left at the bank. */
export function LinkClosed({
  state,
  merchant,
  askHref,
  expired,
  singleUse,
  begun,
  pressed,
}: {
  state: ClosedState
  /** The merchant's name. */
  merchant: string
  /** Where one asks for another link. */
  askHref: string
  expired: string
  /** A link that only one payer can use is simply paid; another one has no use left. */
  singleUse: boolean
  begun: string | null
  /** Whoever sees this has just tried to pay: the page was open before the link ended. */
  pressed: boolean
}) {
  const { ends } = pay
  const notices = {
    completed: { kind: 'paid', title: ends.completedTitle, text: ends.completed },
    used_up: { kind: 'closed', title: ends.usedUpTitle, text: ends.usedUp },
    cancelled: { kind: 'closed', title: ends.cancelledTitle, text: ends.cancelled(merchant) },
    expired: { kind: 'expired', title: ends.expiredTitle, text: ends.expired(expired) },
    merchant_unavailable: {
      kind: 'off',
      title: ends.unavailableTitle,
      text: ends.unavailable(merchant),
    },
  } as const satisfies Record<ClosedState | 'used_up', unknown>
  const { kind, title, text } = notices[state === 'completed' && !singleUse ? 'used_up' : state]
  return (
    <PayEnd
      kind={kind}
      title={title}
      reference={begun}
      action={
        mayAsk.has(state) ? (
          <Button asChild className="self-start">
            <a href={askHref}>{ends.askNew}</a>
          </Button>
        ) : undefined
      }
    >
      {text}
      {begun === null ? null : <p className="mt-2 text-base">{pay.ends.confirmNoMore}</p>}
      {pressed ? <p className="mt-2">{pay.ends.notCharged}</p> : null}
    </PayEnd>
  )
}

/** The money moved: what, to whom, and a receipt to keep. */
export function Paid({
  merchant,
  receipt,
  receiptHref,
}: {
  merchant: string
  receipt: ReactNode
  /** The receipt's own page: to print, to keep, to pass on. */
  receiptHref: string
}) {
  return (
    <PayEnd
      kind="paid"
      title={pay.ends.paidTitle}
      action={
        <>
          <Paper>{receipt}</Paper>
          <Button asChild className="self-start">
            <a href={receiptHref}>{pay.receipt.open}</a>
          </Button>
        </>
      }
    >
      {pay.ends.paid(merchant)}
    </PayEnd>
  )
}

/** Nobody knows yet; the page finds out by itself. */
export function Unresolved({ href, reference }: { href: string; reference: string }) {
  return (
    <PayEnd
      kind="waiting"
      title={pay.ends.unresolvedTitle}
      reference={reference}
      action={
        <>
          <LookAgain />
          <Button asChild className="self-start">
            <a href={href}>{pay.ends.check}</a>
          </Button>
        </>
      }
    >
      {pay.ends.unresolved}
    </PayEnd>
  )
}

/**
 * The payer's word is still missing. `href` is the bank's page, `ask` how the bank is asked whether it was given,
 * `otherHref` is the form, while the link can still be paid: for who cannot or will not confirm.
 */
export function AtTheBank({
  href,
  ask,
  otherHref,
  until,
  leftMs,
  reference,
}: {
  href: string
  ask: ComponentProps<typeof AskBank>
  otherHref: string | null
  until: string
  leftMs: number
  reference: string
}) {
  return (
    <PayEnd
      kind="bank"
      title={pay.ends.confirmTitle}
      reference={reference}
      action={
        <>
          <Button asChild variant="primary" size="lg" className="w-full">
            <a href={href}>{pay.ends.confirmGo}</a>
          </Button>
          <AskBank {...ask} />
          {otherHref ? (
            <Button asChild variant="quiet" className="w-full">
              <a href={otherHref}>{pay.ends.confirmOther}</a>
            </Button>
          ) : null}
        </>
      }
    >
      {pay.ends.confirm} <BankUntil until={until} leftMs={leftMs} />
    </PayEnd>
  )
}

/** Authorised and given back, or never finished: nothing was charged. `againHref` while the link can still be paid. */
export function Annulled({
  inTime,
  againHref,
  reference,
}: {
  inTime: boolean
  againHref: string | null
  reference: string
}) {
  return (
    <PayEnd
      kind="safe"
      title={inTime ? pay.ends.annulledTitle : pay.ends.timeoutTitle}
      reference={reference}
      action={
        againHref ? (
          <Button asChild variant="primary" className="self-start">
            <a href={againHref}>{pay.ends.again}</a>
          </Button>
        ) : undefined
      }
    >
      {inTime ? pay.ends.annulled : pay.ends.timeout}
    </PayEnd>
  )
}
