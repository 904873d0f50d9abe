import { z } from 'zod'
import { parseRequest } from '@/lib/contract/field-errors'
import { newId } from '@/lib/contract/ids'
import { NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { problem, trimmedText } from '@/lib/contract/text'
import { bareAccountNumber, isWrongIban } from '@/lib/domain/account-number'
import { findRow, type Handle, type Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { insertOf } from '@/lib/service/insert-row'
import {
  type BankAccountRow,
  bankAccountColumns,
  getBankAccount,
  getNextBankAccount,
  numberAad,
} from './bank-account-row'
import { testAccounts } from './test-bank-transfers'

/** Format of an account number: the shortest in use have 4 digits; an IBAN has at most 34 characters. */
const NUMBER = /^[0-9A-Z]{4,34}$/

const inputSchema = z.strictObject({
  bank_name: trimmedText({ min: NAME_MIN, max: NAME_MAX }),
  holder: trimmedText({ min: NAME_MIN, max: NAME_MAX }),
  number: z
    .string()
    .transform(bareAccountNumber)
    .refine(
      (text) => NUMBER.test(text),
      problem('invalid_value', 'Must be an account number or an IBAN: 4 to 34 letters and digits.'),
    )
    .refine(
      (text) => !isWrongIban(text),
      problem('invalid_value', 'This IBAN is not right. Check it against the one from the bank.'),
    ),
})

export type SetBankAccountInput = z.input<typeof inputSchema>

export interface BankAccountChange {
  /** Handle under `checkout_service` bound to the account, or under `checkout_system`. */
  db: Handle
  accountId: string
  actor: Actor
  keyring: Keyring
  now: Date
}

/**
 * Sets the bank account that receives the settlements generated after `holdMs`, and refused ones; the first one at
 * once. A change that still waits is replaced. The number is sealed. Throws 400 `invalid_parameters`.
 */
export async function setBankAccount(
  change: BankAccountChange,
  input: SetBankAccountInput,
  { holdMs }: { holdMs: number },
): Promise<BankAccountRow> {
  const { db, accountId, actor, now } = change
  const given = parseRequest(inputSchema, input)
  return db.transaction(async (tx) => {
    // The lock serializes two concurrent changes of the bank account.
    await lockBankAccount(tx, accountId)
    const before = await getBankAccount(tx, accountId, now)
    await withdrawChange(tx, accountId, before, now)
    const effectiveAt = before ? new Date(now.getTime() + holdMs) : null
    await tx.query({
      name: 'replace-bank-account',
      text: 'UPDATE service.bank_account SET replaced_at = $2 WHERE account_id = $1 AND replaced_at IS NULL',
      values: [accountId, effectiveAt ?? now],
    })
    const row = await insertBankAccount(tx, { ...change, effectiveAt }, given)
    if (!row) throw new Error(`account ${accountId} has two bank accounts`)
    await makeHeldTransfersDue(tx, row, effectiveAt ?? now)
    const details = {
      last4: row.last4,
      replaces: before?.last4 ?? null,
      effective_at: (effectiveAt ?? now).toISOString(),
    }
    const action = 'bank_account.set'
    await recordAudit(tx, { accountId, actor, action, objectId: row.id, details, now })
    return row
  })
}

/** Cancels a change of the bank account that is not effective yet; false if there is none. */
export async function cancelBankAccountChange({
  db,
  accountId,
  actor,
  now,
}: Omit<BankAccountChange, 'keyring'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockBankAccount(tx, accountId)
    const current = await getBankAccount(tx, accountId, now)
    const withdrawn = await withdrawChange(tx, accountId, current, now)
    if (withdrawn) {
      const details = { last4: withdrawn.last4, keeps: current?.last4 ?? null }
      const trace = {
        accountId,
        actor,
        action: 'bank_account.change_canceled',
        objectId: withdrawn.id,
        details,
        now,
      }
      await recordAudit(tx, trace)
    }
    return withdrawn !== null
  })
}

/** Ends a bank account: transfers that have not begun wait for another one. false = it has ended before. */
export async function removeBankAccount(
  { db, ...change }: Omit<BankAccountChange, 'keyring'>,
  id: string,
): Promise<boolean> {
  return db.transaction((tx) => endBankAccount(tx, change, id))
}

/** Does in a transaction what `removeBankAccount` does. */
export async function endBankAccount(
  tx: Queryable,
  { accountId, actor, now }: Pick<BankAccountChange, 'accountId' | 'actor' | 'now'>,
  id: string,
): Promise<boolean> {
  await lockBankAccount(tx, accountId)
  // A settlement that is being generated would be written for this bank account afterwards.
  await tx.query({
    name: 'wait-for-settlements',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('settlements of ' || $1, 0))`,
    values: [accountId],
  })
  const { count } = await tx.query({
    name: 'remove-bank-account',
    text: `UPDATE service.bank_account SET replaced_at = $3
      WHERE account_id = $1 AND id = $2 AND (replaced_at IS NULL OR replaced_at > $3)`,
    values: [accountId, id, now],
  })
  if (count === 0) return false
  await tx.query({
    name: 'release-transfers',
    text: `UPDATE service.settlement SET bank_account_id = NULL, due_at = $3
      WHERE account_id = $1 AND bank_account_id = $2 AND status = 'PENDING' AND transfer_step = 'WAITING'`,
    values: [accountId, id, now],
  })
  await recordAudit(tx, { accountId, actor, action: 'bank_account.removed', objectId: id, now })
  return true
}

/** Ends a bank account before it has received anything, and restores the current one. Returns it; null without one. */
export async function withdrawChange(
  tx: Queryable,
  accountId: string,
  current: BankAccountRow | null,
  now: Date,
): Promise<BankAccountRow | null> {
  const next = await getNextBankAccount(tx, accountId, now)
  if (!next || !current) return null
  await tx.query({
    name: 'withdraw-bank-account',
    text: 'UPDATE service.bank_account SET replaced_at = $3 WHERE account_id = $1 AND id = $2',
    values: [accountId, next.id, now],
  })
  await tx.query({
    name: 'restore-bank-account',
    text: 'UPDATE service.bank_account SET replaced_at = NULL WHERE account_id = $1 AND id = $2',
    values: [accountId, current.id],
  })
  await tx.query({
    name: 'restore-refused-transfers',
    text: `UPDATE service.settlement SET transfer_step = 'REFUSED', bank_account_id = $3, due_at = NULL
      WHERE account_id = $1 AND bank_account_id = $2 AND status = 'PENDING' AND transfer_step = 'WAITING'`,
    values: [accountId, next.id, current.id],
  })
  return next
}

/** Locks this account's bank account until the transaction ends: others neither change it nor check for a change. */
export async function lockBankAccount(tx: Queryable, accountId: string): Promise<void> {
  await tx.query({
    name: 'lock-bank-account',
    text: `SELECT pg_advisory_xact_lock(hashtextextended('bank account of ' || $1, 0))`,
    values: [accountId],
  })
}

/** Inserts the account's current bank account; returns null if there is one already. */
export async function insertBankAccount(
  tx: Queryable,
  {
    accountId,
    keyring,
    now,
    effectiveAt = null,
  }: Pick<BankAccountChange, 'accountId' | 'keyring' | 'now'> & { effectiveAt?: Date | null },
  { bank_name, holder, number }: z.output<typeof inputSchema>,
): Promise<BankAccountRow | null> {
  const id = newId('ba', now)
  const { insert, values } = insertOf('service.bank_account', {
    account_id: accountId,
    id,
    bank_name,
    holder,
    number_sealed: keyring.seal(number, numberAad({ accountId, id })),
    last4: number.slice(-4),
    created_at: now,
    effective_at: effectiveAt,
  })
  return findRow<BankAccountRow>(tx, {
    name: 'insert-bank-account',
    text: `${insert} ON CONFLICT (account_id) WHERE replaced_at IS NULL DO NOTHING RETURNING ${bankAccountColumns}`,
    values,
  })
}

/** Gives transfers without an account, and refused ones, to a bank account from the time at which it is effective. */
export async function makeHeldTransfersDue(tx: Queryable, row: BankAccountRow, dueAt: Date): Promise<void> {
  await tx.query({
    name: 'retarget-transfers',
    text: `UPDATE service.settlement SET transfer_step = 'WAITING', bank_account_id = $2, due_at = $3, attempts = 0,
        problem = CASE WHEN bank_account_id IS NULL THEN NULL ELSE problem END
      WHERE account_id = $1 AND status = 'PENDING'
        AND (transfer_step = 'REFUSED' OR transfer_step = 'WAITING' AND bank_account_id IS NULL)`,
    values: [row.account_id, row.id, dueAt],
  })
}

const BANK_NAME = 'Test Bank'

/** Gives an account without a bank account one of the test bank's, because in test mode every account has one. */
export async function ensureTestBankAccount(
  db: Handle,
  { accountId, holder, keyring, now }: { accountId: string; holder: string; keyring: Keyring; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [{ number }] = testAccounts
    const row = await insertBankAccount(
      tx,
      { accountId, keyring, now },
      { bank_name: BANK_NAME, holder, number },
    )
    if (row) await makeHeldTransfersDue(tx, row, now)
  })
}
