import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { pay } from '@/lib/messages/pay'
import { LookAgain } from './look-again'
import { PayEnd } from './pay-end'

export type ClosedState = 'completed' | 'cancelled' | 'expired' | 'merchant_unavailable'

type Merchant = { name: string; email: string }

/** Why the link takes no payment. `expired` is the moment until which it did. */
export function LinkClosed({
  state,
  merchant,
  expired,
}: {
  state: ClosedState
  merchant: Merchant
  expired: string
}) {
  const { ends } = pay
  const told = {
    completed: { kind: 'paid', title: ends.completedTitle, text: ends.completed },
    cancelled: { kind: 'closed', title: ends.cancelledTitle, text: ends.cancelled(merchant.name) },
    expired: { kind: 'expired', title: ends.expiredTitle, text: ends.expired(expired) },
    merchant_unavailable: {
      kind: 'off',
      title: ends.unavailableTitle,
      text: ends.unavailable(merchant.name),
    },
  } as const satisfies Record<ClosedState, unknown>
  const { kind, title, text } = told[state]
  return (
    <PayEnd kind={kind} title={title} merchant={merchant}>
      {text}
    </PayEnd>
  )
}

/** The money moved: what, to whom, and a receipt to keep. */
export function Paid({
  amount,
  merchant,
  receipt,
}: {
  amount: string
  merchant: Merchant
  receipt: ReactNode
}) {
  return (
    <PayEnd kind="paid" title={pay.ends.paidTitle} merchant={merchant} action={receipt}>
      {pay.ends.paid(amount, merchant.name)}
    </PayEnd>
  )
}

/** Nobody knows yet; the page finds out by itself. */
export function Unresolved({ href, merchant }: { href: string; merchant: Merchant }) {
  return (
    <PayEnd
      kind="waiting"
      title={pay.ends.unresolvedTitle}
      merchant={merchant}
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

/** Authorised and given back, or never finished: nothing was charged. `againHref` while the link can still be paid. */
export function Annulled({ againHref, merchant }: { againHref: string | null; merchant: Merchant }) {
  return (
    <PayEnd
      kind="safe"
      title={pay.ends.annulledTitle}
      merchant={merchant}
      action={
        againHref ? (
          <Button asChild variant="primary" className="self-start">
            <a href={againHref}>{pay.ends.again}</a>
          </Button>
        ) : undefined
      }
    >
      {pay.ends.annulled}
    </PayEnd>
  )
}
