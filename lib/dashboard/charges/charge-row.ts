import type { AuditScope } from '@/lib/dashboard/audit/audit-entry'
import { recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { type KeyedRow, KeyedTable, keyedColumns } from './keyed-table'
import { type ChargeState, caseStates, type ShownCharge } from './shape'

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

export type ChargeRow = KeyedRow &
  Omit<ShownCharge, keyof KeyedRow | 'is_case' | 'has_ended' | 'user'> & {
    /** True if its process died or is paused, and no worker has taken the charge over. */
    is_left: boolean
    /** Time of the next automatic repetition of the request; null if there is none. */
    due_at: Date | null
    finished_at: Date | null
    /** Time in milliseconds by which the host's clock was ahead of ours when the charge was sent; null before. */
    clock_ahead_ms: number | null
  }

export const chargeTable = new KeyedTable<ChargeRow, ChargeState, ChargeTransitionCause>({
  name: 'charge',
  columns: `${keyedColumns}, customer_id, way, description, card, replaces, due_at, decline, payment_id, link_id, finished_at,
    COALESCE(lease_until < clock_timestamp(), false) AS is_left, clock_ahead_ms`,
  moves: chargeTransitions,
  unsent: `state = 'DRAFT' AND replaces IS NULL AND sent_at IS NULL`,
  shownIn: ({ id, customer_id }) => [
    ['charges', id],
    ['customers', customer_id],
  ],
})

/** Returns a charge as pages see it; `names` are the team's members by id. */
export function shownCharge(row: ChargeRow, now: Date, names?: ReadonlyMap<string, string>): ShownCharge {
  const { id, customer_id, way, state, currency, description, card, problem, decline } = row
  const { payment_id, link_id, request_id, attempts, replaces, user_id } = row
  return {
    ...{ id, customer_id, way, state, currency, description, card, problem, decline },
    ...{ payment_id, link_id, request_id, attempts, replaces },
    amount: Number(row.amount),
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

/** Time after the first call in which the request is repeated; later the customer may have paid another way. */
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

/** Returns the range of the host's clock at an instant of ours; it may have been set after the charge was sent. */
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

export async function auditStep(
  scope: AuditScope,
  action: string,
  { id, amount, currency, customer_id }: ChargeRow,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const details = { amount: Number(amount), currency, customer_id, ...more }
  await recordTeamAudit(scope.db, { ...scope, action, objectId: id, details, now: scope.now() })
}
