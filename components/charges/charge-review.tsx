import { CardText, customerHref } from '@/components/customers/face'
import { FailureBanner } from '@/components/data/failure'
import { Amount } from '@/components/money/amount'
import { SendForm } from '@/components/money/send-form'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { paymentHref } from '@/components/payments/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Property, PropertyList } from '@/components/ui/property-list'
import type { ChargeDetail } from '@/lib/dashboard/charges/get-charge'
import { moneyText } from '@/lib/domain/money'
import { changeHref, chargePath } from './face'
import {
  isOfContents,
  mayHelpAgain,
  mayLinkInstead,
  OutcomeText,
  refusalCopy,
  useChargePress,
} from './outcome-text'

type Props = { detail: ChargeDetail; onSucceeded: (id: string) => void }

/** Renders the review before a card is charged; after a refusal its reason and the actions that can help. */
export function ChargeReview({ detail, onSucceeded }: Props) {
  const t = useTexts()
  const copy = useReviewCopy()
  const { locale } = useLocale()
  const { charge, customer, similar, open_case: openCase } = detail
  const { id, amount, currency, problem } = charge
  const { press, busy, failure, mustType } = useChargePress(charge, onSucceeded)
  const text = moneyText(amount, currency, locale)
  const isLink = charge.way === 'LINK'

  if (problem && !failure && !mustType && busy === null)
    return <Refused charge={charge} text={text} press={press} />
  return (
    <div className="flex flex-col gap-4">
      <FailureBanner failure={failure} />
      <div className="flex flex-col gap-1">
        <Amount amount={amount} currency={currency} className="font-semibold text-3xl tracking-tight" />
        {isLink ? (
          <p>{t('charges.review.linkLead')}</p>
        ) : (
          <p className="font-medium text-warning">{t('charges.review.lead')}</p>
        )}
      </div>
      <PropertyList>
        <Property name={t('charges.review.customer')}>
          <bdi>{customer?.name ?? charge.customer_id}</bdi>
        </Property>
        {customer?.phone ? <Property name={t('charges.review.phone')}>{customer.phone}</Property> : null}
        {isLink ? null : (
          <Property name={t('charges.review.card')}>
            {charge.card ? (
              <CardText card={charge.card} state={detail.card_state} />
            ) : (
              t('charges.review.noCard')
            )}
          </Property>
        )}
        {charge.description ? (
          <Property name={t('charges.review.description')}>
            <bdi>{charge.description}</bdi>
          </Property>
        ) : null}
      </PropertyList>
      {openCase ? <LockedBanner openCase={openCase} /> : null}
      <SendForm
        of={charge}
        copy={copy}
        mustType={mustType || similar !== null}
        similar={similar && <Similar of={similar} />}
        onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
      >
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={changeHref(charge)}>{t('charges.review.change')}</ButtonLink>
          <Button
            type="submit"
            variant="primary"
            busy={busy?.press === 'send'}
            busyLabel={t('charges.review.busy')}
            disabled={openCase !== null}
            className="grow"
          >
            {t(isLink ? 'charges.form.createLink' : 'charges.review.submit', { amount: text })}
          </Button>
        </div>
      </SendForm>
    </div>
  )
}

export function useReviewCopy() {
  const t = useTexts()
  return {
    similar: t('charges.review.similar'),
    typeAgain: t('charges.review.typeAgain'),
    typeAgainWrong: (amount: string) => t('charges.review.typeAgainWrong', { amount }),
  }
}

type RefusedProps = Pick<ChargeDetail, 'charge'> & {
  text: string
  press: ReturnType<typeof useChargePress>['press']
}

function Refused({ charge, text, press }: RefusedProps) {
  const t = useTexts()
  const { id, problem } = charge
  if (!problem) return null
  return (
    <OutcomeText copy={refusalCopy(problem, t)} requestId={charge.request_id}>
      <div className="flex flex-wrap gap-2">
        {charge.way === 'CARD' && mayLinkInstead(problem) ? (
          <Button
            variant={charge.card === null || problem.code === 'no_saved_card' ? 'primary' : 'secondary'}
            onClick={() => void press({ press: 'link_instead', id })}
          >
            {t('charges.outcome.sendLink', { amount: text })}
          </Button>
        ) : null}
        {problem.code === 'customer_archived' ? (
          <ButtonLink href={customerHref({ id: charge.customer_id })}>
            {t('charges.review.restore')}
          </ButtonLink>
        ) : null}
        {isOfContents(problem) ? (
          <ButtonLink href={changeHref(charge)}>{t('charges.review.startOver')}</ButtonLink>
        ) : null}
        {mayHelpAgain(problem) ? (
          <Button onClick={() => void press({ press: 'send', id })}>{t('charges.review.again')}</Button>
        ) : null}
      </div>
    </OutcomeText>
  )
}

export function LockedBanner({ openCase }: { openCase: string }) {
  const t = useTexts()
  return (
    <Banner tone="warning" title={t('charges.form.locked')}>
      <InlineLink href={chargePath({ id: openCase })}>{t('charges.form.lookAtCase')}</InlineLink>
    </Banner>
  )
}

export function Similar({ of: { at, payment_id: paymentId, charge_id: chargeId } }: SimilarProps) {
  const t = useTexts()
  const { relativeTime, shortTime } = useTimes()
  const href = paymentId === null ? chargePath({ id: chargeId ?? '' }) : paymentHref({ id: paymentId })
  return (
    <p>
      {t('charges.review.similarHint', { when: relativeTime(at) ?? shortTime(at) })}{' '}
      <InlineLink href={href}>
        {t(paymentId === null ? 'charges.review.similarCharge' : 'charges.review.similarPayment')}
      </InlineLink>
    </p>
  )
}

type SimilarProps = { of: NonNullable<ChargeDetail['similar']> }
