import { ID_TEXT_MAX } from '@/lib/contract/limits'
import type { Refund } from '@/lib/contract/refund'
import { QUIET_MS } from '@/lib/dashboard/charges/keyed-table'
import type { ChargeProblem } from '@/lib/dashboard/charges/shape'
import { mirrorPayment, resultOfFailure } from '@/lib/dashboard/charges/store-host-result'
import { CLOCK_MARGIN_MS } from '@/lib/dashboard/client/host-clock'
import { type HostError, HostRefused, isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import { mirrorAmount } from '@/lib/dashboard/mirror/mirror-amount'
import { sql } from '@/lib/platform/sql'
import { type RefundRow, refundTable } from './refund-row'
import type { RefundState } from './shape'

/** Meaning of the host's answer to a refund (docs/refunds.md). */
export type HostRefundResult = { requestId: string | null } & (
  | { kind: 'refund'; refund: Refund }
  /** The host has the refund and does not know its outcome. */
  | { kind: 'named'; refundId: string; problem: ChargeProblem }
  /** The host has stored that nothing runs under the key, and lists no such refund. */
  | { kind: 'not_made'; problem: ChargeProblem }
  /** No call was executed. */
  | { kind: 'refused'; problem: ChargeProblem }
  /** This call executed nothing; an earlier one may have. */
  | { kind: 'waiting'; problem: ChargeProblem | null }
  /** This call may have been executed. */
  | { kind: 'unknown'; problem: ChargeProblem }
)

/**
 * Sends the request of a refund under its only key; a refund that the host has named is read from the host's list instead.
 * `until` is the end of the caller's lease, in milliseconds of `performance.now()`: a process that was paused beyond it
 * sends nothing and gets null. Throws only errors that are not the host's.
 */
export async function callRefund(
  ctx: ConnectionContext,
  row: RefundRow,
  until: number,
): Promise<HostRefundResult | null> {
  if (performance.now() >= until) return null
  const { payment_id: id, idempotency_key: idempotencyKey, reason, note } = row
  if (row.state === 'PENDING') {
    const { refund, requestId } = await searchList(ctx, row)
    return refund ? { kind: 'refund', refund, requestId } : { kind: 'waiting', problem: null, requestId }
  }
  try {
    const body = { amount: Number(row.amount), reason, note: note ?? undefined }
    const { data, requestId } = await ctx.client.call('createRefund', { id, idempotencyKey, body })
    return { kind: 'refund', refund: data, requestId }
  } catch (error) {
    if (!isHostError(error)) throw error
    const { message: problem, requestId } = error
    ctx.log.warn({ refund: row.id, problem, requestId }, 'a refund has no outcome by this call')
    return resultOf(ctx, row, error)
  }
}

const unresolvedCodes: ReadonlySet<string> = new Set(['refund_unresolved', 'idempotency_unresolved'])
/** Refusals that a host gives after it has looked at the key, which is therefore unused. */
const afterKey: ReadonlySet<number> = new Set([400, 409])

/** Interprets a failed call. After calls with an unknown effect, the refunds that the host lists decide what it cannot. */
async function resultOf(ctx: ConnectionContext, row: RefundRow, error: HostError): Promise<HostRefundResult> {
  const { requestId } = error
  const failure = resultOfFailure(error)
  const problem = 'problem' in failure ? failure.problem : { ...REFUSED, message: error.message }
  const refusal = error instanceof HostRefused ? error : null
  const isUnresolved = refusal?.status === 409 && unresolvedCodes.has(refusal.code)
  const named = refusal?.details.refund_id
  if (isUnresolved && typeof named === 'string' && named !== '')
    return { kind: 'named', refundId: named.slice(0, ID_TEXT_MAX), problem, requestId }
  if (failure.kind === 'unknown' && !isUnresolved) return { kind: 'unknown', problem, requestId }
  const since = row.unknown_at ?? (row.state === 'UNKNOWN' ? row.sent_at : null)
  if (since === null) return { kind: isUnresolved ? 'unknown' : 'refused', problem, requestId }
  const isQuiet = ctx.now().getTime() - since.getTime() > QUIET_MS
  const waiting = { kind: 'waiting', problem, requestId } as const
  if (!isUnresolved && !(isQuiet && refusal && afterKey.has(refusal.status))) return waiting
  const { refund, isWhole } = await searchList(ctx, row)
  if (refund) return { kind: 'refund', refund, requestId }
  if (!isWhole || !isQuiet) return waiting
  if (!isUnresolved) return { kind: 'refused', problem, requestId }
  const isOver = refusal.code === 'idempotency_unresolved' && refusal.isReplay
  return isOver ? { kind: 'not_made', problem, requestId } : waiting
}

/** Problem of a host that answers a refund as a charge: 402. */
const REFUSED: ChargeProblem = { status: 402, code: 'refused', message: '', retry_after_s: null }

const PAGE_SIZE = 100
const TIMEOUT_MS = 5_000

interface Search {
  refund: Refund | null
  /** True if the host listed every refund of the payment. */
  isWhole: boolean
  requestId: string | null
}

/** Searches the host's list for a refund: by its id if the host has named it, otherwise by its contents. */
async function searchList(ctx: ConnectionContext, row: RefundRow): Promise<Search> {
  const input = { id: row.payment_id, query: { limit: PAGE_SIZE }, signal: AbortSignal.timeout(TIMEOUT_MS) }
  try {
    const { data, requestId } = await ctx.client.call('listRefunds', input)
    const named = row.host_refund_id
    const taken = named === null ? await namedByOthers(ctx, row) : null
    const refund = data.data.find((each) =>
      taken ? isOf(ctx, row, each) && !taken.has(each.id) : each.id === named,
    )
    return { refund: refund ?? null, isWhole: !data.has_more, requestId }
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ refund: row.id, problem: error.message }, 'the refunds of a payment were not listed')
    return { refund: null, isWhole: false, requestId: error.requestId }
  }
}

/** Returns the host's ids of the payment's other refunds from the dashboard. */
async function namedByOthers({ connectionId, db }: ConnectionContext, { payment_id, id }: RefundRow) {
  const { rows } = await db.query<{ host_refund_id: string }>(sql`
    SELECT host_refund_id FROM dashboard.refund
    WHERE connection_id = ${connectionId} AND payment_id = ${payment_id} AND id <> ${id} AND host_refund_id IS NOT NULL`)
  return new Set(rows.map((row) => row.host_refund_id))
}

function isOf({ clock }: ConnectionContext, row: RefundRow, refund: Refund): boolean {
  const sentAt = (row.sent_at ?? row.created_at).getTime() + clock.aheadMs
  return (
    refund.reason === row.reason &&
    refund.note === row.note &&
    mirrorAmount(refund.amount, row.currency) === BigInt(row.amount_minor) &&
    Date.parse(refund.created_at) >= sentAt - CLOCK_MARGIN_MS
  )
}

/** Longest pause between two questions about one refund: a bank may take hours. */
const LONGEST_PAUSE_MS = 10 * 60_000

/** Next state of a refund; a `refund` has its own status. */
const moves = {
  named: 'PENDING',
  not_made: 'NOT_MADE',
  refused: 'DRAFT',
  waiting: 'UNKNOWN',
  unknown: 'UNKNOWN',
} as const

/** Stores what a call revealed (docs/refunds.md); an answer that is too late changes nothing. Returns the refund. */
export async function storeRefundResult(
  ctx: ConnectionContext,
  row: RefundRow,
  result: HostRefundResult,
): Promise<RefundRow> {
  const refund = result.kind === 'refund' ? result.refund : null
  const state = stateOf(row, result)
  const stored = await refundTable.store(ctx, row, {
    state,
    isUnknown: result.kind === 'unknown',
    problem: 'problem' in result ? result.problem : null,
    requestId: result.requestId,
    longestPauseMs: state === 'UNKNOWN' || state === 'PENDING' ? LONGEST_PAUSE_MS : null,
    values: {
      decline_code: refund?.decline_code ?? null,
      fee_returned: refund?.fee_returned === undefined ? null : String(refund.fee_returned),
      host_refund_id: refund?.id ?? (result.kind === 'named' ? result.refundId : null),
    },
  })
  if (stored && (refund || result.kind === 'named')) await mirrorPayment(ctx, row.payment_id)
  return stored ?? refundTable.known(ctx, row.id)
}

function stateOf({ state }: RefundRow, result: HostRefundResult): RefundState {
  if (result.kind === 'refund') return result.refund.status
  return state === 'PENDING' ? state : moves[result.kind]
}
