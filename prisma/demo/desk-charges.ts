import { amountToMinor } from '@/lib/contract/amount'
import { chargeSchema } from '@/lib/contract/charge'
import { errorBodySchema } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { resultOfFailure, resultOfResponse } from '@/lib/dashboard/charges/store-host-result'
import { HostRefused } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { Prisma } from '@/lib/platform/prisma/client'
import type { MadeCharge } from './make-history'

/** Writes the dashboard's own records of charges by its member, as the API responded. */
export async function recordDeskCharges(ctx: ConnectionContext, made: readonly MadeCharge[]): Promise<void> {
  const { connectionId, userId, account, prisma } = ctx
  const { currency } = account
  const ids = new Map(made.map(({ key, at }) => [key, newId('chg', at)]))
  const data = made.map((charge) => {
    const { at, customer, key, amount, description, via, closed, replaces } = charge
    const result = resultOf(charge)
    const wasUnknown = result?.kind === 'unresolved'
    // A response that executed nothing leaves the draft.
    const reached = result?.kind === 'refused' ? 'DRAFT' : (result?.kind.toUpperCase() ?? 'DISCARDED')
    const state = closed ?? reached
    const after = (ms: number) => new Date(at.getTime() + ms)
    return {
      ...{ connectionId, userId, currency, amount, description, state, idempotencyKey: key },
      id: ids.get(key) ?? key,
      customerId: customer.id,
      way: via === 'card' ? 'CARD' : 'LINK',
      amountMinor: amountToMinor(amount, currency),
      card: customer.card ? JSON.parse(JSON.stringify(customer.card)) : Prisma.DbNull,
      replaces: (replaces && ids.get(replaces)) ?? null,
      // The second call showed that the response is stored.
      attempts: result === null ? 0 : wasUnknown ? 2 : 1,
      problem: state !== 'PAID' && result && 'problem' in result ? result.problem : Prisma.DbNull,
      decline: result?.kind === 'declined' ? result.decline : Prisma.DbNull,
      paymentId: result && 'paymentId' in result ? result.paymentId : null,
      linkId: result?.kind === 'linked' ? result.linkId : null,
      createdAt: after(-40_000),
      sentAt: result && at,
      unknownAt: wasUnknown ? after(900) : null,
      finishedAt: ['UNRESOLVED', 'DRAFT'].includes(state) ? null : after(closed ? 150_000 : 900),
      closedBy: closed ? userId : null,
    }
  })
  await prisma.charge.createMany({ data })
}

/** Returns a response as the dashboard interprets it; that of an open case arrived twice. */
function resultOf({ answer, at }: MadeCharge) {
  if (!answer) return null
  const raw: unknown = JSON.parse(answer.body)
  if (answer.status === 201)
    return resultOfResponse({ data: chargeSchema.parse(raw), raw, at, requestId: null, isReplay: false })
  const { type, code, message, details } = errorBodySchema.parse(raw).error
  return resultOfFailure(new HostRefused(answer.status, type, code, message, details, null, null, at, true))
}
