import { createChargeSchema, parseCreateCharge } from '@/lib/contract/charge'
import { customerSchema } from '@/lib/contract/customer'
import { parseRequest } from '@/lib/contract/field-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { Refusal } from '@/lib/dashboard/refusal'
import { type ChargeCard, type ChargeInput, sqlStates } from '@/lib/dashboard/schema/charge'
import { quotas } from '@/lib/dashboard/schema/quotas'
import { isCurrency } from '@/lib/domain/currencies'
import type { Queryable } from '@/lib/platform/database'
import { randomText, sha256 } from '@/lib/platform/secrets'
import { type ChargeRow, knownCharge, notifyCharge, readCharge, statesBefore } from './charge-row'
import { sendCharge } from './send-charge'

/**
 * Stores a charge and sends a charge by link immediately, because it needs no review. Throws as `draftCharge` and
 * `sendCharge` do.
 */
export async function startCharge(ctx: ConnectionContext, input: ChargeInput<'start'>): Promise<ChargeRow> {
  const draft = await draftCharge(ctx, input)
  return draft.way === 'LINK' ? sendCharge(ctx, { id: draft.id }) : draft
}

const discarded = statesBefore('DISCARDED', 'link_instead')
const kept = statesBefore('DECLINED', 'link_instead')

/**
 * Creates a payment link for the same customer and amount in place of a charge that collected nothing: declined, or
 * refused before execution. A repeated call returns the same link. Throws Refusal `charge_moved` for a charge in another
 * state.
 */
export async function linkInstead(
  ctx: ConnectionContext,
  { id }: ChargeInput<'link_instead'>,
): Promise<ChargeRow> {
  const charge = await knownCharge(ctx, id)
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
    const amount = Number(charge.amount)
    return insertDraft(tx, ctx, {
      ...charge,
      id: chargeId(ctx, 'link for', id),
      way: 'LINK',
      amount,
      replaces: id,
    })
  })
  return sendCharge(ctx, { id: draft.id })
}

const KEY_BYTES = 24

/**
 * Stores the intent and the key of a charge before anything is sent. The same token and intent of the same member return
 * the existing charge, whatever its state. Throws ApiError `invalid_parameters` and Refusal `resource_not_found`.
 */
export async function draftCharge(
  ctx: ConnectionContext,
  { form_token, customer_id, way, amount, description }: ChargeInput<'start'>,
): Promise<ChargeRow> {
  const { currency } = ctx.account
  const given = { amount, description }
  const parsed = isCurrency(currency)
    ? parseCreateCharge(given, { currency })
    : parseRequest(createChargeSchema, given)
  const card = await cardOf(ctx, customer_id)
  // Another amount in the same form makes another charge.
  const intent = JSON.stringify([customer_id, way, parsed.amount, parsed.description])
  const id = chargeId(ctx, 'form', form_token, intent)
  const draft = {
    id,
    customer_id,
    way,
    amount: parsed.amount,
    description: parsed.description,
    card,
    replaces: null,
  }
  return ctx.db.transaction(async (tx) => {
    await deleteOldDrafts(tx, ctx)
    return insertDraft(tx, ctx, draft)
  })
}

/** Deletes the oldest forms that were reviewed and never sent, so that one more is within the quota. */
async function deleteOldDrafts(tx: Queryable, { connectionId }: ConnectionContext): Promise<void> {
  await tx.query({
    name: 'delete-old-drafts',
    text: `DELETE FROM dashboard.charge WHERE connection_id = $1 AND id IN (
        SELECT id FROM dashboard.charge WHERE connection_id = $1 AND ${UNSENT}
        ORDER BY created_at DESC, id DESC OFFSET ${quotas.charge_drafts.limit - 1})
      AND ${UNSENT}`,
    values: [connectionId],
  })
}

/** SQL condition of a charge that no call and no other charge knows. */
const UNSENT = `state = 'DRAFT' AND replaces IS NULL AND attempts = 0 AND sent_at IS NULL`

/** Returns an id that is the same for the same arguments. */
export function chargeId({ connectionId, userId }: ConnectionContext, ...parts: readonly string[]): string {
  const by = parts[0] === 'form' ? userId : null
  return `chg_${sha256(JSON.stringify([connectionId, by, ...parts]))
    .toString('hex')
    .slice(0, 32)}`
}

type Draft = Pick<ChargeRow, 'id' | 'customer_id' | 'way' | 'description' | 'card' | 'replaces'>

/** Inserts a draft under a new key, or returns the existing charge with this id. */
export async function insertDraft(
  tx: Queryable,
  { connectionId, account: { currency }, userId, now }: ConnectionContext,
  { id, customer_id, way, amount, description, card, replaces }: Draft & { amount: number },
): Promise<ChargeRow> {
  await tx.query({
    name: 'draft-charge',
    text: `INSERT INTO dashboard.charge (connection_id, id, customer_id, way, state, amount, amount_minor, currency, description,
        card, idempotency_key, user_id, replaces, created_at)
      VALUES ($1, $2, $3, $4, 'DRAFT', $5, $6, $7, $8, $9, $10, $11, $12, $13)
      ON CONFLICT (connection_id, id) DO NOTHING`,
    values: [
      connectionId,
      id,
      customer_id,
      way,
      String(amount),
      mirrorAmount(amount, currency).toString(),
      currency,
      description,
      card === null ? null : JSON.stringify(card),
      randomText(KEY_BYTES),
      userId,
      replaces,
      now(),
    ],
  })
  const row = await readCharge(tx, connectionId, id)
  if (!row) throw new Error('a charge that was just drafted is not there')
  await notifyCharge(tx, row)
  return row
}

/** Returns the mirrored saved card. Throws Refusal `resource_not_found` for an unknown customer. */
async function cardOf({ connectionId, prisma }: ConnectionContext, id: string): Promise<ChargeCard | null> {
  const row = await prisma.mirrorCustomer.findUnique({ where: { connectionId_id: { connectionId, id } } })
  if (!row) throw new Refusal('resource_not_found')
  return customerSchema.parse(row.snapshot).card
}
