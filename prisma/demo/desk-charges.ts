import { amountToMinor } from '@/lib/contract/amount'
import { chargeSchema } from '@/lib/contract/charge'
import { errorBodySchema } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import {
  type HostChargeResult,
  resultOfFailure,
  resultOfResponse,
} from '@/lib/dashboard/charges/host-charge-result'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { ChargeState } from '@/lib/dashboard/schema/charge'
import { Prisma } from '@/lib/platform/prisma/client'
import type { MadeCharge } from './make-history'

/** Times of a member: from the review to the press, and from the charge to the end of its case. */
const REVIEWED_MS = 40_000
const CLOSED_MS = 150_000
const ANSWERED_MS = 900

const states = {
  paid: 'PAID',
  linked: 'LINKED',
  declined: 'DECLINED',
  unresolved: 'UNRESOLVED',
  refused: 'DRAFT',
  unknown: 'UNKNOWN',
} as const satisfies Record<HostChargeResult['kind'], ChargeState>

/** Writes the dashboard's own records of charges by its member, as the API responded. */
export async function recordDeskCharges(ctx: ConnectionContext, made: readonly MadeCharge[]): Promise<void> {
  const { connectionId, userId, account, prisma } = ctx
  const ids = new Map(made.map(({ key, at }) => [key, newId('chg', at)]))
  const data = made.map((charge) => {
    const { at, customer, key, amount, description, via, closed, replaces } = charge
    const answer = charge.answer && answerOf(charge.answer, at)
    const state = closed ?? (answer ? states[answer.kind] : 'DISCARDED')
    const after = (ms: number) => new Date(at.getTime() + ms)
    const wasUnknown = answer?.kind === 'unresolved'
    return {
      connectionId,
      id: ids.get(key) ?? key,
      customerId: customer.id,
      way: via === 'card' ? 'CARD' : 'LINK',
      state,
      amount,
      amountMinor: amountToMinor(amount, account.currency),
      currency: account.currency,
      description,
      card: customer.card ? { ...customer.card } : Prisma.DbNull,
      idempotencyKey: key,
      userId,
      replaces: (replaces && ids.get(replaces)) ?? null,
      // The second call showed that the response is stored.
      attempts: answer === null ? 0 : wasUnknown ? 2 : 1,
      problem: state !== 'PAID' && answer && 'problem' in answer ? answer.problem : Prisma.DbNull,
      decline: answer?.kind === 'declined' ? answer.decline : Prisma.DbNull,
      paymentId: answer && 'paymentId' in answer ? answer.paymentId : null,
      linkId: answer?.kind === 'linked' ? answer.linkId : null,
      createdAt: after(-REVIEWED_MS),
      sentAt: answer && at,
      unknownAt: wasUnknown ? after(ANSWERED_MS) : null,
      finishedAt:
        state === 'UNRESOLVED' || state === 'DRAFT' ? null : after(closed ? CLOSED_MS : ANSWERED_MS),
      closedBy: closed ? userId : null,
    }
  })
  await prisma.charge.createMany({ data })
}

/** Returns a response as the dashboard interprets it; that of an open case arrived twice. */
function answerOf({ status, body }: NonNullable<MadeCharge['answer']>, at: Date): HostChargeResult {
  const raw: unknown = JSON.parse(body)
  if (status === 201)
    return resultOfResponse({ data: chargeSchema.parse(raw), raw, at, requestId: null, isReplay: false })
  const { type, code, message, details } = errorBodySchema.parse(raw).error
  return resultOfFailure(new HostRefused(status, type, code, message, details, null, null, at, true))
}
