'use client'

import { type FormEvent, useRef, useState } from 'react'
import { cardName } from '@/components/customers/card-name'
import { FailureBanner } from '@/components/data/failure-banner'
import { usePlace } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { AmountInput } from '@/components/money/amount-input'
import { mayLeave } from '@/components/shell/network'
import { PageLink } from '@/components/shell/page-link'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { formatMajor } from '@/lib/contract/money'
import { parseAmount } from '@/lib/contract/parse-amount'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ChargeDetail } from '@/lib/dashboard/schema/charge'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'
import { mayHelpAgain, refusalCopy } from './outcome-copy'
import { OutcomeText } from './outcome-text'

const copy = charges.review

/** Refusals before anything is sent. After any other failure the charge is looked up: it may be on its way. */
const known: ReadonlySet<string> = new Set([
  'confirm_amount',
  'charge_open',
  'charge_matched',
  'forbidden',
  'foreign_origin',
  'signed_out',
  'account_not_found',
  'resource_not_found',
  'invalid_parameters',
])

type Props = {
  detail: ChargeDetail
  actions: ChargeActions
  onMoved: (detail: ChargeDetail) => void
  /** No answer came: the charge is looked up. */
  onLost: () => void
}

/** The last look before the card is charged: the person, the amount in large, the card. */
export function ChargeReview({ detail, actions, onMoved, onLost }: Props) {
  const { locale, timeZone, now } = usePlace()
  const { charge, customer, similar, open_case: openCase } = detail
  const { amount, currency, problem } = charge
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [needsAmount, setNeedsAmount] = useState(similar !== null)
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const [busy, setBusy] = useState<'send' | 'link' | null>(null)
  const sending = useRef(false)
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const isLink = charge.way === 'LINK'

  async function act(name: 'send' | 'link', call: () => Promise<ActionResult<ChargeDetail>>) {
    if (sending.current || !mayLeave()) return
    sending.current = true
    setBusy(name)
    setFailure(null)
    const result = await call().catch(() => null)
    sending.current = false
    setBusy(null)
    if (result?.ok) return onMoved(result.data)
    if (result?.error.code === 'confirm_amount') setNeedsAmount(true)
    const isKnown = result !== null && known.has(result.error.code)
    if (!isKnown) onLost()
    const title = name === 'link' ? charges.outcome.linkFailed : charges.state.DRAFT
    setFailure(
      isKnown
        ? { title, message: result.error.message }
        : { title: charges.case.title, message: copy.noAnswer },
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const again = needsAmount ? parseAmount(typed, currency, locale) : null
    if (again && !(again.ok && again.major === amount)) {
      setWrong(copy.typeAgainWrong(text))
      event.currentTarget.querySelector<HTMLInputElement>('[name="again"]')?.focus()
      return
    }
    void act('send', () => actions.send({ id: charge.id, ...(again ? { confirmed_amount: amount } : {}) }))
  }

  const linkInstead = (
    <Button
      variant={charge.card === null || problem?.code === 'no_saved_card' ? 'primary' : 'secondary'}
      busy={busy === 'link'}
      busyLabel={charges.outcome.sending}
      onClick={() => void act('link', () => actions.linkInstead({ id: charge.id }))}
    >
      {charges.outcome.sendLink(text)}
    </Button>
  )
  if (problem && !failure && busy === null) {
    return (
      <div className="flex flex-col gap-4">
        <OutcomeText tone="danger" copy={refusalCopy(problem)} requestId={charge.request_id} />
        <div className="flex flex-wrap gap-2">
          {isLink || problem.code === 'rate_limited' || problem.code === 'charges_disabled'
            ? null
            : linkInstead}
          {isLink || mayHelpAgain(problem) ? (
            <Button onClick={() => void act('send', () => actions.send({ id: charge.id }))}>
              {copy.again}
            </Button>
          ) : null}
        </div>
      </div>
    )
  }
  return (
    <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      <div className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3.5">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        {isLink ? <p>{copy.linkLead}</p> : <p className="font-medium text-warning">{copy.lead}</p>}
      </div>
      <PropertyList>
        <Property name={copy.customer}>
          <bdi>{customer?.name ?? charge.customer_id}</bdi>
        </Property>
        {customer?.phone ? <Property name={copy.phone}>{customer.phone}</Property> : null}
        {isLink ? null : <Property name={copy.card}>{cardName(charge.card) || copy.noCard}</Property>}
        {charge.description ? <Property name={copy.description}>{charge.description}</Property> : null}
      </PropertyList>
      {openCase ? (
        <Banner tone="warning" title={charges.form.locked}>
          <TextLink>
            <PageLink href={`/charges/${encodeURIComponent(openCase)}`}>{charges.form.lookAtCase}</PageLink>
          </TextLink>
        </Banner>
      ) : null}
      {needsAmount ? (
        <Banner tone="warning" title={copy.similar}>
          {similar ? (
            <p>
              {copy.similarHint(relativeTime(similar.at, now) ?? shortTime(similar.at, timeZone, now))}{' '}
              <TextLink>
                <PageLink
                  href={
                    similar.payment_id
                      ? `/payments/${encodeURIComponent(similar.payment_id)}`
                      : `/charges/${encodeURIComponent(similar.charge_id ?? '')}`
                  }
                >
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
      <Button
        type="submit"
        variant="primary"
        busy={busy === 'send'}
        busyLabel={copy.busy}
        disabled={openCase !== null}
      >
        {isLink ? charges.form.createLink(text) : copy.submit(text)}
      </Button>
    </form>
  )
}
