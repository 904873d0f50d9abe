'use client'

import { type FormEvent, useRef, useState } from 'react'
import { CardText } from '@/components/customers/card-text'
import { FailureBanner } from '@/components/data/failure-banner'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { isOnline } from '@/components/shell/health/network'
import { PageLink } from '@/components/shell/navigation/page-link'
import { clockTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import { secondsLeft, useSecondsUntil } from '@/components/ui/use-seconds-until'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ChargeDetail, ShownCharge } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'
import { changeHref } from './charge-href'
import { isOfContents, mayHelpAgain, mayLinkInstead, refusalCopy } from './outcome-copy'
import { OutcomeText } from './outcome-text'
import { SimilarBanner } from './similar-banner'

const copy = charges.review

/**
 * Refusals before a request to the bank. After any other failure the charge is looked up, because it may be under way.
 */
const known: ReadonlySet<string> = new Set([
  'confirm_amount',
  'charge_open',
  'charge_moved',
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
  /** Called if no response arrived, to look up the charge. */
  onLost: () => void
}

type Act = 'send' | 'link' | 'discard'
const failed = {
  send: charges.state.DRAFT,
  link: charges.outcome.linkFailed,
  discard: charges.prepared.discardFailed,
} as const satisfies Record<Act, string>

/** Renders the review before a card is charged: the customer, the amount in large type, the card. */
export function ChargeReview({ detail, actions, onMoved, onLost }: Props) {
  const { locale } = useLocale()
  const { charge, customer, similar, open_case: openCase } = detail
  const { amount, currency, problem } = charge
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>()
  const [needsAmount, setNeedsAmount] = useState(similar !== null)
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const [busy, setBusy] = useState<Act | null>(null)
  const sending = useRef(false)
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const isLink = charge.way === 'LINK'

  async function act(name: Act, call: () => Promise<ActionResult<ChargeDetail>>) {
    if (sending.current || !isOnline()) return
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
    const title = failed[name]
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
  // A charge of the form needs no discard, because leaving it is enough. One that replaces a case stays until a person
  // decides.
  const discard = charge.replaces ? (
    <Button
      busy={busy === 'discard'}
      busyLabel={charges.prepared.discarding}
      onClick={() => void act('discard', () => actions.discard({ id: charge.id }))}
    >
      {charges.prepared.discard}
    </Button>
  ) : null
  if (problem && !failure && busy === null) {
    const person = `/customers/${encodeURIComponent(charge.customer_id)}`
    return (
      <div className="flex flex-col gap-4">
        <OutcomeText tone="danger" copy={refusalCopy(problem)} requestId={charge.request_id} />
        <div className="flex flex-wrap gap-2">
          {!isLink && mayLinkInstead(problem) ? linkInstead : null}
          {problem.code === 'customer_archived' ? (
            <Button asChild>
              <PageLink href={person}>{copy.restore}</PageLink>
            </Button>
          ) : null}
          {isOfContents.has(problem.code) ? (
            <Button asChild>
              <PageLink href={changeHref(charge)}>{copy.startOver}</PageLink>
            </Button>
          ) : null}
          {mayHelpAgain(problem) ? (
            <TryAgain
              waitsUntil={waitsUntil(charge)}
              onPress={() => void act('send', () => actions.send({ id: charge.id }))}
            />
          ) : null}
          {discard}
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
        {isLink ? null : (
          <Property name={copy.card}>
            {charge.card ? <CardText card={charge.card} state={detail.card_state} /> : copy.noCard}
          </Property>
        )}
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
        <SimilarBanner
          title={copy.similar}
          similar={similar}
          currency={currency}
          typed={typed}
          error={wrong}
          onType={(next) => {
            setTyped(next)
            setWrong(undefined)
          }}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {discard}
        <Button asChild>
          <PageLink href={changeHref(charge)}>{copy.change}</PageLink>
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={busy === 'send'}
          busyLabel={copy.busy}
          disabled={openCase !== null}
          className="grow"
        >
          {isLink ? charges.form.createLink(text) : copy.submit(text)}
        </Button>
      </div>
    </form>
  )
}

/** Returns the time at which the service accepts requests again; null if it set none. */
function waitsUntil({ problem, sent_at }: ShownCharge): string | null {
  const seconds = problem?.retry_after_s ?? null
  if (seconds === null || sent_at === null) return null
  return new Date(Date.parse(sent_at) + seconds * 1_000).toISOString()
}

/** Renders the button that repeats the request, with a countdown of the wait that the service set. */
function TryAgain({ waitsUntil, onPress }: { waitsUntil: string | null; onPress: () => void }) {
  if (waitsUntil === null) return <Button onClick={onPress}>{copy.again}</Button>
  return <TryLater until={waitsUntil} onPress={onPress} />
}

function TryLater({ until, onPress }: { until: string; onPress: () => void }) {
  const { timeZone, now } = useLocale()
  const end = Date.parse(until)
  // The first value is computed from `now`, so that server and browser render the same text.
  const seconds = useSecondsUntil(end, secondsLeft(end, now))
  if (seconds <= 0) return <Button onClick={onPress}>{copy.again}</Button>
  return (
    <>
      <Button disabled>{copy.againIn(seconds)}</Button>
      <p className="w-full text-muted text-sm">{copy.againAt(clockTime(until, timeZone))}</p>
    </>
  )
}
