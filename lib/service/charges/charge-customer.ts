import { parseCreateCharge } from '@/lib/contract/charge'
import { ApiError } from '@/lib/contract/errors'
import { fingerprintInput, parseIdempotencyKey } from '@/lib/contract/idempotency'
import { newId } from '@/lib/contract/ids'
import { LINK_TITLE_MAX, LINK_TITLE_MIN } from '@/lib/contract/limits'
import { codePoints, isStorable, shorten } from '@/lib/domain/text'
import { type Keyring, randomText, sha256 } from '@/lib/platform/secrets'
import type { ServiceContext } from '@/lib/service/context'
import { openCard, type SavedCardRow, tokenAad } from '@/lib/service/customers/saved-card'
import { answerOfKey, KeyedAnswer, storeAnswer } from '@/lib/service/idempotency/answer-once'
import { type KeyOfRequest, type KeyRow, keyOf, type UsedKey } from '@/lib/service/idempotency/used-key'
import { insertLink } from '@/lib/service/links/create-link'
import { renderLink } from '@/lib/service/links/link-row'
import type { Processor } from '@/lib/service/processor/port'
import { cardChargeAnswer, linkChargeAnswer, unresolvedAnswer } from './charge-answers'
import { chargeDeps } from './charge-deps'
import { runCharge } from './charge-protocol'
import type { ChargeIntent } from './charge-store'

const ROUTE = 'POST /customers/{id}/charges'

export interface ChargeCustomerDeps {
  ctx: ServiceContext
  processor: Processor
  keyring: Keyring
  leaseMs: number
  processorTimeoutMs?: number
}

export interface ChargeCustomerInput {
  customerId: string
  /** The JSON object as sent; part of the key's fingerprint. */
  body: Record<string, unknown>
  /** The amount's digits as sent, if known. */
  amountLiteral?: string | undefined
  /** The Idempotency-Key header; undefined = not sent. */
  idempotencyKey: string | undefined
  requestId: string
  /** Name of the account. */
  accountName: string
  currency: string
}

/**
 * Charges a customer's saved card, or creates a link for the customer to pay (contract: POST /customers/{id}/charges).
 * Executes at most once per key; without a header a key is generated here. Throws the errors that are not stored under
 * a key: 400, 404, 409 `no_saved_card`, `customer_archived`, a running `idempotency_unresolved`, and 422.
 */
export async function chargeCustomer(
  deps: ChargeCustomerDeps,
  input: ChargeCustomerInput,
): Promise<KeyedAnswer> {
  const { ctx } = deps
  const sentKey = parseIdempotencyKey(input.idempotencyKey)
  const charge = parseCreateCharge(input.body, input)
  const key: KeyOfRequest = {
    accountId: ctx.accountId,
    route: ROUTE,
    keyHash: sha256(sentKey ?? `server-made ${randomText(32)}`),
    fingerprint: sha256(fingerprintInput(`/customers/${input.customerId}/charges`, input.body)),
  }
  const { used, customer } = await readStart(ctx, key, input.customerId)
  // A used key is answered first: later changes of the customer do not change a stored response.
  if (used) return answerOfKey(used)
  if (!customer) throw new ApiError('resource_not_found')
  if (customer.status === 'ARCHIVED') throw new ApiError('customer_archived')
  if (!charge.use_saved_card) {
    const { amountMinor, description } = charge
    return chargeByLink(ctx, key, input, { amountMinor, description })
  }
  if (!hasCard(customer)) throw new ApiError('no_saved_card')
  const card = openCard(
    deps.keyring,
    customer,
    tokenAad({ accountId: ctx.accountId, customerId: customer.id }),
  )
  const intent: ChargeIntent = {
    ...key,
    paymentId: newId('pay', ctx.now()),
    amountMinor: charge.amountMinor,
    currency: input.currency,
    payerName: customer.name,
    payerEmail: customer.email ?? '',
    customerId: customer.id,
    linkId: null,
    description: charge.description,
    cardBrand: card.brand,
    cardLast4: card.last4,
    requestId: input.requestId,
  }
  const result = await runCharge(chargeDeps({ ...ctx, ...deps }), {
    intent,
    token: card.token,
    merchantName: input.accountName,
    returnUrl: null,
    answerFor: (outcome) => cardChargeAnswer(intent, outcome),
    unresolvedAnswer: unresolvedAnswer(intent.paymentId, input.requestId),
  })
  if (result.kind === 'done') return new KeyedAnswer(result.answer, false)
  if (result.kind === 'confirming')
    throw new Error('a charge without its payer cannot wait for a confirmation')
  // A generated key is never sent again by a client (decisions: no answer after execution).
  if (result.kind === 'running' && sentKey === null)
    return new KeyedAnswer(unresolvedAnswer(intent.paymentId, input.requestId), false)
  return answerOfKey(result)
}

interface Payer {
  id: string
  name: string
  email: string | null
  status: 'ACTIVE' | 'ARCHIVED'
}
type PayerRow = Payer & Columns<SavedCardRow>

/** Columns of a row that may be absent. */
type Columns<Row> = Row | { [Column in keyof Row]: null }

function hasCard(row: PayerRow): row is Payer & SavedCardRow {
  return row.token_sealed !== null
}

/** Reads the key's earlier request, if any, and the customer with its saved card, in one statement. */
async function readStart(
  { db, accountId }: ServiceContext,
  key: KeyOfRequest,
  customerId: string,
): Promise<{ used: UsedKey | null; customer: PayerRow | null }> {
  const { rows } = await db.query<Columns<KeyRow> & Columns<PayerRow>>({
    name: 'charge-start',
    text: `SELECT k.fingerprint, k.payment_id, k.answer_status, k.answer_body, c.id, c.name, c.email, c.status,
        s.token_sealed, s.brand, s.last4, s.expiry_month, s.expiry_year
      FROM (VALUES ($1::text)) AS of (account_id)
      LEFT JOIN service.idempotency_key k ON k.account_id = of.account_id AND k.route = $3 AND k.key_hash = $4
      LEFT JOIN service.customer c ON c.account_id = of.account_id AND c.id = $2
      LEFT JOIN service.saved_card s ON s.account_id = c.account_id AND s.customer_id = c.id`,
    // Postgres refuses NUL in a text: no customer has such an id.
    values: [accountId, isStorable(customerId) ? customerId : '', key.route, key.keyHash],
  })
  const [row] = rows
  return {
    used: row && row.fingerprint !== null ? keyOf(row, key) : null,
    customer: row && row.id !== null ? row : null,
  }
}

/** Inserts link and key in one transaction: no external call is made, so no partial state can remain. */
function chargeByLink(
  ctx: ServiceContext,
  key: KeyOfRequest,
  input: ChargeCustomerInput,
  { amountMinor, description }: { amountMinor: number; description: string | null },
): Promise<KeyedAnswer> {
  const { customerId, requestId } = input
  const titled = description !== null && codePoints(description) >= LINK_TITLE_MIN
  const wanted = {
    title: titled ? description : shorten(`Payment to ${input.accountName}`, LINK_TITLE_MAX),
    description: titled ? null : description,
    amountMinor,
    max_uses: 1,
    expires_at: null,
    metadata: {},
  }
  return storeAnswer(ctx, { ...key, requestId }, async (tx) =>
    linkChargeAnswer(customerId, renderLink(await insertLink(tx, ctx, wanted, customerId), ctx.urls)),
  )
}
