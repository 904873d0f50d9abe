import { z } from 'zod'
import { parseRequest } from '@/lib/contract/field-errors'
import { newId } from '@/lib/contract/ids'
import { NAME_MAX, NAME_MIN } from '@/lib/contract/limits'
import { problem, trimmedText } from '@/lib/contract/text'
import type { Handle, Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import type { Actor } from '@/lib/service/context'
import { type BankAccountRow, bankAccountColumns, numberAad } from './bank-account-row'

/** Format of an account number: the shortest in use have 4 digits; an IBAN has at most 34 characters. */
const NUMBER = /^[0-9A-Z]{4,34}$/

const inputSchema = z.strictObject({
  bank_name: trimmedText({ min: NAME_MIN, max: NAME_MAX }),
  holder: trimmedText({ min: NAME_MIN, max: NAME_MAX }),
  number: z
    .string()
    .transform((text) => text.replace(/[\s.-]/g, '').toUpperCase())
    .refine(
      (text) => NUMBER.test(text),
      problem('invalid_value', 'Must be an account number or an IBAN: 4 to 34 letters and digits.'),
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
 * Sets the bank account that receives this account's money from now on; transfers that no bank has accepted go there
 * too, and refused ones are retried. Spaces, dots and dashes of the number are ignored; it is sealed, and only its last
 * four digits are shown. Throws 400 `invalid_parameters`.
 */
export async function setBankAccount(
  change: BankAccountChange,
  input: SetBankAccountInput,
): Promise<BankAccountRow> {
  const { db, accountId, actor, now } = change
  const given = parseRequest(inputSchema, input)
  return db.transaction(async (tx) => {
    // The lock serializes two concurrent changes of the bank account.
    await lockBankAccount(tx, accountId)
    await tx.query({
      name: 'replace-bank-account',
      text: 'UPDATE service.bank_account SET replaced_at = $2 WHERE account_id = $1 AND replaced_at IS NULL',
      values: [accountId, now],
    })
    const row = await insertBankAccount(tx, change, given)
    if (!row) throw new Error(`account ${accountId} has two bank accounts`)
    await makeWaitingTransfersDue(tx, row, now)
    const details = { last4: row.last4 }
    const action = 'bank_account.set'
    await recordAudit(tx, { accountId, actor, action, objectId: row.id, details, now })
    return row
  })
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
  { accountId, keyring, now }: Pick<BankAccountChange, 'accountId' | 'keyring' | 'now'>,
  { bank_name, holder, number }: z.output<typeof inputSchema>,
): Promise<BankAccountRow | null> {
  const id = newId('ba', now)
  const { rows } = await tx.query<BankAccountRow>({
    name: 'insert-bank-account',
    text: `INSERT INTO service.bank_account (account_id, id, bank_name, holder, number_sealed, last4, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (account_id) WHERE replaced_at IS NULL DO NOTHING
      RETURNING ${bankAccountColumns}`,
    values: [
      accountId,
      id,
      bank_name,
      holder,
      keyring.seal(number, numberAad({ accountId, id })),
      number.slice(-4),
      now,
    ],
  })
  return rows[0] ?? null
}

/** Makes waiting transfers due: without an accepted order, a transfer may go to another account than before. */
export async function makeWaitingTransfersDue(tx: Queryable, row: BankAccountRow, now: Date): Promise<void> {
  await tx.query({
    name: 'retarget-transfers',
    text: `UPDATE service.settlement SET transfer_step = 'WAITING', bank_account_id = $2, due_at = $3, problem = NULL, attempts = 0
      WHERE account_id = $1 AND status = 'PENDING' AND transfer_step IN ('WAITING', 'REFUSED')`,
    values: [row.account_id, row.id, now],
  })
}
