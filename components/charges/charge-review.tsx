import { CardText } from '@/components/customers/card-text'
import { FailureBanner } from '@/components/data/failure-banner'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PageLink } from '@/components/shell/navigation/page-link'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import { TextLink } from '@/components/ui/text-link'
import type { ChargeActions, ChargeDetail } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { changeHref } from './charge-href'
import { isOfContents, mayHelpAgain, mayLinkInstead, OutcomeText, refusalCopy } from './outcome-text'
import { SendForm } from './send-form'
import { useChargeAct } from './use-charge-act'

const copy = charges.review

type Props = { detail: ChargeDetail; actions: ChargeActions; onSucceeded: (id: string) => void }

/**
 * Renders the review before a card is charged: the customer, the amount in large type, the card. After a refusal it renders
 * the reason and the actions that can help.
 */
export function ChargeReview({ detail, actions, onSucceeded }: Props) {
  const { locale } = useLocale()
  const { charge, customer, open_case: openCase } = detail
  const { id, amount, currency, problem } = charge
  const { act, busy, failure, needsAmount } = useChargeAct(id, onSucceeded)
  const text = `${formatMajor(amount, currency, locale)} ${currency}`
  const isLink = charge.way === 'LINK'
  const send = (confirmed: { confirmed_amount?: number }) =>
    void act('send', charges.state.DRAFT, () => actions.send({ id, ...confirmed }))

  if (problem && !failure && busy === null) {
    return (
      <OutcomeText copy={refusalCopy(problem)} requestId={charge.request_id}>
        <div className="flex flex-wrap gap-2">
          {!isLink && mayLinkInstead(problem) ? (
            <Button
              variant={charge.card === null || problem.code === 'no_saved_card' ? 'primary' : 'secondary'}
              onClick={() => void act('link', charges.outcome.linkFailed, () => actions.linkInstead({ id }))}
            >
              {charges.outcome.sendLink(text)}
            </Button>
          ) : null}
          {problem.code === 'customer_archived' ? (
            <Button asChild>
              <PageLink href={`/customers/${encodeURIComponent(charge.customer_id)}`}>
                {copy.restore}
              </PageLink>
            </Button>
          ) : null}
          {isOfContents(problem) ? (
            <Button asChild>
              <PageLink href={changeHref(charge)}>{copy.startOver}</PageLink>
            </Button>
          ) : null}
          {mayHelpAgain(problem) ? <Button onClick={() => send({})}>{copy.again}</Button> : null}
        </div>
      </OutcomeText>
    )
  }
  return (
    <div className="flex flex-col gap-4">
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
      {openCase ? <LockedBanner openCase={openCase} /> : null}
      <SendForm detail={detail} title={copy.similar} needsAmount={needsAmount} onSend={send}>
        <div className="flex flex-wrap gap-2">
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
      </SendForm>
    </div>
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
