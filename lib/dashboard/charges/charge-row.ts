import { newId } from '@/lib/contract/ids'
import { type AuditScope, claimAudit, finishAudit } from '@/lib/dashboard/audit/audit-entry'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { changeMessage, LIVE_CHANNEL } from '@/lib/dashboard/live/live-message'
import { Refusal } from '@/lib/dashboard/refusal'
import { type ChargeState, caseStates, type ShownCharge } from '@/lib/dashboard/schema/charge'
import { isStorable } from '@/lib/domain/text'
import type { Queryable } from '@/lib/platform/database'

/**
 * Causes of a move. `send`: a press, of a draft or of a case that is no longer repeated. `response`: the host's response
 * to any of the calls. `repeat`: a worker claims the charge, when due or after the lease of a dead process. The others: a
 * member.
 */
export type ChargeTransitionCause = keyof typeof chargeTransitions

const called = ['SENDING', 'UNKNOWN'] as const
const open = [...called, 'UNRESOLVED'] as const
const closed = ['RELEASED', 'GIVEN_UP', 'DISCARDED'] as const

/** All moves of a charge: for each cause the possible next states, with the states before (docs/charging.md). */
export const chargeTransitions = {
  send: { SENDING: ['DRAFT'], UNKNOWN: ['UNKNOWN'] },
  repeat: { UNKNOWN: called },
  response: {
    DRAFT: called,
    UNKNOWN: called,
    UNRESOLVED: called,
    DECLINED: called,
    // A host returns the same response under one key forever, so its 201 counts in any state. Its payment replaces
    // another that a member attached.
    PAID: ['DRAFT', ...open, ...closed, 'PAID'],
    LINKED: ['DRAFT', ...open, ...closed],
  },
  // A charge in flight only after its lease.
  attach: { PAID: open },
  give_up: { GIVEN_UP: open },
  release: { RELEASED: ['UNRESOLVED'] },
  link_instead: { DISCARDED: ['DRAFT', 'DISCARDED'], DECLINED: ['DECLINED'] },
} as const satisfies Record<string, Partial<Record<ChargeState, readonly ChargeState[]>>>

/** Returns the states from which a cause moves to `to`. */
export function statesBefore(to: ChargeState, by: ChargeTransitionCause): readonly ChargeState[] {
  const moves: Partial<Record<ChargeState, readonly ChargeState[]>> = chargeTransitions[by]
  return moves[to] ?? []
}

type Computed = 'amount' | 'is_case' | 'has_ended' | 'user' | 'created_at' | 'sent_at'

export interface ChargeRow extends Omit<ShownCharge, Computed> {
  connection_id: string
  /** Postgres' numeric, in major units. */
  amount: string
  amount_minor: number
  idempotency_key: string
  user_id: string | null
  owner: string | null
  /** True if its process died or is paused, and no worker has taken the charge over. */
  is_left: boolean
  /** Time of the next automatic repetition of the request; null if there is none. */
  due_at: Date | null
  created_at: Date
  sent_at: Date | null
  /** Time of the last call whose effect is unknown. */
  unknown_at: Date | null
  finished_at: Date | null
  /** Time in milliseconds by which the host's clock was ahead of ours when the charge was sent; null before. */
  clock_ahead_ms: number | null
}

export const chargeColumns =
  `connection_id, id, customer_id, way, state, amount, amount_minor, currency, description, card,
  idempotency_key, user_id, replaces, attempts, owner, COALESCE(lease_until < clock_timestamp(), false) AS is_left, due_at,
  problem, decline, payment_id, link_id, request_id, created_at, sent_at, unknown_at, finished_at, clock_ahead_ms` as const

/** Returns a charge as pages see it; `names` are the team's members by id. */
export function shownCharge(row: ChargeRow, now: Date, names?: ReadonlyMap<string, string>): ShownCharge {
  const { id, customer_id, way, state, currency, description, card, problem, decline } = row
  const { payment_id, link_id, request_id, attempts, replaces, user_id } = row
  return {
    id,
    customer_id,
    way,
    state,
    amount: Number(row.amount),
    currency,
    description,
    card,
    problem,
    decline,
    payment_id,
    link_id,
    request_id,
    attempts,
    replaces,
    is_case: isCase(row),
    has_ended: hasEnded(row, now),
    user: user_id === null ? null : { id: user_id, name: names?.get(user_id) ?? '' },
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }
}

/** Returns whether the outcome is unknown and no process waits for it. */
export function isCase({ state, is_left }: Pick<ChargeRow, 'state' | 'is_left'>): boolean {
  return caseStates.some((open) => open === state) || (state === 'SENDING' && is_left)
}

/**
 * Time after the first call in which the request is repeated automatically; later the customer may have paid in another
 * way.
 */
export const REPEAT_MS = 30 * 60_000

/** Returns whether the automatic repetition of the request is over. */
export function isOld({ sent_at, created_at }: ChargeRow, now: Date): boolean {
  return now.getTime() - (sent_at ?? created_at).getTime() > REPEAT_MS
}

/**
 * Returns whether the outcome is unknown and automatic repetition is over, even if a pause has delayed the row's update.
 */
export function hasEnded(row: ChargeRow, now: Date): boolean {
  return row.state === 'UNKNOWN' && row.owner === null && (row.due_at === null || isOld(row, now))
}

/**
 * Returns the earliest and the latest time that the host's clock may have shown at an instant of ours: it may have been
 * set after the charge was sent.
 */
export function onHostClock(
  { clock }: Pick<ConnectionContext, 'clock'>,
  { clock_ahead_ms }: ChargeRow,
  instant: Date,
): { earliest: Date; latest: Date } {
  const differences = [clock.aheadMs, clock_ahead_ms ?? clock.aheadMs]
  return {
    earliest: new Date(instant.getTime() + Math.min(...differences)),
    latest: new Date(instant.getTime() + Math.max(...differences)),
  }
}

/** Reads one charge; null if the connection has none with this id. */
export async function readCharge(db: Queryable, connectionId: string, id: string): Promise<ChargeRow | null> {
  if (!isStorable(id)) return null
  const { rows } = await db.query<ChargeRow>({
    name: 'read-charge',
    text: `SELECT ${chargeColumns} FROM dashboard.charge WHERE connection_id = $1 AND id = $2`,
    values: [connectionId, id],
  })
  return rows[0] ?? null
}

/** Reads a charge. Throws Refusal `resource_not_found`. */
export async function knownCharge({ connectionId, db }: ConnectionContext, id: string): Promise<ChargeRow> {
  const row = await readCharge(db, connectionId, id)
  if (!row) throw new Refusal('resource_not_found')
  return row
}

/** Writes the audit entry of a member's action that takes effect immediately. */
export async function auditStep(
  scope: AuditScope,
  action: string,
  { id, amount, currency, customer_id }: ChargeRow,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const auditId = newId('aud', scope.now())
  const details = { amount: Number(amount), currency, customer_id, ...more }
  await claimAudit(scope, { id: auditId, action, objectId: id, details })
  await finishAudit(scope, auditId, 'done')
}

/** Notifies every open page, once the transaction of `db` commits, to refetch a charge and its customer. */
export async function notifyCharge(
  db: Queryable,
  { connection_id, id, customer_id }: Pick<ChargeRow, 'connection_id' | 'id' | 'customer_id'>,
): Promise<void> {
  await db.query({
    name: 'notify-charge',
    text: `SELECT pg_notify('${LIVE_CHANNEL}', $1), pg_notify('${LIVE_CHANNEL}', $2)`,
    values: [
      changeMessage(connection_id, 'charges', id),
      changeMessage(connection_id, 'customers', customer_id),
    ],
  })
}
