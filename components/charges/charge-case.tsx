'use client'

import { useState } from 'react'
import { FailureBanner } from '@/components/data/failure-banner'
import { useLocale } from '@/components/locale/locale-provider'
import { Amount } from '@/components/money/amount'
import { PaymentBadge } from '@/components/payments/payment-badge'
import { PageLink } from '@/components/shell/navigation/page-link'
import { shortTime } from '@/components/time/format-time'
import { Banner } from '@/components/ui/banner'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { TextLink } from '@/components/ui/text-link'
import type { ActionResult } from '@/lib/dashboard/schema/action-result'
import type { ChargeDetail, ChargeMatch } from '@/lib/dashboard/schema/charge'
import { formatMajor } from '@/lib/domain/money'
import { charges } from '@/lib/messages/charges'
import type { ChargeActions } from './charge-actions'
import { RetryChargeForm } from './retry-charge-form'

type Props = {
  detail: ChargeDetail
  actions: ChargeActions | null
  onMoved: (detail: ChargeDetail) => void
  isWhole: boolean
}

/**
 * Renders a charge with an unknown outcome: the request, the payments that may belong to it, and the ways to close the
 * case.
 */
export function ChargeCase({ detail, actions, onMoved, isWhole }: Props) {
  const { charge, matches, search } = detail
  const { locale } = useLocale()
  const isLink = charge.way === 'LINK'
  const copy = isLink ? { ...charges.case, ...charges.linkCase } : charges.case
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<{ message: string; requestId?: string | undefined } | null>(null)
  const [needsAmount, setNeedsAmount] = useState(false)
  async function act(name: string, call: () => Promise<ActionResult<ChargeDetail>>) {
    if (busy !== null) return
    setBusy(name)
    setFailure(null)
    const result = await call().catch(() => null)
    setBusy(null)
    if (result?.ok) return onMoved(result.data)
    if (result?.error.code === 'confirm_amount') setNeedsAmount(true)
    setFailure({
      message: result?.error.message ?? charges.form.noAnswer,
      requestId: result?.error.requestId,
    })
  }
  const text = `${formatMajor(charge.amount, charge.currency, locale)} ${charge.currency}`
  const isEnded = charge.has_ended
  const isFinal = charge.state === 'UNRESOLVED'
  const isPending = matches?.some(({ status }) => status === 'PENDING') ?? false
  const isPaid = matches?.some(({ status }) => status === 'APPROVED') ?? false
  // The server refuses to close any other case.
  const mayClose = foundNothing(detail)
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warning" title={copy.title}>
        <p>{caseLead(detail)}</p>
        <p className="mt-1">{isEnded ? copy.ended : isFinal ? copy.stuck : copy.repeating}</p>
      </Banner>
      <p className="text-pretty">
        <span className="block text-muted text-sm">{charges.outcome.say}</span>
        {copy.say}
      </p>
      {isWhole ? (
        <>
          {failure ? <FailureBanner title={copy.failed} failure={failure} /> : null}
          {isLink ? null : (
            <section className="flex flex-col gap-2">
              <h3 className="font-medium">{copy.matches}</h3>
              <p className="text-muted text-sm">{copy.matchesHint}</p>
              {matches === null ? (
                <p>{search === 'LATER' ? copy.looking : copy.noList}</p>
              ) : matches.length === 0 ? (
                <p>{copy.none}</p>
              ) : (
                <ul className="flex flex-col divide-y rounded-lg border">
                  {matches.map((match) => (
                    <Match
                      key={match.id}
                      match={match}
                      attach={
                        actions && match.status === 'APPROVED' ? (
                          <Button
                            variant="primary"
                            size="sm"
                            busy={busy === match.id}
                            busyLabel={copy.attaching}
                            onClick={() =>
                              void act(match.id, () =>
                                actions.attach({ id: charge.id, payment_id: match.id }),
                              )
                            }
                          >
                            {copy.attach}
                          </Button>
                        ) : null
                      }
                    />
                  ))}
                </ul>
              )}
            </section>
          )}
          {isPending ? <p className="text-pretty text-muted">{copy.waitPending}</p> : null}
          {!isFinal && !isEnded && !isPaid && !isPending ? (
            <p className="text-pretty text-muted">{copy.waitAnswer}</p>
          ) : null}
          {search === 'PART' ? <p className="text-pretty text-muted">{copy.partly}</p> : null}
          {actions && isEnded && mayClose ? (
            <RetryChargeForm
              detail={detail}
              hint={copy.retryHint}
              needsAmount={needsAmount}
              busy={busy === 'ask'}
              onAsk={(confirmed) =>
                void act('ask', () => actions.retryCharge({ id: charge.id, ...confirmed }))
              }
            />
          ) : null}
          {actions && detail.may_give_up ? (
            <GiveUp
              lead={copy.giveUpLead(text)}
              busy={busy === 'give up'}
              onGiveUp={() => void act('give up', () => actions.giveUp({ id: charge.id }))}
            />
          ) : null}
          {actions && isFinal && mayClose ? (
            <div className="flex flex-col gap-4 sm:flex-row">
              <div className="flex flex-1 flex-col items-start gap-1.5">
                <Button
                  busy={busy === 'release'}
                  busyLabel={copy.releasing}
                  onClick={() => void act('release', () => actions.release({ id: charge.id }))}
                >
                  {copy.release}
                </Button>
                <p className="text-pretty text-muted text-sm">{copy.releaseHint}</p>
              </div>
              <div className="flex flex-1 flex-col items-start gap-1.5">
                <Button
                  busy={busy === 'close'}
                  busyLabel={copy.closing}
                  onClick={() =>
                    void act('close', () => actions.release({ id: charge.id, closes_only: true }))
                  }
                >
                  {copy.closeOnly}
                </Button>
                <p className="text-pretty text-muted text-sm">{copy.closeOnlyHint}</p>
              </div>
            </div>
          ) : null}
        </>
      ) : (
        <div>
          <Button asChild>
            <PageLink href={`/charges/${encodeURIComponent(charge.id)}`}>{copy.show}</PageLink>
          </Button>
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
  const isSafe = (state === 'UNRESOLVED' || hasEnded) && foundNothing(detail)
  return isSafe ? charges.case.lead : `${charges.case.lead} ${charges.case.warning}`
}

/** Returns whether every payment was checked and none that collected or may collect belongs to the charge. */
function foundNothing({ search, matches }: ChargeDetail): boolean {
  return search === 'WHOLE' && !matches?.some(({ status }) => status === 'PENDING' || status === 'APPROVED')
}

/** Renders the button that closes a case for good, after a dialog that states what remains unknown. */
function GiveUp({ lead, busy, onGiveUp }: { lead: string; busy: boolean; onGiveUp: () => void }) {
  const copy = charges.case
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex flex-col gap-1.5">
      <div>
        <Button busy={busy} busyLabel={copy.givingUp} onClick={() => setIsOpen(true)}>
          {copy.giveUp}
        </Button>
      </div>
      <p className="text-pretty text-muted text-sm">{copy.giveUpHint}</p>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={copy.giveUpTitle}
        description={lead}
        closeLabel={charges.close}
        footer={
          <>
            <Button onClick={() => setIsOpen(false)}>{copy.keep}</Button>
            <Button
              variant="danger"
              onClick={() => {
                setIsOpen(false)
                onGiveUp()
              }}
            >
              {copy.giveUp}
            </Button>
          </>
        }
      />
    </div>
  )
}

function Match({ match, attach }: { match: ChargeMatch; attach: React.ReactNode }) {
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
      <span className="ms-auto">{attach}</span>
    </li>
  )
}
