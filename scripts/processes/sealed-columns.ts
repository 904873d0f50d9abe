import { apiKeyAad, signingSecretAad } from '@/lib/dashboard/sealed-aad'
import { totpAad } from '@/lib/dashboard/team/sign-in'
import type { Database, Handle, Queryable } from '@/lib/platform/database'
import type { Aad, Keyring } from '@/lib/platform/secrets'
import { raw, sql } from '@/lib/platform/sql'
import { numberAad } from '@/lib/service/bank/bank-account-row'
import { payoutAad } from '@/lib/service/bank/manual/payout-row'
import { tokenAad } from '@/lib/service/customers/saved-card'
import { pendingCardAad } from '@/lib/service/sign-up/pending-card'
import { secretAad } from '@/lib/service/webhooks/endpoint-row'

/** Rows per batch. */
const BATCH = 200

/** Columns of keys and AADs. A row has those that its column names. */
export interface SealedRow
  extends Readonly<Record<'id' | 'account_id' | 'customer_id' | 'payment_id', string>> {
  connection_id: string
  reference: string
  form_hash: Uint8Array
  sealed: string
}

/** A column of sealed values. */
export interface SealedColumn {
  /** Table name with its schema. */
  table: string
  column: string
  /** Columns of the primary key. */
  key: readonly (keyof SealedRow)[]
  /** Additional columns of the sealed value's AAD. */
  also?: readonly (keyof SealedRow)[]
  /** SQL condition of the rows whose value may still be opened; by default all. */
  used?: string
  /** Returns the AAD of a row's value. */
  aad(row: SealedRow): Aad
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
    const { rows } = await db.query<SealedRow>(sql`
      SELECT DISTINCT ON (split_part(${raw(column)}, '.', 2)) ${raw([...key, ...also].join(', '))},
        ${raw(column)} AS sealed
      FROM ${raw(table)} WHERE ${raw(column)} IS NOT NULL AND ${raw(used)}`)
    for (const row of rows) {
      try {
        keyring.open(row.sealed, aad(row))
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`${reason} If no copy of it exists, \`operator secrets abandon\` shows what is lost.`)
      }
    }
  }
}

/**
 * Yields the rows of a column whose value no key opens, by batches, inside a transaction that sees every row. Throws for a
 * value of an unknown form: another release wrote it.
 */
export async function* lostRows(
  tx: Queryable,
  keyring: Keyring,
  { table, column, key, also = [], aad }: SealedColumn,
): AsyncGenerator<SealedRow[]> {
  await tx.query({
    text: `DECLARE sealed_rows CURSOR FOR SELECT ${[...key, ...also].join(', ')}, ${column} AS sealed
      FROM ${table} WHERE ${column} IS NOT NULL`,
  })
  for (;;) {
    const { rows } = await tx.query<SealedRow>({ text: `FETCH ${BATCH} FROM sealed_rows` })
    if (rows.length === 0) break
    const lost = rows.filter((row) => !keyring.opens(row.sealed, aad(row)))
    if (lost.length > 0) yield lost
  }
  await tx.query({ text: 'CLOSE sealed_rows' })
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
    const { rows } = await db.query<SealedRow>(sql`
      SELECT ${raw([...key, ...also].join(', '))}, ${raw(column)} AS sealed FROM ${raw(table)}
      WHERE ${raw(column)} IS NOT NULL
        AND split_part(${raw(column)}, '.', 2) <> ${keyring.currentKeyId} LIMIT ${raw(BATCH)}`)
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
  { table: 'dashboard.connection', column: 'api_key_sealed', key: ['id'], aad: ({ id }) => apiKeyAad(id) },
  {
    table: 'dashboard.connection_secret',
    column: 'sealed',
    key: ['connection_id', 'id'],
    used: 'retired_at IS NULL',
    aad: ({ connection_id, id }) => signingSecretAad(connection_id, id),
  },
  { table: 'dashboard."user"', column: 'totp_sealed', key: ['id'], aad: ({ id }) => totpAad(id) },
]

const ofId = ({ account_id: accountId, id }: SealedRow) => ({ accountId, id })
const ofCustomer = ({ account_id: accountId, customer_id: customerId }: SealedRow) => ({
  accountId,
  customerId,
})
const endpoint = {
  table: 'service.webhook_endpoint',
  key: ['account_id', 'id'],
  used: `status <> 'DELETED'`,
  aad: (row: SealedRow) => secretAad(ofId(row)),
} as const

/** All columns of the service's tables with sealed values. A held card is sealed for its future row. */
export const sealedServiceColumns: readonly SealedColumn[] = [
  { ...endpoint, column: 'secret_sealed' },
  { ...endpoint, column: 'next_secret_sealed' },
  {
    table: 'service.saved_card',
    column: 'token_sealed',
    key: ['account_id', 'customer_id'],
    aad: (row) => tokenAad(ofCustomer(row)),
  },
  {
    table: 'service.card_to_save',
    column: 'token_sealed',
    key: ['account_id', 'payment_id'],
    also: ['customer_id'],
    aad: (row) => tokenAad(ofCustomer(row)),
  },
  {
    table: 'service.sign_up',
    column: 'token_sealed',
    key: ['account_id', 'form_hash'],
    aad: ({ account_id: accountId, form_hash }) =>
      pendingCardAad({ accountId, formHash: Buffer.from(form_hash) }),
  },
  {
    table: 'service.bank_account',
    column: 'number_sealed',
    key: ['account_id', 'id'],
    aad: (row) => numberAad(ofId(row)),
  },
]

/** The column with sealed values in the books of our banks, which the role `checkout_bank` reads alone. */
export const sealedBankColumns: readonly SealedColumn[] = [
  {
    table: 'manual_bank.payout',
    column: 'number_sealed',
    key: ['reference'],
    aad: ({ reference }) => payoutAad(reference),
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
