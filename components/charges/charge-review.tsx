'use client'

import { type FormEvent, type ReactNode, useState } from 'react'
import { CardText } from '@/components/customers/face'
import { FailureBanner } from '@/components/data/failure'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { AmountInput } from '@/components/money/amount-input'
import { PageLink } from '@/components/navigation/page-link'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { charges } from '@/lib/messages/charges'
import { changeHref } from './face'
import {
  isOfContents,
  mayHelpAgain,
  mayLinkInstead,
  OutcomeText,
  refusalCopy,
  useChargePress,
} from './outcome-text'

const copy = charges.review

type Props = { detail: ChargeDetail; onSucceeded: (id: string) => void }

/**
 * Renders the review before a card is charged: the customer, the amount in large type, the card. After a refusal it renders
 * the reason and the actions that can help.
 */
export function ChargeReview({ detail, onSucceeded }: Props) {
  const { locale } = useLocale()
  const { charge, customer, open_case: openCase } = detail
  const { id, amount, currency, problem } = charge
  const { press, busy, failure, needsAmount } = useChargePress(charge, onSucceeded)
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const isLink = charge.way === 'LINK'

  if (problem && !failure && busy === null) return <Refused charge={charge} text={text} press={press} />
  return (
    <div className="flex flex-col gap-4">
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      <div className="flex flex-col gap-1">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        {isLink ? <p>{copy.linkLead}</p> : <p className="font-medium text-warning">{copy.lead}</p>}
      </div>
      <PropertyList>
        <Property name={copy.customer}>
          <bdi>{customer?.name ?? charge.customer_id}</bdi>
        </Property>
        {customer?.phone ? <Property name={copy.phone}>{customer.phone}</Property> : null}
        {isLink ? null : (
          <Property name={copy.card}>
            {charge.card ? <CardText card={charge.card} state={detail.card_state} /> : copy.noCard}
          </Property>
        )}
        {charge.description ? <Property name={copy.description}>{charge.description}</Property> : null}
      </PropertyList>
      {openCase ? <LockedBanner openCase={openCase} /> : null}
      <SendForm
        detail={detail}
        title={copy.similar}
        needsAmount={needsAmount}
        onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
      >
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <PageLink href={changeHref(charge)}>{copy.change}</PageLink>
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy?.press === 'send'}
            busyLabel={copy.busy}
            disabled={openCase !== null}
            className="grow"
          >
            {isLink ? charges.form.createLink(text) : copy.submit(text)}
          </Button>
        </div>
      </SendForm>
    </div>
  )
}

type RefusedProps = Pick<ChargeDetail, 'charge'> & {
  text: string
  press: ReturnType<typeof useChargePress>['press']
}

/** Renders a refusal, after which nothing was carried out, with the actions that can help. */
function Refused({ charge, text, press }: RefusedProps) {
  const { id, problem } = charge
  if (!problem) return null
  return (
    <OutcomeText copy={refusalCopy(problem)} requestId={charge.request_id}>
      <div className="flex flex-wrap gap-2">
        {charge.way === 'CARD' && mayLinkInstead(problem) ? (
          <Button
            variant={charge.card === null || problem.code === 'no_saved_card' ? 'primary' : 'secondary'}
            onClick={() => void press({ press: 'link_instead', id })}
          >
            {charges.outcome.sendLink(text)}
          </Button>
        ) : null}
        {problem.code === 'customer_archived' ? (
          <Button asChild>
            <PageLink href={`/customers/${encodeURIComponent(charge.customer_id)}`}>{copy.restore}</PageLink>
          </Button>
        ) : null}
        {isOfContents(problem) ? (
          <Button asChild>
            <PageLink href={changeHref(charge)}>{copy.startOver}</PageLink>
          </Button>
        ) : null}
        {mayHelpAgain(problem) ? (
          <Button onClick={() => void press({ press: 'send', id })}>{copy.again}</Button>
        ) : null}
      </div>
    </OutcomeText>
  )
}

/** Renders the banner of a card that an earlier charge without an outcome locks. */
export function LockedBanner({ openCase }: { openCase: string }) {
  return (
    <Banner tone="warning" title={charges.form.locked}>
      <TextLink>
        <PageLink href={`/charges/${encodeURIComponent(openCase)}`}>{charges.form.lookAtCase}</PageLink>
      </TextLink>
    </Banner>
  )
}

type SendProps = {
  detail: ChargeDetail
  /** Title of the banner about a similar payment. */
  title: string
  /** True if the server requires the amount again because of a payment that this page has not loaded. */
  needsAmount: boolean
  onSend: (confirmed: { confirmed_amount?: number }) => void
  children: ReactNode
}

/**
 * Renders the form that sends a charge, with its buttons as children. After a similar payment or charge it shows that one,
 * and the amount must be typed again.
 */
export function SendForm({ detail: { charge, similar }, title, needsAmount, onSend, children }: SendProps) {
  const { locale, timeZone, now } = useLocale()
  const { amount, currency } = charge
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const mustType = needsAmount || similar !== null
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = mustType ? parseAmount(typed, currency, locale) : null
    if (!again || (again.ok && again.major === amount))
      return onSend(again ? { confirmed_amount: amount } : {})
    setWrong(copy.typeAgainWrong(`${formatMajor(amount, currency, locale)} ${currency}`))
    event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
  }
  const href = similar?.payment_id
    ? `/payments/${encodeURIComponent(similar.payment_id)}`
    : `/charges/${encodeURIComponent(similar?.charge_id ?? '')}`
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {mustType ? (
        <Banner tone="warning" title={title}>
          {similar ? (
            <p>
              {copy.similarHint(relativeTime(similar.at, now) ?? shortTime(similar.at, timeZone, now))}{' '}
              <TextLink>
                <PageLink href={href}>
                  {similar.payment_id ? copy.similarPayment : copy.similarCharge}
                </PageLink>
              </TextLink>
            </p>
          ) : null}
          <Field label={copy.typeAgain} error={wrong} required className="mt-3">
            <AmountInput
              name="again"
              currency={currency}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(undefined)
              }}
            />
          </Field>
        </Banner>
      ) : null}
      {children}
    </form>
  )
}
