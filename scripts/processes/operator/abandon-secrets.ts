import { recordOperatorAction, recordTeamAudit } from '@/lib/dashboard/audit/record-team-audit'
import { dropConnectionKey } from '@/lib/dashboard/connections/disconnect-account'
import { clearTwoStep } from '@/lib/dashboard/team/two-step'
import { findRow, type Queryable } from '@/lib/platform/database'
import type { Keyring } from '@/lib/platform/secrets'
import { recordAudit } from '@/lib/service/audit/record-audit'
import {
  getBankAccount,
  getNextBankAccount,
  LOST_NUMBER,
  numberAad,
} from '@/lib/service/bank/bank-account-row'
import { payoutAad } from '@/lib/service/bank/manual/payout-row'
import { endBankAccount, lockBankAccount, withdrawChange } from '@/lib/service/bank/set-bank-account'
import { newSigningSecret } from '@/lib/service/panel/save-endpoint'
import { askForTransfers } from '@/lib/service/settlements/claim-transfers'
import { type StoredSecrets, secretAad } from '@/lib/service/webhooks/endpoint-row'
import {
  lostRows,
  type SealedColumn,
  type SealedRow,
  sealedBankColumns,
  sealedDashboardColumns,
  sealedServiceColumns,
} from '@/scripts/processes/sealed-columns'
import { OPERATOR, type Session } from './session'

/** A signing secret in place of a lost one, shown once. */
interface NewSecret {
  account_id: string
  endpoint_id: string
  url: string
  secret: string
}

interface Scope {
  tx: Queryable
  keyring: Keyring
  now: Date
  secrets: NewSecret[]
}

/** Lost values of one column: their name, and what abandoning them means for people. */
interface Loss {
  values: string
  effect: string
  abandon(scope: Scope, rows: readonly SealedRow[], column: SealedColumn): Promise<void>
}

const secretsOfEndpoints: Loss = {
  values: 'signing secrets of endpoints',
  effect: 'replaced: give each merchant the new one, which is shown once, after --yes',
  abandon: (scope, rows) => each(rows, (row) => replaceSecret(scope, row)),
}

const losses: Readonly<Record<string, Loss>> = {
  'service.webhook_endpoint.secret_sealed': secretsOfEndpoints,
  'service.webhook_endpoint.next_secret_sealed': {
    ...secretsOfEndpoints,
    values: 'signing secrets of rotations',
  },
  'service.saved_card.token_sealed': {
    values: 'saved cards',
    effect: 'removed: charges of them are refused as no_saved_card until the customer saves a card again',
    abandon: deleteRows,
  },
  'service.card_to_save.token_sealed': {
    values: 'cards of running payments',
    effect: 'not saved; the payments themselves go on',
    abandon: deleteRows,
  },
  'service.sign_up.token_sealed': {
    values: 'cards of customer sign-ups',
    effect: 'dropped: the customer sends the form again',
    abandon: ({ tx }, rows) => each(rows, (row) => dropPendingCard(tx, row)),
  },
  'service.bank_account.number_sealed': {
    values: 'numbers of bank accounts',
    effect: 'ended: settlements wait until the merchant enters the bank account again',
    abandon: (scope, rows) => each(rows, (row) => dropNumber(scope, row)),
  },
  'manual_bank.payout.number_sealed': {
    values: 'account numbers of payouts',
    effect:
      'those in no batch are refused and wait for a new bank account; pay a batch by the files that you have',
    abandon: dropPayoutNumbers,
  },
  'dashboard.connection.api_key_sealed': {
    values: 'API keys of connections',
    effect:
      'disconnected, and mailed: an owner connects again; `operator key create` makes a key of this API',
    abandon: (scope, rows) => each(rows, (row) => disconnect(scope, row)),
  },
  'dashboard.connection_secret.sealed': {
    values: 'signing secrets of connections',
    effect: 'deleted: register the webhook again under Settings, Webhook',
    abandon: dropConnectionSecrets,
  },
  'dashboard."user".totp_sealed': {
    values: 'two-step secrets of users',
    effect: 'two-step sign-in is off, and mailed: the user turns it on again',
    abandon: (scope, rows) => each(rows, (row) => turnTwoStepOff(scope, row)),
  },
}

const columns = [...sealedServiceColumns, ...sealedBankColumns, ...sealedDashboardColumns]
const nameOf = ({ table, column }: SealedColumn) => `${table}.${column}`

/**
 * Abandons, in one transaction, every stored value that no key of the session opens; a value that one opens stays. No
 * money moves. Until `isConfirmed` it changes nothing. @returns the lost values by kind, and the new signing secrets of
 * endpoints. Throws for a value that another release wrote.
 */
export function abandonLostSecrets(
  { database, keyring, now: clock }: Pick<Session, 'database' | 'keyring' | 'now'>,
  isConfirmed: boolean,
): Promise<{ lost: { values: string; count: number; effect: string }[]; secrets: NewSecret[] }> {
  const scope = { keyring, now: clock(), secrets: [] }
  return database.as('checkout_system').transaction(async (tx) => {
    // The owner of the tables, whose login the operator has: no role may change those of every side.
    await tx.query({ text: 'SET LOCAL ROLE NONE' })
    const tables = [...new Set(columns.map(({ table }) => table))].join(', ')
    await tx.query({ text: `LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE` })
    const lost: { values: string; count: number; effect: string }[] = []
    const accounts = new Map<string, Record<string, number>>()
    for (const column of columns) {
      const { values, effect, abandon } = lossOf(column)
      let count = 0
      for await (const rows of lostRows(tx, keyring, column)) {
        count += rows.length
        if (!isConfirmed) continue
        for (const id of await accountsOf(tx, rows)) {
          const counts = accounts.get(id) ?? {}
          accounts.set(id, { ...counts, [nameOf(column)]: (counts[nameOf(column)] ?? 0) + 1 })
        }
        await abandon({ tx, ...scope }, rows, column)
      }
      if (count > 0) lost.push({ values, count, effect })
    }
    for (const [accountId, details] of accounts) {
      const trace = { actor: OPERATOR, action: 'secrets.abandoned', objectId: null, details }
      await recordAudit(tx, { accountId, ...trace, now: scope.now })
    }
    return { lost, secrets: scope.secrets }
  })
}

function lossOf(column: SealedColumn): Loss {
  const loss = losses[nameOf(column)]
  if (!loss) throw new Error(`nothing describes the loss of ${nameOf(column)}`)
  return loss
}

/** Returns the account of each row of the service and its bank; none for rows of the dashboard. */
async function accountsOf(tx: Queryable, rows: readonly SealedRow[]): Promise<string[]> {
  if (rows[0]?.reference === undefined) return rows.flatMap(({ account_id }) => account_id ?? [])
  const found = await tx.query<{ account_id: string }>({
    text: 'SELECT account_id FROM service.settlement WHERE id = ANY ($1)',
    values: [rows.map(({ reference }) => reference)],
  })
  return found.rows.map(({ account_id }) => account_id)
}

async function each(rows: readonly SealedRow[], work: (row: SealedRow) => Promise<unknown>): Promise<void> {
  for (const row of rows) await work(row)
}

async function deleteRows(
  { tx }: Scope,
  rows: readonly SealedRow[],
  { table, key }: SealedColumn,
): Promise<void> {
  await tx.query({
    text: `DELETE FROM ${table} WHERE (${key.join(', ')}) IN (SELECT * FROM unnest(${key.map((_, index) => `$${index + 1}::text[]`).join(', ')}))`,
    values: key.map((name) => rows.map((row) => row[name])),
  })
}

async function dropPendingCard(tx: Queryable, { account_id, form_hash }: SealedRow): Promise<void> {
  await tx.query({
    text: `UPDATE service.sign_up SET customer_id = NULL, phone_key = NULL, code_mac = NULL, token_sealed = NULL,
        brand = NULL, last4 = NULL, expiry_month = NULL, expiry_year = NULL
      WHERE account_id = $1 AND form_hash = $2`,
    values: [account_id, form_hash],
  })
}

/** Keeps the secret of an endpoint that a key opens, unless its rotation is over; otherwise the endpoint gets a new one. */
async function replaceSecret({ tx, keyring, now, secrets }: Scope, { account_id, id }: SealedRow) {
  const stored = await findRow<StoredSecrets & { url: string; status: string }>(tx, {
    text: `SELECT secret_sealed, next_secret_sealed, rotation, rotation_ends_at, url, status
      FROM service.webhook_endpoint WHERE account_id = $1 AND id = $2`,
    values: [account_id, id],
  })
  if (!stored) return
  const { secret_sealed: current, next_secret_sealed: next, rotation_ends_at: endsAt, url, status } = stored
  const aad = secretAad({ accountId: account_id, id })
  const isOver = endsAt !== null && endsAt <= now
  const kept = [next, isOver ? null : current].find((sealed) => sealed && keyring.opens(sealed, aad))
  const secret = newSigningSecret()
  await tx.query({
    text: `UPDATE service.webhook_endpoint SET secret_sealed = $3, next_secret_sealed = NULL, rotation = NULL,
        rotation_ends_at = NULL, secret_since = CASE secret_sealed WHEN $3 THEN secret_since ELSE $4 END
      WHERE account_id = $1 AND id = $2`,
    values: [account_id, id, kept ?? keyring.seal(secret, aad), now],
  })
  const action = kept === current ? 'webhook_endpoint.rotation_cancelled' : 'webhook_endpoint.secret_replaced'
  await recordAudit(tx, { accountId: account_id, actor: OPERATOR, action, objectId: id, now })
  if (!kept && status !== 'DELETED') secrets.push({ account_id, endpoint_id: id, url, secret })
}

async function dropNumber({ tx, keyring, now }: Scope, { account_id: accountId, id }: SealedRow) {
  await lockBankAccount(tx, accountId)
  // The account before a change that is not effective yet stays.
  if ((await getNextBankAccount(tx, accountId, now))?.id === id)
    await withdrawChange(tx, accountId, await getBankAccount(tx, accountId, now), now)
  await endBankAccount(tx, { accountId, actor: OPERATOR, now }, id)
  await tx.query({
    text: 'UPDATE service.bank_account SET number_sealed = $3 WHERE account_id = $1 AND id = $2',
    values: [accountId, id, keyring.seal(LOST_NUMBER, numberAad({ accountId, id }))],
  })
}

/** Refuses payouts that no file contains: nobody can order them. The answers to others are recorded as usual. */
async function dropPayoutNumbers({ tx, keyring, now }: Scope, rows: readonly SealedRow[]): Promise<void> {
  for (const { reference } of rows)
    await tx.query({
      text: 'UPDATE manual_bank.payout SET number_sealed = $2 WHERE reference = $1',
      values: [reference, keyring.seal(LOST_NUMBER, payoutAad(reference))],
    })
  const refused = await tx.query<{ reference: string }>({
    text: `UPDATE manual_bank.payout SET status = 'REFUSED', refusal = 'account_not_found', updated_at = $2
      WHERE reference = ANY ($1) AND status = 'ORDERED' AND batch_number IS NULL RETURNING reference`,
    values: [rows.map(({ reference }) => reference), now],
  })
  const ids = refused.rows.map(({ reference }) => reference)
  await askForTransfers(tx, ids, now)
}

interface ConnectionRow {
  team_id: string
  name: string
  base_url: string
}

async function disconnect({ tx, now }: Scope, { id }: SealedRow): Promise<void> {
  const row = await findRow<ConnectionRow>(tx, {
    text: `SELECT team_id, account ->> 'name' AS name, base_url FROM dashboard.connection WHERE id = $1`,
    values: [id],
  })
  if (!row) return
  await dropConnectionKey(tx, id, now)
  const { team_id: teamId, ...facts } = row
  const act = { action: 'connection.disconnect', objectId: id, details: { by: 'operator', ...facts } }
  await recordTeamAudit(tx, { ...act, teamId, userId: null, address: null, now })
}

/** Deletes secrets; those of a connected account are in its activity, of which its owners get a mail. */
async function dropConnectionSecrets(scope: Scope, rows: readonly SealedRow[], column: SealedColumn) {
  const { tx, now } = scope
  const { rows: live } = await tx.query<{ id: string; connection_id: string; team_id: string }>({
    text: `SELECT s.id, s.connection_id, c.team_id FROM dashboard.connection_secret s
      JOIN dashboard.connection c ON c.id = s.connection_id
      WHERE s.id = ANY ($1) AND s.retired_at IS NULL AND c.disconnected_at IS NULL`,
    values: [rows.map(({ id }) => id)],
  })
  for (const { id: objectId, connection_id: connectionId, team_id: teamId } of live) {
    const act = { action: 'connection.retire_secret', objectId, details: { by: 'operator' } }
    await recordTeamAudit(tx, { ...act, teamId, connectionId, userId: null, address: null, now })
  }
  await deleteRows(scope, rows, column)
}

/** Turns two-step sign-in off. Sessions and passkeys stay: nobody else asked for it. */
async function turnTwoStepOff({ tx, now }: Scope, { id: userId }: SealedRow): Promise<void> {
  const row = await findRow<{ is_on: boolean }>(tx, {
    text: 'SELECT totp_confirmed_at IS NOT NULL AS is_on FROM dashboard."user" WHERE id = $1',
    values: [userId],
  })
  await clearTwoStep(tx, userId)
  if (row?.is_on) await recordOperatorAction(tx, { userId, action: 'user.two_step_off', now })
}
