import type { ReactNode } from 'react'
import type { PayerTexts } from '@/app/(checkout)/reader'
import { BankConfirmedButton, BankUntil, RefreshUntilKnown } from '@/components/pay/outcome/bank-wait'
import { PayEnd } from '@/components/pay/outcome/pay-end'
import { Paper, ReceiptLines } from '@/components/pay/receipt/receipt'
import { clockTime, deadline, exactTime, zoneCity } from '@/components/time/format-time'
import { Button } from '@/components/ui/button'
import { dayIn } from '@/lib/domain/calendar-days'
import { dateLocaleOf } from '@/lib/domain/languages'
import { formatMajor, toMajor } from '@/lib/domain/money'
import type { AttemptView, LinkView } from '@/lib/service/charges/view-link'

export function amountOf(link: LinkView, locale: string): string {
  return `${formatMajor(toMajor(link.amountMinor, link.currency), link.currency, locale)} ${link.currency}`
}

export function isGivenBack({ status }: AttemptView): boolean {
  return status === 'VOIDED' || status === 'TIMEOUT'
}

/** Returns whether a payment awaits confirmation for a link that is closed by now: the confirmation would have no effect. */
export function isTooLate({ attempt, state }: LinkView): boolean {
  // A merchant who accepts no new payments still receives those already started.
  return Boolean(attempt?.confirm) && state !== 'payable' && state !== 'merchant_unavailable'
}

type Asked = {
  /** Token of the attempt in the address. */
  token: string
  /** True if the page was opened by a press without scripts that asked the bank. */
  asked: boolean
  /** True if this browser made an attempt under the token, and no payment was written for it. */
  pressed: boolean
}

/** Returns the outcome of the page's attempt or of the link; null if the form is to be shown. */
export function outcomeOf(link: LinkView, texts: PayerTexts, { token, asked, pressed }: Asked): ReactNode {
  const { t } = texts
  const dates = dateLocaleOf(texts)
  const { attempt } = link
  const address = `/pay/${encodeURIComponent(link.linkId)}`
  const again = link.state === 'payable' ? address : null
  if (attempt?.status === 'APPROVED') return paid(link, attempt, texts)
  if (attempt?.confirm && !isTooLate(link)) {
    const { url, until } = attempt.confirm
    const now = new Date()
    return (
      <PayEnd
        t={t}
        kind="bank"
        title={t('pay.ends.confirmTitle')}
        reference={attempt.paymentId}
        action={
          <>
            <Button asChild variant="primary" size="lg" className="w-full">
              <a href={url}>{t('pay.ends.confirmGo')}</a>
            </Button>
            <BankConfirmedButton action={`${address}/return`} attempt={token} asked={asked} />
            {again ? (
              <Button asChild variant="quiet" className="w-full">
                <a href={again}>{t('pay.ends.confirmOther')}</a>
              </Button>
            ) : null}
          </>
        }
      >
        {t('pay.ends.confirm')}{' '}
        <BankUntil
          until={bankDeadline(until, link.merchantTimezone, now, dates)}
          leftMs={until.getTime() - now.getTime()}
        />
      </PayEnd>
    )
  }
  if (attempt?.status === 'PENDING' && !attempt.confirm) {
    return (
      <PayEnd
        t={t}
        kind="waiting"
        title={t('pay.ends.unresolvedTitle')}
        reference={attempt.paymentId}
        action={
          <>
            <RefreshUntilKnown />
            {goTo(`${address}?attempt=${encodeURIComponent(token)}`, t('pay.ends.check'))}
          </>
        }
      >
        {t('pay.ends.unresolved')}
      </PayEnd>
    )
  }
  if (attempt && isGivenBack(attempt)) {
    const inTime = attempt.status === 'VOIDED'
    return (
      <PayEnd
        t={t}
        kind="safe"
        title={inTime ? t('pay.ends.annulledTitle') : t('pay.ends.timeoutTitle')}
        reference={attempt.paymentId}
        action={again ? goTo(again, t('pay.ends.again'), 'primary') : undefined}
      >
        {inTime ? t('pay.ends.annulled') : t('pay.ends.timeout')}
      </PayEnd>
    )
  }
  return link.state === 'payable' ? null : closed(link, link.state, texts, pressed)
}

function goTo(href: string, label: string, variant: 'primary' | 'secondary' = 'secondary') {
  return (
    <Button asChild variant={variant} className="self-start">
      <a href={href}>{label}</a>
    </Button>
  )
}

function paid(link: LinkView, attempt: AttemptView, texts: PayerTexts) {
  const { t, locale } = texts
  const { cardBrand: brand, cardLast4: last4, approvedAt } = attempt
  return (
    <PayEnd
      t={t}
      kind="paid"
      title={t('pay.ends.paidTitle')}
      action={
        <>
          <Paper>
            <ReceiptLines
              t={t}
              amount={amountOf(link, locale)}
              title={link.title}
              card={brand && last4 ? { brand, last4 } : null}
              when={
                approvedAt
                  ? exactTime(approvedAt.toISOString(), link.merchantTimezone, dateLocaleOf(texts))
                  : null
              }
              payer={attempt.payerName}
              reference={attempt.paymentId}
              authorization={attempt.authorizationCode}
            />
          </Paper>
          {goTo(`/receipt/${encodeURIComponent(attempt.paymentId)}`, t('receipt.open'))}
        </>
      }
    >
      {t('pay.ends.paid', { merchant: link.merchantName })}
    </PayEnd>
  )
}

type ClosedState = Exclude<LinkView['state'], 'payable'>

const closedKinds = {
  completed: 'paid',
  usedUp: 'closed',
  cancelled: 'closed',
  expired: 'expired',
  merchant_unavailable: 'off',
} as const

/** Renders the reason why the link takes no payment. A link that can be paid once is shown as paid, others as used up. */
function closed(link: LinkView, state: ClosedState, texts: PayerTexts, pressed: boolean) {
  const { t } = texts
  const { merchantName: merchant, merchantEmail, merchantTimezone: zone, attempt } = link
  const expired = link.expiresAt ? deadline(link.expiresAt.toISOString(), zone, dateLocaleOf(texts)) : ''
  const end = state === 'completed' && !link.singleUse ? 'usedUp' : state
  const begun = attempt?.confirm ? attempt.paymentId : null
  const askHref = `mailto:${merchantEmail}?subject=${encodeURIComponent(t('pay.ends.askNewSubject', { title: link.title }))}`
  // A paid link, or a merchant that takes no payments, leaves nothing to ask for.
  const mayAsk = state === 'expired' || state === 'cancelled'
  return (
    <PayEnd
      t={t}
      kind={closedKinds[end]}
      title={t(`pay.ends.${end}Title`)}
      reference={begun}
      action={mayAsk ? goTo(askHref, t('pay.ends.askNew')) : undefined}
    >
      {t(`pay.ends.${end}`, { merchant, moment: expired })}
      {begun === null ? null : <p className="mt-2 text-base">{t('pay.ends.confirmNoMore')}</p>}
      {pressed ? <p className="mt-2">{t('pay.ends.notCharged')}</p> : null}
    </PayEnd>
  )
}

/** Returns `09:37 (New York)`, with the day if it differs from the day of `now` in that zone. */
export function bankDeadline(until: Date, timeZone: string, now: Date, locale: string): string {
  const iso = until.toISOString()
  return dayIn(until.getTime(), timeZone) === dayIn(now.getTime(), timeZone)
    ? `${clockTime(iso, timeZone, locale)} (${zoneCity(timeZone)})`
    : deadline(iso, timeZone, locale)
}
