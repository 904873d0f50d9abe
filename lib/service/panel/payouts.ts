import { toDecimalString } from '@/lib/domain/money'
import type { Database } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { findKey } from '@/lib/service/accounts/authenticate-key'
import { getBankAccount } from '@/lib/service/bank/get-bank-account'
import { type SetBankAccountInput, setBankAccount } from '@/lib/service/bank/set-bank-account'
import { type TestAccount, testAccounts } from '@/lib/service/bank/test-accounts'
import { type SettlementRow, settlementColumns } from '@/lib/service/settlements/settlement-row'

/** Dependencies of the panel's verbs. The key determines the account, so that no account is reached by its id. */
export interface Panel {
  database: Database
  keyring: Keyring
  now(): Date
}

export interface PayoutAccount {
  bankName: string
  holder: string
  last4: string
  /** ISO 8601. */
  since: string
}

/** A transfer that has not left. */
export interface WaitingTransfer {
  id: string
  /** Decimal text in major units. */
  amount: string
  currency: string
  /** Code of the reason; null while the transfer is only in transit. */
  problem: string | null
}

export interface Payouts {
  account: PayoutAccount | null
  schedule: string
  waiting: readonly WaitingTransfer[]
}

/** Returns the numbers for which the test bank has another outcome than paying; for accounts in test mode. */
export function bankTestAccounts(): readonly TestAccount[] {
  return testAccounts
}

const WAITING_SHOWN = 20

/** Returns an account's bank account and its unsent transfers. null = the key belongs to no account of this service. */
export async function readPayouts({ database }: Panel, apiKey: string): Promise<Payouts | null> {
  const found = await findKey(database, apiKey)
  if (!found) return null
  const { id, settlement_schedule: schedule } = found.account
  const db = database.as('checkout_service', id)
  const row = await getBankAccount(db, id)
  const { rows } = await db.query<SettlementRow>({
    name: 'panel-waiting-transfers',
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.account_id = $1 AND s.status = 'PENDING'
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${WAITING_SHOWN}`,
    values: [id],
  })
  return {
    account: row && {
      bankName: row.bank_name,
      holder: row.holder,
      last4: row.last4,
      since: row.created_at.toISOString(),
    },
    schedule,
    waiting: rows.map(({ id: settlementId, net_minor, currency, problem }) => ({
      id: settlementId,
      amount: toDecimalString(net_minor, currency),
      currency,
      problem,
    })),
  }
}

/**
 * Sets the bank account of the key's account, audited under the member. false = the key belongs to no account of this
 * service. Throws 400 `invalid_parameters`.
 */
export async function namePayoutAccount(
  { database, keyring, now }: Panel,
  { apiKey, memberId }: { apiKey: string; memberId: string },
  input: SetBankAccountInput,
): Promise<boolean> {
  const found = await findKey(database, apiKey)
  if (!found) return false
  const accountId = found.account.id
  const db = database.as('checkout_service', accountId)
  const actor = { kind: 'member', id: memberId } as const
  await setBankAccount({ db, accountId, actor, keyring, now: now() }, input)
  return true
}
