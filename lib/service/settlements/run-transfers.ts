import type { Database } from '@/lib/platform/database'
import { type Lanes, shareLanes } from '@/lib/platform/jobs/lanes'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import { LOST_NUMBER, numberAad } from '@/lib/service/bank/bank-account-row'
import { type Bank, BankUnreachable, type TransferAnswer, withBankTimeout } from '@/lib/service/bank/port'
import { ensureTestBankAccount } from '@/lib/service/bank/set-bank-account'
import { type ClaimedTransfer, claimTransfers, markTransfersWithoutAccount } from './claim-transfers'
import { finishOrdered, finishPaid, finishRefused, finishUnknown } from './finish-transfer'

export interface TransferDeps {
  database: Database
  bank: Bank
  keyring: Keyring
  /** True to give accounts without a bank account one of the test bank's. */
  usesTestBank: boolean
  /** Name of this process, for readers of rows. */
  owner: string
  leaseMs: number
  now(): Date
  log: Log
}

/** Result of one transfer in this run; `lost`: another run holds it now. */
export type TransferEnd = 'paid' | 'ordered' | 'refused' | 'unknown' | 'lost'

/** Questions to the bank at once, or accounts whose transfers run side by side, in one process. */
export const TRANSFER_CONCURRENCY = 10
/** A bank that does not answer is asked again after 2 s, 4 s … at most 10 minutes. */
const FIRST_WAIT_MS = 2_000
const LONGEST_WAIT_MS = 600_000
/** Interval of the fallback check: setting a bank account makes its transfers due at once. */
const NO_ACCOUNT_WAIT_MS = 600_000
/** Minimum wait for a bank whose clock is behind ours. */
const ORDERED_WAIT_MIN_MS = 1_000
/** Wait after the bank reported another moved amount: a person must check it, so the next call is not urgent. */
const MISMATCH_WAIT_MS = 3_600_000

/**
 * Carries out every transfer that is due at `now()` (of `ids` only, if given), and returns when none is. Throws, at the
 * end of a batch, the first failure: the leases of its transfers will pass.
 */
export async function runTransfers(
  deps: TransferDeps,
  ids: readonly string[] | null = null,
): Promise<{ id: string; end: TransferEnd }[]> {
  const { database, owner, leaseMs, now } = deps
  const ends: { id: string; end: TransferEnd }[] = []
  await provideBankAccounts(deps, ids)
  for (;;) {
    const claim = { owner, leaseMs, limit: TRANSFER_CONCURRENCY, now: now(), ids }
    const claimed = await claimTransfers(database.as('checkout_system'), claim)
    if (claimed.length === 0) return ends
    const running = claimed.map(async (transfer) => ({
      id: transfer.id,
      end: await executeTransfer(deps, transfer),
    }))
    await Promise.allSettled(running)
    ends.push(...(await Promise.all(running)))
  }
}

/** Starts the transfers that are due, in one lane for each account. @returns their number */
export async function startTransfers(deps: TransferDeps, lanes: Lanes): Promise<number> {
  const { database, owner, leaseMs, now } = deps
  await provideBankAccounts(deps, null)
  return shareLanes(
    lanes,
    async ({ keys: busy, free: limit }) => {
      const claim = { owner, leaseMs, limit, now: now(), ids: null, busy }
      const claimed = await claimTransfers(database.as('checkout_system'), claim)
      return claimed.map((transfer) => ({
        ...transfer,
        lane: transfer.account_id,
        lane_team: transfer.account_id,
      }))
    },
    async (own) => void (await Promise.all(own.map((transfer) => executeTransfer(deps, transfer)))),
  )
}

async function provideBankAccounts(deps: TransferDeps, ids: readonly string[] | null): Promise<void> {
  const now = deps.now()
  const againAt = new Date(now.getTime() + NO_ACCOUNT_WAIT_MS)
  const db = deps.database.as('checkout_system')
  const accounts = await markTransfersWithoutAccount(db, { now, ids, againAt })
  if (!deps.usesTestBank) return
  for (const accountId of accounts) {
    const { rows } = await db.query<{ holder: string }>({
      text: 'SELECT coalesce(legal_name, name) AS holder FROM service.account WHERE id = $1',
      values: [accountId],
    })
    const holder = rows[0]?.holder ?? accountId
    await ensureTestBankAccount(db, { accountId, holder, keyring: deps.keyring, now })
  }
}

async function executeTransfer(deps: TransferDeps, transfer: ClaimedTransfer): Promise<TransferEnd> {
  const { database, now, log } = deps
  const db = database.as('checkout_service', transfer.account_id)
  const facts = { settlement_id: transfer.id, account_id: transfer.account_id }
  let answer: TransferAnswer
  try {
    answer = await ask(deps, transfer)
  } catch (error) {
    if (!(error instanceof BankUnreachable)) throw error
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** Math.min(transfer.attempts - 1, 20), LONGEST_WAIT_MS)
    log.warn({ ...facts, error: error.message, wait_ms: waitMs }, 'a transfer is unanswered')
    const kept = await finishUnknown(db, transfer, 'bank_unreachable', new Date(now().getTime() + waitMs))
    return kept ? 'unknown' : 'lost'
  }
  switch (answer.outcome) {
    case 'ordered': {
      const againMs = Math.max(answer.askAgainAt.getTime(), now().getTime() + ORDERED_WAIT_MIN_MS)
      return (await finishOrdered(db, transfer, new Date(againMs))) ? 'ordered' : 'lost'
    }
    case 'refused':
      log.warn({ ...facts, reason: answer.reason }, 'a transfer was refused')
      return (await finishRefused(db, transfer, answer.reason, now())) ? 'refused' : 'lost'
    case 'sent': {
      const { amountMinor, currency, bankReference } = answer
      if (amountMinor !== transfer.net_minor || currency !== transfer.currency) {
        const expected = `${transfer.net_minor} ${transfer.currency}`
        log.error(
          { ...facts, expected, found: `${amountMinor} ${currency}` },
          'the bank moved another amount',
        )
        const againAt = new Date(now().getTime() + MISMATCH_WAIT_MS)
        return (await finishUnknown(db, transfer, 'bank_moved_other_amount', againAt)) ? 'unknown' : 'lost'
      }
      const paid = await finishPaid(db, transfer, bankReference, now())
      if (paid) log.info({ ...facts, reference: bankReference }, 'a transfer has left')
      return paid ? 'paid' : 'lost'
    }
  }
}

/** Sends a new order, or asks for one that may have been sent: a lost refusal is never ordered again. */
async function ask({ bank, keyring }: TransferDeps, transfer: ClaimedTransfer): Promise<TransferAnswer> {
  const { account_id: accountId, bank_account_id: id, number_sealed } = transfer
  if (transfer.step !== 'WAITING') {
    const known = await withBankTimeout((signal) => bank.status(transfer.id, signal))
    if (known) return known
  }
  const accountNumber = keyring.open(number_sealed, numberAad({ accountId, id }))
  // The bank has no order of it, and gets none.
  if (accountNumber === LOST_NUMBER) return { outcome: 'refused', reason: 'account_not_found' }
  const order = {
    reference: transfer.id,
    amountMinor: transfer.net_minor,
    currency: transfer.currency,
    accountNumber,
    holder: transfer.holder,
    bankName: transfer.bank_name,
    claimedAt: transfer.claimed_at,
  }
  return withBankTimeout((signal) => bank.send(order, signal))
}
