import type { Account } from '@/lib/contract/account'
import type { Balance } from '@/lib/contract/balance'
import { knownBalance, refreshBalance } from '@/lib/dashboard/balance/refresh-balance'
import { isHostError } from '@/lib/dashboard/client/host-errors'
import type { ConnectionContext } from '@/lib/dashboard/context'
import type { HostProblem } from '@/lib/dashboard/mirror/shape'
import { type ObjectSource, problemOf } from '@/lib/dashboard/reads/read-object'
import { refreshAccount } from '@/lib/dashboard/sync/refresh-account'
import { FinalProblem } from '@/lib/dashboard/sync/sync-run'

/** The account as the host last reported it, with the fees of its balance. */
export type AccountView = {
  account: Account
  /** Fees; null if the host never returned its balance. */
  fees: (Balance['fee_schedule'] & { currency: string }) | null
  /** Null before the host was called, false if it did not respond; `problem` then contains the reason. */
  confirmed: boolean | null
  problem: HostProblem | null
}

/** Longest wait of a page for a slow host; then it keeps the last response. */
const HOST_TIMEOUT_MS = 3_000

/**
 * Returns the account with its fees: the host's current response, or the last one with the reason why there is no newer
 * one.
 */
export async function accountView(ctx: ConnectionContext, from: ObjectSource = 'host'): Promise<AccountView> {
  if (from === 'mirror') return viewOf(ctx, ctx.account, { confirmed: null, problem: null })
  const signal = AbortSignal.timeout(HOST_TIMEOUT_MS)
  try {
    const [account] = await Promise.all([refreshAccount(ctx, signal), refreshFees(ctx, signal)])
    // Dates use a zone that Postgres has; a changed zone applies from the next request on.
    return viewOf(ctx, { ...account, timezone: ctx.account.timezone }, { confirmed: true, problem: null })
  } catch (error) {
    if (!isHostError(error) && !(error instanceof FinalProblem)) throw error
    const problem = isHostError(error)
      ? problemOf(error)
      : ({ code: 'object_missing', requestId: null } as const)
    ctx.log.warn({ problem: error.message }, 'the account was not confirmed')
    return viewOf(ctx, ctx.account, { confirmed: false, problem })
  }
}

/** Updates the fees. If the host returns the account but not its balance, the last reported fees stay. */
async function refreshFees(ctx: ConnectionContext, signal: AbortSignal): Promise<void> {
  try {
    await refreshBalance(ctx, signal)
  } catch (error) {
    if (!isHostError(error)) throw error
    ctx.log.warn({ problem: error.message }, 'the fees were not confirmed')
  }
}

async function viewOf(
  ctx: ConnectionContext,
  account: Account,
  read: Pick<AccountView, 'confirmed' | 'problem'>,
): Promise<AccountView> {
  const known = await knownBalance(ctx)
  return {
    account,
    fees: known && { ...known.balance.fee_schedule, currency: known.balance.currency },
    ...read,
  }
}
