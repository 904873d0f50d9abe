import { apiKeyAad, signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { totpAad } from '@/lib/dashboard/team/sign-in'
import type { Database, Handle } from '@/lib/platform/database'
import type { Aad, Keyring } from '@/lib/platform/secrets'
import { numberAad } from '@/lib/service/bank/bank-account-row'
import { payoutAad } from '@/lib/service/bank/manual/payout-row'
import { tokenAad } from '@/lib/service/customers/saved-card'
import { pendingCardAad } from '@/lib/service/sign-up/pending-card'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'

/** Rows per batch. */
const BATCH = 200

/** A column of sealed values. */
export interface SealedColumn {
  /** Table name with its schema. */
  table: string
  column: string
  /** Columns of the primary key, texts or bytes. */
  key: readonly string[]
  /** Additional columns of the sealed value's AAD. */
  also?: readonly string[]
  /** SQL condition of the rows whose value may still be opened; by default all. */
  used?: string
  /** Returns the AAD of a row's value from its columns. */
  aad(row: Readonly<Record<string, unknown>>): Aad
}

/**
 * Opens one value of each column and encryption key, so that a process with wrong keys refuses to start instead of
 * failing later. `db` sees every row. Throws the error of `Keyring.open`.
 */
export async function verifySealedColumns(
  db: Handle,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const { table, column, key, also = [], used = 'true', aad } of columns) {
    const { rows } = await db.query<Record<string, unknown> & { sealed: string }>({
      text: `SELECT DISTINCT ON (split_part(${column}, '.', 2)) ${[...key, ...also].join(', ')}, ${column} AS sealed
        FROM ${table} WHERE ${column} IS NOT NULL AND ${used}`,
    })
    for (const row of rows) keyring.open(row.sealed, aad(row))
  }
}

/**
 * Seals again every value of a column that another key than the current one sealed, while processes read and write
 * them: a row that changes meanwhile keeps its newer value and is checked again. `db` sees every row. Returns the
 * number of resealed values. Throws the error of `Keyring.open` for a value that no key opens.
 */
export async function resealColumn(
  db: Handle,
  keyring: Keyring,
  { table, column, key, also = [], aad }: SealedColumn,
): Promise<number> {
  const isKey = key.map((name, index) => `${name} = $${index + 1}`).join(' AND ')
  let resealed = 0
  for (;;) {
    const { rows } = await db.query<Record<string, unknown> & { sealed: string }>({
      text: `SELECT ${[...key, ...also].join(', ')}, ${column} AS sealed FROM ${table}
        WHERE ${column} IS NOT NULL AND split_part(${column}, '.', 2) <> $1 LIMIT ${BATCH}`,
      values: [keyring.currentKeyId],
    })
    if (rows.length === 0) return resealed
    for (const row of rows) {
      const anew = keyring.seal(keyring.open(row.sealed, aad(row)), aad(row))
      const { count } = await db.query({
        text: `UPDATE ${table} SET ${column} = $${key.length + 1} WHERE ${isKey} AND ${column} = $${key.length + 2}`,
        values: [...key.map((name) => row[name]), anew, row.sealed],
      })
      resealed += count
    }
  }
}

/** Every column of the dashboard's tables that contains sealed values. */
export const sealedDashboardColumns: readonly SealedColumn[] = [
  {
    table: 'dashboard.connection',
    column: 'api_key_sealed',
    key: ['id'],
    aad: (row) => apiKeyAad(String(row.id)),
  },
  {
    table: 'dashboard.connection_secret',
    column: 'sealed',
    key: ['connection_id', 'id'],
    used: 'retired_at IS NULL',
    aad: (row) => signingSecretAad(String(row.connection_id), String(row.id)),
  },
  {
    table: 'dashboard."user"',
    column: 'totp_sealed',
    key: ['id'],
    aad: (row) => totpAad(String(row.id)),
  },
]

type Row = Readonly<Record<string, unknown>>

const text = (row: Row, name: string) => String(row[name])
const ofEndpoint = (row: Row) => secretAad({ accountId: text(row, 'account_id'), id: text(row, 'id') })
/** Returns the AAD of a held card, which is sealed for its future row. */
const ofCustomer = (row: Row) =>
  tokenAad({ accountId: text(row, 'account_id'), customerId: text(row, 'customer_id') })

/** All columns of the service's tables with sealed values. */
export const sealedServiceColumns: readonly SealedColumn[] = [
  {
    table: 'service.webhook_endpoint',
    column: 'secret_sealed',
    key: ['account_id', 'id'],
    used: `status <> 'DELETED'`,
    aad: ofEndpoint,
  },
  {
    table: 'service.webhook_endpoint',
    column: 'next_secret_sealed',
    key: ['account_id', 'id'],
    used: `status <> 'DELETED'`,
    aad: ofEndpoint,
  },
  {
    table: 'service.saved_card',
    column: 'token_sealed',
    key: ['account_id', 'customer_id'],
    aad: ofCustomer,
  },
  {
    table: 'service.card_to_save',
    column: 'token_sealed',
    key: ['account_id', 'payment_id'],
    also: ['customer_id'],
    aad: ofCustomer,
  },
  {
    table: 'service.sign_up',
    column: 'token_sealed',
    key: ['account_id', 'form_hash'],
    aad: (row) =>
      pendingCardAad({
        accountId: text(row, 'account_id'),
        formHash: Buffer.from(row.form_hash as Uint8Array),
      }),
  },
  {
    table: 'service.bank_account',
    column: 'number_sealed',
    key: ['account_id', 'id'],
    aad: (row) => numberAad({ accountId: text(row, 'account_id'), id: text(row, 'id') }),
  },
]

/** All columns with sealed values in the books of our banks, which the role `checkout_bank` reads alone. */
export const sealedBankColumns: readonly SealedColumn[] = [
  {
    table: 'manual_bank.payout',
    column: 'number_sealed',
    key: ['reference'],
    aad: (row) => payoutAad(text(row, 'reference')),
  },
]

/**
 * Opens one value of each sealed column and encryption key of the service and its bank. Throws the error of
 * `Keyring.open`.
 */
export async function verifyServiceValues(database: Database, keyring: Keyring): Promise<void> {
  await verifySealedColumns(database.as('checkout_system'), keyring, sealedServiceColumns)
  await verifySealedColumns(database.as('checkout_bank'), keyring, sealedBankColumns)
}

/** Opens one value of each sealed column and encryption key of both sides. Throws the error of `Keyring.open`. */
export async function verifySealedValues(
  database: Database,
  dashboardDatabase: Database<'dashboard'>,
  keyring: Keyring,
): Promise<void> {
  await verifyServiceValues(database, keyring)
  await verifySealedColumns(
    dashboardDatabase.as('checkout_dashboard_system'),
    keyring,
    sealedDashboardColumns,
  )
}
