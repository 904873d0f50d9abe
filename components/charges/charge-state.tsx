'use client'

import { CircleCheck, LoaderCircle, ReceiptText } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { CardText, cardName, useRecipient } from '@/components/customers/face'
import { FailureBanner } from '@/components/data/failure'
import { useCan, useMember } from '@/components/data/member'
import { useRead } from '@/components/data/read'
import { isActive, useLinkDetail, useRecordShare } from '@/components/links/face'
import { QrCode } from '@/components/links/qr'
import { LinkAddress, SharePaid, ShareWays } from '@/components/links/share-parts'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { AmountInput } from '@/components/money/amount-input'
import { PageLink } from '@/components/navigation/page-link'
import { PaymentBadge } from '@/components/payments/face'
import { relativeTime, shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeDecline, ChargeDetail, ChargeMatch, ShownCharge } from '@/lib/dashboard/schema/charge'
import type { ShareChannel } from '@/lib/dashboard/schema/link'
import { formatMajor } from '@/lib/domain/money'
import { parseAmount } from '@/lib/domain/parse-amount'
import { charges } from '@/lib/messages/charges'
import { changeHref, chargeHref } from './face'
import {
  declineCopy,
  isOfContents,
  mayHelpAgain,
  mayLinkInstead,
  OutcomeText,
  refusalCopy,
  SaidText,
  useChargePress,
} from './outcome-text'

const copy = charges.outcome

type Props = {
  detail: ChargeDetail
  /** Called with the id of the charge that replaced this one. */
  onSucceeded: (id: string) => void
  /** True if the link was created for the customer to save a card. */
  asksForCard?: boolean | undefined
  /** True if a case is shown in full; otherwise in brief with a link to it. */
  isWhole: boolean
}

/** Renders a charge in its current state with the possible actions, and announces each change. */
export function ChargeState(props: Props) {
  const { locale } = useLocale()
  const { charge } = props.detail
  const id = charge.state === 'LINKED' ? charge.link_id : null
  const link = useRead('links/detail', { id: id ?? '' }, { enabled: id !== null }).data?.link
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const { title, what, body } = viewOf({ ...props, maySend: useCan('charges.create') }, text)
  return (
    <div>
      {/* The live region contains the state only, because forms and buttons in it would be read out with each change. */}
      <p role="status" className="sr-only">
        {/* An ended link announces its own state. */}
        {title === '' || (link && !isActive(link)) ? '' : `${title}. ${what}`}
      </p>
      {body}
    </div>
  )
}

/** Heading of a charge's state, empty for a draft in review, its effect on the money, and its screen. */
type View = { title: string; what: string; body: ReactNode }

function viewOf(props: Props & { maySend: boolean }, text: string): View {
  const { detail, onSucceeded, isWhole, maySend } = props
  const { charge, payment_url: url, successor } = detail
  if (charge.is_case) {
    const body = <ChargeCase detail={detail} onSucceeded={onSucceeded} isWhole={isWhole} />
    return { title: charges.case.title, what: caseLead(detail), body }
  }
  switch (charge.state) {
    case 'DRAFT': {
      const { problem } = charge
      const { title, what } = problem ? refusalCopy(problem) : { title: '', what: charges.meaning.DRAFT }
      const review = maySend ? <ChargeReview detail={detail} onSucceeded={onSucceeded} /> : null
      return { title, what, body: review ?? <p>{what}</p> }
    }
    case 'SENDING': {
      const about = { title: copy.sendingTitle, what: copy.sendingHint }
      const icon = <LoaderCircle aria-hidden className="mt-0.5 size-6 animate-spin text-accent-text" />
      return { ...about, body: <Headline icon={icon} {...about} /> }
    }
    case 'PAID': {
      const about = { title: copy.paid, what: copy.paidHint(text, cardName(charge.card)) }
      return { ...about, body: <Paid detail={detail} text={text} {...about} /> }
    }
    case 'LINKED': {
      const { link_id: linkId } = charge
      const body =
        url === null || linkId === null ? (
          <p>{charges.meaning.LINKED}</p>
        ) : (
          <ChargeLink asksForCard={props.asksForCard} charge={charge} linkId={linkId} url={url} />
        )
      return { title: copy.linked(text), what: copy.linkedHint, body }
    }
    case 'DECLINED':
      return { ...declineCopy(charge.decline ?? UNNAMED), body: <Declined {...props} text={text} /> }
    default: {
      const place = successor ? ` ${copy.inItsPlace(charges.state[successor.state])}` : ''
      const what = charges.meaning[charge.state] + place
      const body = (
        <div className="flex flex-col gap-2">
          <p>{what}</p>
          <Successor detail={detail} label={copy.successorLink} />
        </div>
      )
      return { title: charges.state[charge.state], what, body }
    }
  }
}

const UNNAMED: ChargeDecline = { code: '', message: '', advice: null, retryable: null }

function Headline({ icon, title, what }: { icon: ReactNode; title: string; what: string }) {
  return (
    <div className="flex items-start gap-3">
      {icon}
      <div>
        <p className="font-semibold text-xl">{title}</p>
        <p className="text-pretty text-muted">{what}</p>
      </div>
    </div>
  )
}

function Paid({
  detail,
  text,
  title,
  what,
}: { detail: ChargeDetail } & Record<'text' | 'title' | 'what', string>) {
  const { charge, receipt_url: receiptUrl } = detail
  return (
    <div className="flex flex-col gap-4">
      <Headline
        icon={<CircleCheck aria-hidden className="mt-0.5 size-6 text-success" />}
        title={title}
        what={what}
      />
      <SaidText>{copy.sayPaid(text)}</SaidText>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {charge.payment_id ? (
          <Button asChild>
            <PageLink href={`/payments/${encodeURIComponent(charge.payment_id)}`}>{copy.payment}</PageLink>
          </Button>
        ) : null}
        {receiptUrl ? (
          <Button asChild icon={<ReceiptText aria-hidden className="size-4" />}>
            <a href={receiptUrl} target="_blank" rel="noopener noreferrer">
              {copy.receipt}
            </a>
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function Declined({ detail, text, onSucceeded }: Props & { text: string }) {
  const maySend = useCan('charges.create')
  const { charge } = detail
  const { press, busy, failure } = useChargePress(charge, onSucceeded)
  const decline = charge.decline ?? UNNAMED
  return (
    <OutcomeText copy={declineCopy(decline)} requestId={charge.request_id}>
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      <Successor detail={detail} label={copy.successorOfDecline} />
      {maySend && !detail.successor ? (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            busy={busy !== null}
            busyLabel={copy.sending}
            onClick={() => void press({ press: 'link_instead', id: charge.id })}
          >
            {copy.sendLink(text)}
          </Button>
          {decline.retryable ? (
            <Button asChild>
              <PageLink href={chargeHref(charge.customer_id)}>{copy.tryCard}</PageLink>
            </Button>
          ) : null}
        </div>
      ) : null}
    </OutcomeText>
  )
}

function Successor({ detail: { successor }, label }: { detail: ChargeDetail; label: string }) {
  if (!successor) return null
  return (
    <TextLink>
      <PageLink href={`/charges/${encodeURIComponent(successor.id)}`}>{label}</PageLink>
    </TextLink>
  )
}

type LinkProps = Pick<Props, 'asksForCard'> & {
  charge: ShownCharge
  linkId: string
  url: string
}

/** Renders the link of a charge with all ways to send it until it is paid. The focus is on its copy button. */
function ChargeLink({ charge, linkId, url, asksForCard }: LinkProps) {
  const { name: merchantName } = useMember().account
  const record = useRecordShare()
  const { locale } = useLocale()
  const { amount, currency, description } = charge
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const done = (channel: ShareChannel) => record(linkId, channel)
  const recipient = useRecipient(charge.customer_id)
  const link = useLinkDetail(linkId).data?.link
  // A new link takes payments, so it can be shared before it is loaded.
  const shares = link === undefined || isActive(link)
  const line = copy.message(merchantName, text, description)
  const name = description ?? copy.linked(text)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="font-semibold text-xl">{copy.linked(text)}</p>
        {shares ? <p className="text-muted">{copy.linkedHint}</p> : null}
      </div>
      {link ? <SharePaid link={link} made /> : null}
      {shares ? (
        <>
          <LinkAddress url={url} focus onCopied={() => done('copied')} />
          <ShareWays
            recipient={recipient}
            text={{ line: asksForCard ? copy.saveCard(line) : line, url }}
            onOpened={done}
          />
          <div className="overflow-hidden rounded-lg border">
            <QrCode url={url} title={name} onSaved={done} />
          </div>
        </>
      ) : null}
      <div>
        <Button asChild variant="quiet">
          <PageLink href={`/links/${encodeURIComponent(linkId)}`}>{copy.showLink}</PageLink>
        </Button>
      </div>
    </div>
  )
}

const caseCopy = charges.case

type ChargeCaseProps = {
  detail: ChargeDetail
  onSucceeded: (id: string) => void
  isWhole: boolean
}

/**
 * Renders a charge with an unknown outcome: the request, the payments that may belong to it, and the ways to close the
 * case.
 */
function ChargeCase({ detail, onSucceeded, isWhole }: ChargeCaseProps) {
  const { charge } = detail
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warning" title={caseCopy.title}>
        <p>{caseLead(detail)}</p>
        <p className="mt-1">
          {charge.has_ended
            ? caseCopy.ended
            : charge.state === 'UNRESOLVED'
              ? caseCopy.stuck
              : caseCopy.repeating}
        </p>
      </Banner>
      <SaidText>{caseCopy.say}</SaidText>
      {isWhole ? (
        <Resolution detail={detail} onSucceeded={onSucceeded} />
      ) : (
        <div>
          <Button asChild>
            <PageLink href={`/charges/${encodeURIComponent(charge.id)}`}>{caseCopy.show}</PageLink>
          </Button>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the effect of a case on the money. The warning stays until it is certain that nothing was or will be collected.
 */
function caseLead(detail: ChargeDetail): string {
  const { way, state, has_ended: hasEnded } = detail.charge
  if (way === 'LINK') return charges.linkCase.lead
  return (state === 'UNRESOLVED' || hasEnded) && foundNothing(detail)
    ? caseCopy.lead
    : `${caseCopy.lead} ${caseCopy.warning}`
}

/** Returns whether every payment was checked and none that collected or may collect belongs to the charge. */
function foundNothing({ search, matches }: ChargeDetail): boolean {
  return search === 'WHOLE' && !matches?.some(({ status }) => status === 'PENDING' || status === 'APPROVED')
}

/** Renders what was found and the actions that it allows. The server refuses to close any other case. */
function Resolution({ detail, onSucceeded }: Omit<ChargeCaseProps, 'isWhole'>) {
  const maySend = useCan('charges.create')
  const { charge, matches, search } = detail
  const { id, has_ended: hasEnded } = charge
  const { locale } = useLocale()
  const { press, busy, failure, needsAmount } = useChargePress(charge, onSucceeded)
  const isFinal = charge.state === 'UNRESOLVED'
  const isPending = matches?.some(({ status }) => status === 'PENDING') ?? false
  const isPaid = matches?.some(({ status }) => status === 'APPROVED') ?? false
  const mayClose = foundNothing(detail)
  return (
    <>
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      {charge.way === 'LINK' ? null : (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{caseCopy.matches}</h3>
          <p className="text-muted text-sm">{caseCopy.matchesHint}</p>
          {matches?.length ? (
            <ul className="flex flex-col divide-y rounded-lg border">
              {matches.map((match) => (
                <Match key={match.id} match={match}>
                  {maySend && match.status === 'APPROVED' ? (
                    <Button
                      variant="primary"
                      size="sm"
                      busy={busy?.press === 'attach' && busy.payment_id === match.id}
                      busyLabel={caseCopy.attaching}
                      onClick={() => void press({ press: 'attach', id, payment_id: match.id })}
                    >
                      {caseCopy.attach}
                    </Button>
                  ) : null}
                </Match>
              ))}
            </ul>
          ) : (
            <p>{matches ? caseCopy.none : search === 'LATER' ? caseCopy.looking : caseCopy.noList}</p>
          )}
        </section>
      )}
      {isPending ? <p className="text-pretty text-muted">{caseCopy.waitPending}</p> : null}
      {!isFinal && !hasEnded && !isPaid && !isPending ? (
        <p className="text-pretty text-muted">{caseCopy.waitAnswer}</p>
      ) : null}
      {search === 'PART' ? <p className="text-pretty text-muted">{caseCopy.partly}</p> : null}
      {maySend && hasEnded && mayClose ? (
        <SendForm
          detail={detail}
          title={charges.review.paidSince}
          needsAmount={needsAmount}
          onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
        >
          <Way hint={caseCopy.retryHint}>
            <Button type="submit" busy={busy?.press === 'send'} busyLabel={caseCopy.asking}>
              {caseCopy.retryCharge}
            </Button>
          </Way>
        </SendForm>
      ) : null}
      {detail.may_give_up ? (
        <GiveUp
          lead={caseCopy.giveUpLead(
            `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`,
          )}
          busy={busy?.press === 'give_up'}
          onGiveUp={() => void press({ press: 'give_up', id })}
        />
      ) : null}
      {maySend && isFinal && mayClose ? (
        <Way hint={caseCopy.releaseHint}>
          <Button
            busy={busy?.press === 'release'}
            busyLabel={caseCopy.releasing}
            onClick={() => void press({ press: 'release', id })}
          >
            {caseCopy.release}
          </Button>
        </Way>
      ) : null}
    </>
  )
}

function Way({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      {children}
      <p className="text-pretty text-muted text-sm">{hint}</p>
    </div>
  )
}

/** Renders the button that closes a case for good, after a dialog that states what remains unknown. */
function GiveUp({ lead, busy, onGiveUp }: { lead: string; busy: boolean; onGiveUp: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  function confirm() {
    setIsOpen(false)
    onGiveUp()
  }
  return (
    <Way hint={caseCopy.giveUpHint}>
      <Button busy={busy} busyLabel={caseCopy.givingUp} onClick={() => setIsOpen(true)}>
        {caseCopy.giveUp}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={caseCopy.giveUpTitle}
        description={lead}
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>{caseCopy.keep}</Button>
            <Button variant="danger" onClick={confirm}>
              {caseCopy.giveUp}
            </Button>
          </>
        }
      />
    </Way>
  )
}

function Match({ match, children }: { match: ChargeMatch; children: ReactNode }) {
  const { timeZone, now } = useLocale()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3.5 py-2.5">
      <TextLink>
        <PageLink href={`/payments/${encodeURIComponent(match.id)}`}>
          <Amount amount={match.amount} currency={match.currency} />
        </PageLink>
      </TextLink>
      <PaymentBadge status={match.status} plain />
      <time dateTime={match.created_at} className="text-muted text-sm">
        {shortTime(match.created_at, timeZone, now)}
      </time>
      <span className="ms-auto">{children}</span>
    </li>
  )
}

const reviewCopy = charges.review

type ChargeReviewProps = { detail: ChargeDetail; onSucceeded: (id: string) => void }

/**
 * Renders the review before a card is charged: the customer, the amount in large type, the card. After a refusal it renders
 * the reason and the actions that can help.
 */
function ChargeReview({ detail, onSucceeded }: ChargeReviewProps) {
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
      <div className="flex flex-col gap-1 rounded-lg bg-sunken px-4 py-3.5">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        {isLink ? (
          <p>{reviewCopy.linkLead}</p>
        ) : (
          <p className="font-medium text-warning">{reviewCopy.lead}</p>
        )}
      </div>
      <PropertyList>
        <Property name={reviewCopy.customer}>
          <bdi>{customer?.name ?? charge.customer_id}</bdi>
        </Property>
        {customer?.phone ? <Property name={reviewCopy.phone}>{customer.phone}</Property> : null}
        {isLink ? null : (
          <Property name={reviewCopy.card}>
            {charge.card ? <CardText card={charge.card} state={detail.card_state} /> : reviewCopy.noCard}
          </Property>
        )}
        {charge.description ? <Property name={reviewCopy.description}>{charge.description}</Property> : null}
      </PropertyList>
      {openCase ? <LockedBanner openCase={openCase} /> : null}
      <SendForm
        detail={detail}
        title={reviewCopy.similar}
        needsAmount={needsAmount}
        onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
      >
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <PageLink href={changeHref(charge)}>{reviewCopy.change}</PageLink>
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={busy?.press === 'send'}
            busyLabel={reviewCopy.busy}
            disabled={openCase !== null}
            className="grow"
          >
            {isLink ? charges.form.createLink(text) : reviewCopy.submit(text)}
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
            <PageLink href={`/customers/${encodeURIComponent(charge.customer_id)}`}>
              {reviewCopy.restore}
            </PageLink>
          </Button>
        ) : null}
        {isOfContents(problem) ? (
          <Button asChild>
            <PageLink href={changeHref(charge)}>{reviewCopy.startOver}</PageLink>
          </Button>
        ) : null}
        {mayHelpAgain(problem) ? (
          <Button onClick={() => void press({ press: 'send', id })}>{reviewCopy.again}</Button>
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
function SendForm({ detail: { charge, similar }, title, needsAmount, onSend, children }: SendProps) {
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
    setWrong(reviewCopy.typeAgainWrong(`${formatMajor(amount, currency, locale)} ${currency}`))
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
              {reviewCopy.similarHint(relativeTime(similar.at, now) ?? shortTime(similar.at, timeZone, now))}{' '}
              <TextLink>
                <PageLink href={href}>
                  {similar.payment_id ? reviewCopy.similarPayment : reviewCopy.similarCharge}
                </PageLink>
              </TextLink>
            </p>
          ) : null}
          <Field label={reviewCopy.typeAgain} error={wrong} required className="mt-3">
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
