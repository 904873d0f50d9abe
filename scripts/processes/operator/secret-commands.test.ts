import { expect, it } from 'vitest'
import { sealedDashboardColumns } from '@/lib/dashboard/connections/sealed-columns'
import { verifyConnectionSecrets } from '@/lib/dashboard/connections/verify-secrets'
import { Keyring } from '@/lib/platform/secrets'
import { sealedServiceColumns } from '@/lib/service/accounts/sealed-service-columns'
import { setBankAccount } from '@/lib/service/bank/set-bank-account'
import { verifyBankAccounts } from '@/lib/service/bank/verify-bank-accounts'
import { createCustomer } from '@/lib/service/customers/create-customer'
import { saveCard } from '@/lib/service/customers/save-card'
import { verifySavedCards } from '@/lib/service/customers/verify-saved-cards'
import { createEndpoint } from '@/lib/service/webhooks/create-endpoint'
import { verifyStoredSecrets } from '@/lib/service/webhooks/verify-secrets'
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
      WHERE n.nspname IN ('service', 'dashboard', 'test_bank') AND a.attname LIKE '%sealed'`,
  })
  const known = [...sealedServiceColumns, ...sealedDashboardColumns]
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
  await dashboard.owner(await externalHost())

  let out = ''
  const session = {
    database,
    db: database.as('checkout_system'),
    keyring: new Keyring(`${NEW},${OLD}`),
    urls: { web: 'http://localhost:3000', api: 'http://localhost:3001' },
    testMode: true,
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
    'dashboard.connection.api_key_sealed': 1,
    'dashboard.connection_secret.sealed': 1,
  })
  const next = new Keyring(NEW)
  await verifyStoredSecrets(database, next)
  await verifySavedCards(database, next)
  await verifyBankAccounts(database, next)
  await verifyConnectionSecrets(database, next)
  out = ''
  await runOperator(['--json', 'secrets', 'rotate'], session, () => {})
  expect(Object.values(JSON.parse(out)).filter((count) => count !== 'k2' && count !== 0)).toEqual([])
})
