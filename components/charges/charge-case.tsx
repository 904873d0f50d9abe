import { type ReactNode, useState } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useCan } from '@/components/data/member'
import { Amount } from '@/components/money/amount'
import { SendForm } from '@/components/money/send-form'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { PaymentBadge, paymentHref } from '@/components/payments/face'
import { useLocale, useTexts } from '@/components/texts/texts-provider'
import { useTimes } from '@/components/time/times'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ChargeDetail } from '@/lib/dashboard/charges/get-charge'
import type { ChargeMatch } from '@/lib/dashboard/charges/matching-payments'
import { moneyText } from '@/lib/domain/money'
import type { Translate } from '@/lib/messages/translator'
import { Similar, useReviewCopy } from './charge-review'
import { chargePath } from './face'
import { SaidText, useChargePress } from './outcome-text'

type Props = {
  detail: ChargeDetail
  onSucceeded: (id: string) => void
  isWhole: boolean
}

/** Renders a charge with an unknown outcome, the payments that may belong to it, and the ways to close the case. */
export function ChargeCase({ detail, onSucceeded, isWhole }: Props) {
  const t = useTexts()
  const { charge } = detail
  const state = charge.has_ended ? 'ended' : charge.state === 'UNRESOLVED' ? 'stuck' : 'repeating'
  return (
    <div className="flex flex-col gap-4">
      {/* The page has the title in its badge. */}
      <Banner tone="warning" title={isWhole ? caseLead(detail, t) : t('charges.case.title')}>
        {isWhole ? null : <p>{caseLead(detail, t)}</p>}
        <p>{t(`charges.case.${state}`)}</p>
      </Banner>
      <SaidText>{t('charges.case.say')}</SaidText>
      {isWhole ? (
        <Resolution detail={detail} onSucceeded={onSucceeded} />
      ) : (
        <div>
          <ButtonLink href={chargePath(charge)}>{t('charges.case.show')}</ButtonLink>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the effect of a case on the money. The warning stays until it is certain that nothing was or will be collected.
 */
export function caseLead(detail: ChargeDetail, t: Translate): string {
  const { way, state, has_ended: hasEnded } = detail.charge
  if (way === 'LINK') return t('charges.linkCase.lead')
  return (state === 'UNRESOLVED' || hasEnded) && foundNothing(detail)
    ? t('charges.case.lead')
    : `${t('charges.case.lead')} ${t('charges.case.warning')}`
}

/** Returns whether every payment was checked and none that collected or may collect belongs to the charge. */
function foundNothing({ search, matches }: ChargeDetail): boolean {
  return search === 'WHOLE' && !matches?.some(({ status }) => status === 'PENDING' || status === 'APPROVED')
}

/** Renders what was found and the actions that it allows. The server refuses to close any other case. */
function Resolution({ detail, onSucceeded }: Omit<Props, 'isWhole'>) {
  const t = useTexts()
  const reviewCopy = useReviewCopy()
  const maySend = useCan('charges.create')
  const { charge, matches, search, similar } = detail
  const { id, has_ended: hasEnded } = charge
  const { locale } = useLocale()
  const { press, busy, failure, mustType } = useChargePress(charge, onSucceeded)
  const isFinal = charge.state === 'UNRESOLVED'
  const isPending = matches?.some(({ status }) => status === 'PENDING') ?? false
  const isPaid = matches?.some(({ status }) => status === 'APPROVED') ?? false
  const mayClose = foundNothing(detail)
  return (
    <>
      <FailureBanner failure={failure} />
      {charge.way === 'LINK' ? null : (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{t('charges.case.matches')}</h3>
          <p className="text-muted text-sm">{t('charges.case.matchesHint')}</p>
          {matches?.length ? (
            <ul className="flex flex-col divide-y border-y">
              {matches.map((match) => (
                <Match key={match.id} match={match}>
                  {maySend && match.status === 'APPROVED' ? (
                    <Button
                      variant="primary"
                      size="sm"
                      busy={busy?.press === 'attach' && busy.payment_id === match.id}
                      busyLabel={t('charges.case.attaching')}
                      onClick={() => void press({ press: 'attach', id, payment_id: match.id })}
                    >
                      {t('charges.case.attach')}
                    </Button>
                  ) : null}
                </Match>
              ))}
            </ul>
          ) : (
            <p>
              {t(
                matches
                  ? 'charges.case.none'
                  : search === 'LATER'
                    ? 'charges.case.looking'
                    : 'charges.case.noList',
              )}
            </p>
          )}
        </section>
      )}
      {isPending ? <p className="text-pretty text-muted">{t('charges.case.waitPending')}</p> : null}
      {!isFinal && !hasEnded && !isPaid && !isPending ? (
        <p className="text-pretty text-muted">{t('charges.case.waitAnswer')}</p>
      ) : null}
      {search === 'PART' ? <p className="text-pretty text-muted">{t('charges.case.partly')}</p> : null}
      {maySend && hasEnded && mayClose ? (
        <SendForm
          of={charge}
          copy={{ ...reviewCopy, similar: t('charges.review.paidSince') }}
          mustType={mustType || similar !== null}
          similar={similar && <Similar of={similar} />}
          onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
        >
          <Way hint={t('charges.case.retryHint')}>
            <Button type="submit" busy={busy?.press === 'send'} busyLabel={t('charges.case.asking')}>
              {t('charges.case.retryCharge')}
            </Button>
          </Way>
        </SendForm>
      ) : null}
      {detail.may_give_up ? (
        <GiveUp
          lead={t('charges.case.giveUpLead', { amount: moneyText(charge.amount, charge.currency, locale) })}
          busy={busy?.press === 'give_up'}
          onGiveUp={() => void press({ press: 'give_up', id })}
        />
      ) : null}
      {maySend && isFinal && mayClose ? (
        <Way hint={t('charges.case.releaseHint')}>
          <Button
            busy={busy?.press === 'release'}
            busyLabel={t('charges.case.releasing')}
            onClick={() => void press({ press: 'release', id })}
          >
            {t('charges.case.release')}
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
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  function confirm() {
    setIsOpen(false)
    onGiveUp()
  }
  return (
    <Way hint={t('charges.case.giveUpHint')}>
      <Button busy={busy} busyLabel={t('charges.case.givingUp')} onClick={() => setIsOpen(true)}>
        {t('charges.case.giveUp')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('charges.case.giveUpTitle')}
        description={lead}
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>{t('common.cancel')}</Button>
            <Button variant="danger" onClick={confirm}>
              {t('charges.case.giveUp')}
            </Button>
          </>
        }
      />
    </Way>
  )
}

function Match({ match, children }: { match: ChargeMatch; children: ReactNode }) {
  const { shortTime } = useTimes()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <InlineLink href={paymentHref(match)}>
        <Amount amount={match.amount} currency={match.currency} />
      </InlineLink>
      <PaymentBadge payment={match} plain />
      <time dateTime={match.created_at} className="text-muted text-sm">
        {shortTime(match.created_at)}
      </time>
      <span className="ms-auto">{children}</span>
    </li>
  )
}
