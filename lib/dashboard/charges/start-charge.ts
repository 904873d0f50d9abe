import { createChargeSchema, parseCreateCharge } from '@/lib/contract/charge'
import { customerSchema } from '@/lib/contract/customer'
import { parseRequest } from '@/lib/contract/field-errors'
import { formKey } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { quotas } from '@/lib/dashboard/quotas/quotas'
import { Refusal } from '@/lib/dashboard/refusal'
import { isCurrency } from '@/lib/domain/currencies'
import type { Queryable } from '@/lib/platform/database'
import type { ChargeInput } from './charge-inputs'
import { type ChargeRow, chargeTable } from './charge-row'
import { sendCharge } from './send-charge'
import { type ChargeCard, sqlStates } from './shape'

/** Stores a charge, and sends it at once by link. Throws as `draftCharge` and `sendCharge` do. */
export async function startCharge(ctx: ConnectionContext, input: ChargeInput<'start'>): Promise<ChargeRow> {
  const draft = await draftCharge(ctx, input)
  return draft.way === 'LINK' ? sendCharge(ctx, { id: draft.id }) : draft
}

const discarded = chargeTable.before('DISCARDED', 'link_instead')
const kept = chargeTable.before('DECLINED', 'link_instead')

/**
 * Creates a payment link for the same customer and amount in place of a charge that collected nothing: declined, or
 * refused before execution. `title` is the description of one that has none. A repeated call returns the same link. Throws Refusal `charge_moved` for a charge in another
 * state.
 */
export async function linkInstead(
  ctx: ConnectionContext,
  { id }: ChargeInput<'link_instead'>,
  title: string | null = null,
): Promise<ChargeRow> {
  const charge = await chargeTable.known(ctx, id)
  const draft = await ctx.db.transaction(async (tx) => {
    // A draft that a link replaces is never sent; a draft that was sent in the meantime gets no link.
    const { count } = await tx.query({
      name: 'discard-charge',
      text: `UPDATE dashboard.charge SET state = CASE WHEN state IN (${sqlStates(discarded)}) THEN 'DISCARDED' ELSE state END,
          finished_at = COALESCE(finished_at, $3)
        WHERE connection_id = $1 AND id = $2 AND way = 'CARD' AND state IN (${sqlStates([...discarded, ...kept])})`,
      values: [ctx.connectionId, id, ctx.now()],
    })
    if (count === 0) throw new Refusal('charge_moved')
    return insertDraft(tx, ctx, {
      ...charge,
      id: successorId(ctx, 'link for', id),
      way: 'LINK',
      description: charge.description ?? title,
      replaces: id,
    })
  })
  return sendCharge(ctx, { id: draft.id })
}

/**
 * Stores the intent and the key of a charge before anything is sent. The same token and intent of the same member return
 * the existing charge, whatever its state. Throws ApiError `invalid_parameters` and Refusal `resource_not_found`.
 */
export async function draftCharge(ctx: ConnectionContext, input: ChargeInput<'start'>): Promise<ChargeRow> {
  const { form_token, customer_id, way } = input
  const { currency } = ctx.account
  const given = { amount: input.amount, description: input.description }
  const parsed = isCurrency(currency)
    ? parseCreateCharge(given, { currency })
    : parseRequest(createChargeSchema, given)
  const { amount, description } = parsed
  const card = await cardOf(ctx, customer_id)
  // Another amount in the same form makes another charge.
  const intent = JSON.stringify([form_token, customer_id, way, amount, description])
  const id = `chg_${formKey(ctx, 'charge', intent)}`
  return ctx.db.transaction(async (tx) => {
    await chargeTable.deleteOldDrafts(tx, ctx.connectionId, quotas.charge_drafts.limit)
    return insertDraft(tx, ctx, { id, customer_id, way, amount, description, card, replaces: null })
  })
}

/** Returns the id of the charge that replaces another one, the same for every member. */
export function successorId(ctx: ConnectionContext, how: 'link for' | 'instead of', id: string): string {
  return `chg_${formKey({ ...ctx, userId: null }, how, id)}`
}

type Draft = Pick<ChargeRow, 'id' | 'customer_id' | 'way' | 'description' | 'card' | 'replaces'>

/** Inserts a draft under a new key, or returns the existing charge with this id. */
export function insertDraft(
  tx: Queryable,
  ctx: ConnectionContext,
  { id, customer_id, way, amount, description, card, replaces }: Draft & { amount: number | string },
): Promise<ChargeRow> {
  return chargeTable.draft(tx, ctx, {
    ...{ id, customer_id, way, description, replaces },
    amount: Number(amount),
    currency: ctx.account.currency,
    card: card && JSON.stringify(card),
  })
}

/** Returns the mirrored saved card. Throws Refusal `resource_not_found` for an unknown customer. */
async function cardOf({ connectionId, prisma }: ConnectionContext, id: string): Promise<ChargeCard | null> {
  const row = await prisma.mirrorCustomer.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row) throw new Refusal('resource_not_found')
  return customerSchema.parse(row.snapshot).card
}
