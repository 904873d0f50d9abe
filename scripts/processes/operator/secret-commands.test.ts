import { Client } from 'pg'
import { expect, it } from 'vitest'
import { Keyring } from '@/lib/platform/secrets'
import { ManualBank } from '@/lib/service/bank/manual/manual-bank'
import { setBankAccount } from '@/lib/service/bank/set-bank-account'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/saved-card'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import {
  sealedBankColumns,
  sealedDashboardColumns,
  sealedServiceColumns,
  verifySealedValues,
} from '@/scripts/processes/sealed-columns'
import { createShop } from '@/test/factories/create-shop'
import { externalHost } from '@/test/fixtures/connected-dashboard'
import { startDashboard } from '@/test/fixtures/test-dashboard'
import { runOperator } from './program'

const key = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString('base64')}`
const OLD = key('k1', 1)
const NEW = key('k2', 2)

const dashboard = await startDashboard()
const { database } = dashboard

it('the command includes every sealed column of both sides', async () => {
  const { rows } = await database.as('checkout_system').query<{ name: string }>({
    text: `SELECT n.nspname || '.' || c.relname || '.' || a.attname AS name FROM pg_attribute a
      JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r' JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname IN ('service', 'dashboard', 'test_bank', 'manual_bank', 'stripe') AND a.attname LIKE '%sealed'`,
  })
  const known = [...sealedServiceColumns, ...sealedBankColumns, ...sealedDashboardColumns]
  expect(known.map(({ table, column }) => `${table.replaceAll('"', '')}.${column}`).sort()).toEqual(
    rows.map(({ name }) => name).sort(),
  )
})

it('the command seals every value again with the first key, so that the old key can be removed', async () => {
  const shop = await createShop({ database, now: () => new Date() })
  const { accountId } = shop.ctx
  const keyring = new Keyring(OLD)
  await createEndpoint(shop.ctx, { url: 'https://shop.example/hooks' }, { keyring, testMode: true })
  const customer = await createCustomer(shop.ctx, {
    name: 'Ana',
    phone: '+50255550132',
    email: null,
    notes: null,
    external_ref: null,
    country: 'US',
  })
  const account = { bank_name: 'First Bank', holder: 'Café Aurora', number: '1234567890' }
  await setBankAccount({ ...shop.ctx, keyring, now: new Date() }, account, { holdMs: 0 })
  const card = { token: 'tok_1', brand: 'visa', last4: '4242', expiryMonth: 12, expiryYear: 2099 }
  await saveCard(shop.ctx.db, keyring, { accountId, customerId: customer.id, card, now: new Date() })
  await new ManualBank(database, keyring).send({
    reference: 'set_1',
    amountMinor: 100,
    currency: 'USD',
    accountNumber: account.number,
    holder: account.holder,
    claimedAt: new Date(0),
    bankName: account.bank_name,
  })
  await dashboard.owner(await externalHost())

  let out = ''
  const session = {
    database,
    db: database.as('checkout_system'),
    keyring: new Keyring(`${NEW},${OLD}`),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    testMode: true,
    bank: 'test_bank' as const,
    processor: 'test_bank' as const,
    books: null,
    now: () => new Date(),
    write: (text: string) => {
      out += text
    },
  }
  expect(await runOperator(['--json', 'secrets', 'rotate'], session, () => {})).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    key: 'k2',
    'service.webhook_endpoint.secret_sealed': 1,
    'service.bank_account.number_sealed': 1,
    'service.saved_card.token_sealed': 1,
    'manual_bank.payout.number_sealed': 1,
    'dashboard.connection.api_key_sealed': 1,
    'dashboard.connection_secret.sealed': 1,
  })
  const next = new Keyring(NEW)
  await verifySealedValues(database, database, next)
  out = ''
  await runOperator(['--json', 'secrets', 'rotate'], session, () => {})
  expect(Object.values(JSON.parse(out)).filter((count) => count !== 'k2' && count !== 0)).toEqual([])
})

// Columns are verified in their order: from the last to the first, each lost key is the one that is reported.
const withRows = [...sealedServiceColumns, ...sealedBankColumns, ...sealedDashboardColumns]
  .filter(({ table, column }) => column !== 'next_secret_sealed' && !/sign_up|card_to_save/.test(table))
  .map(({ table, column }, index) => [`${table}.${column}`, { table, column, id: `lost${index}` }] as const)
  .reverse()

it.each(withRows)('no process starts with keys that do not open a value of %s', async (_, lost) => {
  const owner = new Client({ connectionString: dashboard.url })
  await owner.connect()
  const { rowCount } = await owner.query(
    `UPDATE ${lost.table} SET ${lost.column} = 'v1.' || $1::text || '.iv.text'`,
    [lost.id],
  )
  await owner.end()
  expect(rowCount).toBeGreaterThan(0)
  const started = verifySealedValues(database, database, new Keyring(NEW))
  await expect(started).rejects.toThrow(`ENCRYPTION_KEYS has no key "${lost.id}"`)
})
