'use client'
import { type ReactNode, useState } from 'react'
import { FailureBanner } from '@/components/data/failure'
import { useCan } from '@/components/data/member'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { SendForm } from '@/components/money/send-form'
import { ButtonLink, InlineLink } from '@/components/navigation/link-looks'
import { PaymentBadge, paymentHref } from '@/components/payments/face'
import { shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ChargeDetail, ChargeMatch } from '@/lib/dashboard/schema/charge'
import { moneyText } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import { common } from '@/lib/messages/common'
import { Similar } from './charge-review'
import { chargePath } from './face'
import { SaidText, useChargePress } from './outcome-text'

const copy = charges.case

type Props = {
  detail: ChargeDetail
  onSucceeded: (id: string) => void
  isWhole: boolean
}

/** Renders a charge with an unknown outcome, the payments that may belong to it, and the ways to close the case. */
export function ChargeCase({ detail, onSucceeded, isWhole }: Props) {
  const { charge } = detail
  return (
    <div className="flex flex-col gap-4">
      {/* The page has the title in its badge. */}
      <Banner tone="warning" title={isWhole ? caseLead(detail) : copy.title}>
        {isWhole ? null : <p>{caseLead(detail)}</p>}
        <p>{charge.has_ended ? copy.ended : charge.state === 'UNRESOLVED' ? copy.stuck : copy.repeating}</p>
      </Banner>
      <SaidText>{copy.say}</SaidText>
      {isWhole ? (
        <Resolution detail={detail} onSucceeded={onSucceeded} />
      ) : (
        <div>
          <ButtonLink href={chargePath(charge)}>{copy.show}</ButtonLink>
        </div>
      )}
    </div>
  )
}

/**
 * Returns the effect of a case on the money. The warning stays until it is certain that nothing was or will be collected.
 */
export function caseLead(detail: ChargeDetail): string {
  const { way, state, has_ended: hasEnded } = detail.charge
  if (way === 'LINK') return charges.linkCase.lead
  return (state === 'UNRESOLVED' || hasEnded) && foundNothing(detail)
    ? copy.lead
    : `${copy.lead} ${copy.warning}`
}

/** Returns whether every payment was checked and none that collected or may collect belongs to the charge. */
function foundNothing({ search, matches }: ChargeDetail): boolean {
  return search === 'WHOLE' && !matches?.some(({ status }) => status === 'PENDING' || status === 'APPROVED')
}

/** Renders what was found and the actions that it allows. The server refuses to close any other case. */
function Resolution({ detail, onSucceeded }: Omit<Props, 'isWhole'>) {
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
      {failure ? <FailureBanner title={failure.title} failure={failure} /> : null}
      {charge.way === 'LINK' ? null : (
        <section className="flex flex-col gap-2">
          <h3 className="font-medium">{copy.matches}</h3>
          <p className="text-muted text-sm">{copy.matchesHint}</p>
          {matches?.length ? (
            <ul className="flex flex-col divide-y border-y">
              {matches.map((match) => (
                <Match key={match.id} match={match}>
                  {maySend && match.status === 'APPROVED' ? (
                    <Button
                      variant="primary"
                      size="sm"
                      busy={busy?.press === 'attach' && busy.payment_id === match.id}
                      busyLabel={copy.attaching}
                      onClick={() => void press({ press: 'attach', id, payment_id: match.id })}
                    >
                      {copy.attach}
                    </Button>
                  ) : null}
                </Match>
              ))}
            </ul>
          ) : (
            <p>{matches ? copy.none : search === 'LATER' ? copy.looking : copy.noList}</p>
          )}
        </section>
      )}
      {isPending ? <p className="text-pretty text-muted">{copy.waitPending}</p> : null}
      {!isFinal && !hasEnded && !isPaid && !isPending ? (
        <p className="text-pretty text-muted">{copy.waitAnswer}</p>
      ) : null}
      {search === 'PART' ? <p className="text-pretty text-muted">{copy.partly}</p> : null}
      {maySend && hasEnded && mayClose ? (
        <SendForm
          of={charge}
          copy={{ ...charges.review, similar: charges.review.paidSince }}
          mustType={mustType || similar !== null}
          similar={similar && <Similar of={similar} />}
          onSend={(confirmed) => void press({ press: 'send', id, ...confirmed })}
        >
          <Way hint={copy.retryHint}>
            <Button type="submit" busy={busy?.press === 'send'} busyLabel={copy.asking}>
              {copy.retryCharge}
            </Button>
          </Way>
        </SendForm>
      ) : null}
      {detail.may_give_up ? (
        <GiveUp
          lead={copy.giveUpLead(moneyText(charge.amount, charge.currency, locale))}
          busy={busy?.press === 'give_up'}
          onGiveUp={() => void press({ press: 'give_up', id })}
        />
      ) : null}
      {maySend && isFinal && mayClose ? (
        <Way hint={copy.releaseHint}>
          <Button
            busy={busy?.press === 'release'}
            busyLabel={copy.releasing}
            onClick={() => void press({ press: 'release', id })}
          >
            {copy.release}
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
    <Way hint={copy.giveUpHint}>
      <Button busy={busy} busyLabel={copy.givingUp} onClick={() => setIsOpen(true)}>
        {copy.giveUp}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={copy.giveUpTitle}
        description={lead}
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>{common.cancel}</Button>
            <Button variant="danger" onClick={confirm}>
              {copy.giveUp}
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
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
      <InlineLink href={paymentHref(match)}>
        <Amount amount={match.amount} currency={match.currency} />
      </InlineLink>
      <PaymentBadge payment={match} plain />
      <time dateTime={match.created_at} className="text-muted text-sm">
        {shortTime(match.created_at, timeZone, now)}
      </time>
      <span className="ms-auto">{children}</span>
    </li>
  )
}
