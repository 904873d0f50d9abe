import type { PayoutAccount, Payouts } from '@/lib/contract/panel/payouts'
import { toDecimalString } from '@/lib/domain/money'
import { type BankAccountRow, getBankAccount, getNextBankAccount } from '@/lib/service/bank/bank-account-row'
import {
  cancelBankAccountChange,
  type SetBankAccountInput,
  setBankAccount,
} from '@/lib/service/bank/set-bank-account'
import { type TestAccount, testAccounts } from '@/lib/service/bank/test-bank-transfers'
import { type SettlementRow, settlementColumns } from '@/lib/service/settlements/settlement-row'
import type { Panel, PanelContext } from './panel'

/** Returns the numbers for which the test bank has another outcome than paying; for accounts in test mode. */
export function bankTestAccounts(): readonly TestAccount[] {
  return testAccounts
}

const WAITING_SHOWN = 20

/** Returns an account's bank account and its unsent transfers. */
export async function readPayouts({ account, db, now }: PanelContext): Promise<Payouts> {
  const { id, settlement_schedule: schedule } = account
  const row = await getBankAccount(db, id, now())
  const next = await getNextBankAccount(db, id, now())
  const { rows } = await db.query<SettlementRow>({
    name: 'panel-waiting-transfers',
    text: `SELECT ${settlementColumns} FROM service.settlement s WHERE s.account_id = $1 AND s.status = 'PENDING'
      ORDER BY s.created_at DESC, s.id DESC LIMIT ${WAITING_SHOWN}`,
    values: [id],
  })
  return {
    account: row && shownAccount(row),
    next: next && shownAccount(next),
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
 * Returns whether the account of a connection has no bank account, a change of it that waits, or one that is set, by one read
 * by its index; null without a read for a connection to another deployment, and for an account of another team.
 */
export async function payoutState(
  { database, baseUrl, now, shares }: Pick<Panel, 'database' | 'baseUrl' | 'now' | 'shares'>,
  connection: { baseUrl: string; accountId: string; teamId: string },
): Promise<'none' | 'change' | 'set' | null> {
  const { accountId, teamId } = connection
  if (connection.baseUrl !== baseUrl) return null
  const db = database.as('checkout_service', accountId)
  const { rows } = await (shares?.handle(accountId, db) ?? db).query<{ state: 'none' | 'change' | 'set' }>({
    name: 'payout-state',
    text: `SELECT CASE WHEN b.id IS NULL THEN 'none' WHEN b.effective_at > $3 THEN 'change' ELSE 'set' END AS state
      FROM service.account a LEFT JOIN service.bank_account b ON b.account_id = a.id AND b.replaced_at IS NULL
      WHERE a.id = $1 AND a.owner_team = $2`,
    values: [accountId, teamId, now()],
  })
  return rows[0]?.state ?? null
}

function shownAccount({ bank_name, holder, last4, created_at, effective_at }: BankAccountRow): PayoutAccount {
  return { bankName: bank_name, holder, last4, since: (effective_at ?? created_at).toISOString() }
}

/** Cancels a change that is not effective yet, audited under the member. false = there is none. */
export function cancelPayoutChange(panel: PanelContext): Promise<boolean> {
  return cancelBankAccountChange({ ...panel, now: panel.now() })
}

/** Sets the account's bank account, audited under the member. Throws 400 `invalid_parameters`. */
export async function namePayoutAccount(
  panel: PanelContext,
  { keyring, payoutHoldMs: holdMs }: Pick<Panel, 'keyring' | 'payoutHoldMs'>,
  input: SetBankAccountInput,
) {
  await setBankAccount({ ...panel, keyring, now: panel.now() }, input, { holdMs })
}
