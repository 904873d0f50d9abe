import { toDecimalString } from '@/lib/domain/money'
import type { Keyring } from '@/lib/platform/secrets'
import { getBankAccount } from '@/lib/service/bank/get-bank-account'
import { type SetBankAccountInput, setBankAccount } from '@/lib/service/bank/set-bank-account'
import { type TestAccount, testAccounts } from '@/lib/service/bank/test-accounts'
import { type SettlementRow, settlementColumns } from '@/lib/service/settlements/settlement-row'
import type { PanelContext } from './panel'

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

/** Returns an account's bank account and its unsent transfers. */
export async function readPayouts({ account, db }: PanelContext): Promise<Payouts> {
  const { id, settlement_schedule: schedule } = account
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

/** Sets the account's bank account, audited under the member. Throws 400 `invalid_parameters`. */
export async function namePayoutAccount(
  { accountId, actor, db, now }: PanelContext,
  { keyring }: { keyring: Keyring },
  input: SetBankAccountInput,
): Promise<void> {
  await setBankAccount({ db, accountId, actor, keyring, now: now() }, input)
}
