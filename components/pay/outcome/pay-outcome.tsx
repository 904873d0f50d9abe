import type { ComponentProps, ReactNode } from 'react'
import { Paper } from '@/components/pay/receipt/receipt'
import { clockTime, deadline, zoneCity } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { dayIn } from '@/lib/domain/calendar-days'
import { pay } from '@/lib/messages/pay'
import { times } from '@/lib/messages/times'
import { BankConfirmedButton, BankUntil, RefreshUntilKnown } from './bank-wait'
import { PayEnd } from './pay-end'

export type ClosedState = 'completed' | 'cancelled' | 'expired' | 'merchant_unavailable'

/**
 * States after which a payer may ask for a new link. A paid link, or a merchant that takes no payments, leaves nothing to
 * ask for.
 */
const mayAsk: ReadonlySet<ClosedState> = new Set(['expired', 'cancelled'])

/**
 * Renders the reason why the link takes no payment. `expired` is the moment of its expiry; `begun` is the reference of a
 * payment left at the bank.
 */
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
  /** Address of the request for another link. */
  askHref: string
  expired: string
  /** True for a link that can be paid once, which is then shown as paid. Other links are shown as used up. */
  singleUse: boolean
  begun: string | null
  /** True if the payer has just tried to pay on a page that was open before the link ended. */
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

/** Renders a successful payment: amount, merchant, and the receipt. */
export function Paid({
  merchant,
  receipt,
  receiptHref,
}: {
  merchant: string
  receipt: ReactNode
  /** Address of the receipt's own page, to print, save or share. */
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

/** Renders an unknown outcome. The page refreshes until it is known. */
export function Unresolved({ href, reference }: { href: string; reference: string }) {
  return (
    <PayEnd
      kind="waiting"
      title={pay.ends.unresolvedTitle}
      reference={reference}
      action={
        <>
          <RefreshUntilKnown />
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
 * Renders a payment that waits for the payer's confirmation at the bank. `href` is the bank's page; `ask` holds the props
 * of the query to the bank; `otherHref` is the form, for payers who cannot or will not confirm, as long as the link can
 * be paid.
 */
export function AwaitingBank({
  href,
  ask,
  otherHref,
  until,
  leftMs,
  reference,
}: {
  href: string
  ask: ComponentProps<typeof BankConfirmedButton>
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
          <BankConfirmedButton {...ask} />
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

/**
 * Renders a payment that was authorized and voided, or never finished: nothing was charged. `againHref` is set while the
 * link can be paid.
 */
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

/** Returns `09:37 (New York)`, with the day if it differs from the day of `now` in that zone. */
export function bankDeadline(until: Date, timeZone: string, now: Date): string {
  const iso = until.toISOString()
  return dayIn(until.getTime(), timeZone) === dayIn(now.getTime(), timeZone)
    ? times.inZone(clockTime(iso, timeZone), zoneCity(timeZone))
    : deadline(iso, timeZone)
}
