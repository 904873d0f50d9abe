import type { Database } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import { ensureTestBankAccount } from '@/lib/service/bank/set-bank-account'
import { type Generation, generateSettlement, periodOf, type SettledAccount } from './generate-settlement'
import type { SettlementRow } from './settlement-row'

export interface SettleDeps {
  database: Database
  keyring: Keyring
  /** True to give accounts without a bank account one of the test bank's. */
  usesTestBank: boolean
}

interface WaitingAccount extends SettledAccount {
  name: string
  legal_name: string | null
  oldest: Date
}

const PAGE = 500

/** Generates every due settlement, oldest first, in any number of workers; `failed` ones block no other. */
export async function settleDue(
  deps: SettleDeps,
  generation: Generation,
  accountId: string | null = null,
): Promise<{ settlements: SettlementRow[]; failed: { accountId: string; error: unknown }[] }> {
  const settlements: SettlementRow[] = []
  const failed: { accountId: string; error: unknown }[] = []
  for await (const account of waitingAccounts(deps.database, accountId)) {
    const calendar = { timezone: account.timezone, schedule: account.settlement_schedule }
    // A cheap check without the lock suffices for most accounts, which wait for the end of their day.
    if (periodOf(account.oldest, calendar).end > generation.until) continue
    try {
      settlements.push(...(await settleAccount(deps, account, generation)))
    } catch (error) {
      failed.push({ accountId: account.id, error })
    }
  }
  return { settlements, failed }
}

/** Generates all that is due now and logs it. Any number of runs may overlap. */
export async function generateSettlements({
  log,
  now,
  ...deps
}: SettleDeps & { log: Log; now(): Date }): Promise<void> {
  const instant = now()
  const { settlements, failed } = await settleDue(deps, { until: instant, now: instant })
  for (const { id, account_id, status, net_minor, currency } of settlements)
    log.info({ settlement_id: id, account_id, status, net_minor, currency }, 'settlement generated')
  for (const { accountId, error } of failed)
    log.error({ account_id: accountId, err: error }, 'an account could not be settled')
}

async function settleAccount(
  { database, keyring, usesTestBank }: SettleDeps,
  account: WaitingAccount,
  generation: Generation,
): Promise<SettlementRow[]> {
  const db = database.as('checkout_service', account.id)
  if (usesTestBank) {
    const holder = account.legal_name ?? account.name
    await ensureTestBankAccount(db, { accountId: account.id, holder, keyring, now: generation.now })
  }
  const generated: SettlementRow[] = []
  for (;;) {
    const settlement = await generateSettlement(db, account, generation)
    if (!settlement) return generated
    generated.push(settlement)
  }
}

/** Yields accounts with approved payments that no settlement has, in any status. */
async function* waitingAccounts(
  database: Database,
  accountId: string | null,
): AsyncGenerator<WaitingAccount> {
  let after = ''
  for (;;) {
    const { rows } = await database.as('checkout_system').query<WaitingAccount>({
      name: 'settle-waiting-accounts',
      text: `SELECT a.id, a.name, a.legal_name, a.currency, a.timezone, a.settlement_schedule, p.approved_at AS oldest
        FROM service.account a CROSS JOIN LATERAL (
          SELECT approved_at FROM service.payment
          WHERE account_id = a.id AND status = 'APPROVED' AND settlement_id IS NULL ORDER BY approved_at LIMIT 1
        ) p
        WHERE a.id > $1 AND ($2::text IS NULL OR a.id = $2) ORDER BY a.id LIMIT $3`,
      values: [after, accountId, PAGE],
    })
    yield* rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}
