import { connect } from '@/lib/dashboard/connections/connect'
import { moveConnection } from '@/lib/dashboard/connections/move-connection'
import { openConnection } from '@/lib/dashboard/connections/open-connection'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { createOwner } from '@/lib/dashboard/team/create-owner'
import { newPassword } from '@/lib/dashboard/team/new-password'
import { readTypedUrl } from '@/lib/platform/typed-url'
import type { AccountRow } from '@/lib/service/accounts/account-row'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { createEndpoint } from '@/lib/service/webhooks/create-endpoint'
import { deleteEndpoint } from '@/lib/service/webhooks/delete-endpoint'
import { listEndpoints } from '@/lib/service/webhooks/list-endpoints'
import { pauseEndpoint } from '@/lib/service/webhooks/pause-endpoint'
import { makeChargeScenarios } from './charge-scenarios'
import { type MadeCharge, makeCustomerCharges } from './customer-charges'
import { makeDashboardCharges } from './dashboard-charges'
import { makeLinkShares } from './link-shares'
import { makeCustomers } from './make-customers'
import { makeHistory } from './make-history'
import { Random } from './random'
import { contextFor, makeAccount, makeApiKey, type SeedContext } from './seed-context'
import { holdSettlements, settleHistory } from './settle-history'
import { makeTrialPayment } from './trial-payment'
import { makeUnresolvedCharge } from './unresolved-charge'

/** Data of the demo merchant that `npm start` prints, and stores in demo.json. */
export interface DemoMerchant {
  dashboard_url: string
  base_url: string
  email: string
  password: string
  account_id: string
  account_slug: string
  api_key: string
}

interface DemoAddresses {
  webUrl: string
  apiUrl: string
  /** Ports on which both are reachable as `http://localhost` if their public URLs cannot be called from here. */
  port: number
  apiPort: number
}

export interface DemoOptions {
  seedContext: SeedContext
  dashboard: Dashboard
  addresses: DemoAddresses
  /** Result of an earlier run, which moves to new URLs; null on the first run. */
  made: DemoMerchant | null
  /** Approximate number; some of them by charges of customers. */
  payments?: number
  customers?: number
  /** Resolves when the dashboard's receiver responds; nothing is sent to it before. */
  receiverAnswers?(): Promise<void>
  /** Called frequently with the progress. */
  onProgress?(progress: DemoProgress): void
}

/** Current stage, and the number of objects that it has created. */
export interface DemoProgress {
  stage: 'customers' | 'payments' | 'settlements' | 'import'
  made: number
  of: number
}

const DEMO_EMAIL = 'demo@checkout.test'
const OWNER_NAME = 'Alex Rivera'
const SHOP_NAME = 'Café Aurora'
const SEED = 20_261_120
const DAYS = 90
const PAYMENTS = 2_000
/** Payers who are at their bank's confirmation step at the end. */
const IN_FLIGHT = 2
/** Share of the payments that are charges of customers. */
const CHARGED_SHARE = 0.15
const CUSTOMERS = 150
/** Share of customers with a saved card: a hundred of the hundred and fifty. */
const WITH_CARD_SHARE = 2 / 3
/** Period in which customers were created: half a year, so that some of their cards have expired. */
const CUSTOMER_DAYS = 180
/** Days before the first sale at which the owner tried the form. */
const TRIAL_PAYMENT_DAYS = 3
const DAY_MS = 86_400_000
const IMPORT_ROUNDS_MAX = 600

/**
 * Creates the demo merchant on both sides: at the service an account with three months of history, a key and a webhook;
 * at the dashboard an owner whose team is connected with that key, and the history imported through the API, which must
 * be running. An existing one is only moved to the current URLs. The remains of a killed run are created again.
 */
export async function makeDemoMerchant(options: DemoOptions): Promise<DemoMerchant> {
  const { made, dashboard } = options
  const connectionId = made ? await findConnection(dashboard) : null
  if (made && connectionId) return follow(options, made, connectionId)
  await forgetOwner(dashboard)
  const { seedContext } = options
  const opened = new Date(seedContext.now().getTime() - (CUSTOMER_DAYS + 1) * DAY_MS)
  const account = await makeAccount(
    { ...seedContext, now: () => opened },
    {
      name: SHOP_NAME,
      legal_name: 'Aurora Coffee LLC',
      type: 'BUSINESS',
      contact_email: 'hello@aurora.example.com',
      contact_phone: '+1 212 555 0142',
      currency: 'USD',
      timezone: 'America/New_York',
      country: 'US',
    },
  )
  await pauseWarehouse({ ...seedContext, now: () => opened }, account, dashboard)
  const byHand: MadeCharge[] = []
  await holdSettlements(seedContext, account, async (tx) => {
    await makeTrialPayment(seedContext, account, { days: DAYS + TRIAL_PAYMENT_DAYS, owner: OWNER_NAME })
    byHand.push(...(await makeTradingPeriod(options, account)))
    options.onProgress?.({ stage: 'settlements', made: 0, of: DAYS })
    // The last closed day is left to the operator or the worker.
    const settled = { from: opened, until: new Date(seedContext.now().getTime() - DAY_MS) }
    await settleHistory(seedContext, account, tx, { keyring: dashboard.keyring, ...settled })
  })
  const { api_key } = await makeApiKey(seedContext, account, 'Dashboard')

  const password = newPassword()
  const { userId, teamId } = await createOwner(dashboard, {
    email: DEMO_EMAIL,
    name: OWNER_NAME,
    password,
    teamName: SHOP_NAME,
  })
  const system = seedContext.database.as('checkout_system')
  await giveAccount(
    system,
    { accountId: account.id, actor: { kind: 'operator' }, team: teamId },
    seedContext.now(),
  )
  options.onProgress?.({ stage: 'import', made: 0, of: options.payments ?? PAYMENTS })
  const connected = await connect(dashboard, { teamId, baseUrl: baseUrlOf(options), apiKey: api_key })
  await listenTo(options, account, connected.connectionId)
  await finishImport(dashboard, connected.connectionId)
  const ctx = await openConnection(dashboard, connected.connectionId, { userId })
  await makeLinkShares(ctx, new Random(SEED + 3))
  await makeDashboardCharges(ctx, byHand)
  return {
    ...addressesOf(options.addresses),
    email: DEMO_EMAIL,
    password,
    account_id: account.id,
    account_slug: account.slug,
    api_key,
  }
}

/**
 * Makes the shop's history: its customers, payers of its links, and charges of customers. Returns the charges by members.
 */
async function makeTradingPeriod(options: DemoOptions, account: AccountRow): Promise<MadeCharge[]> {
  const {
    seedContext,
    dashboard,
    payments = PAYMENTS,
    customers: count = CUSTOMERS,
    onProgress = () => {},
  } = options
  // A deployment has one keyring: the service seals the cards with that of the dashboard.
  const { keyring } = dashboard
  const random = new Random(SEED)
  const savedCards = Math.round(count * WITH_CARD_SHARE)
  const people = { random, keyring, count, savedCards, days: CUSTOMER_DAYS }
  onProgress({ stage: 'customers', made: 0, of: count })
  const customers = await makeCustomers(seedContext, account, people)
  let made = 0
  const onPayment = () => {
    made += 1
    onProgress({ stage: 'payments', made, of: payments })
  }
  const charges = Math.round(payments * CHARGED_SHARE)
  const span = { days: DAYS, onPayment }
  const [, byHand] = await Promise.all([
    makeHistory(seedContext, account, {
      ...span,
      random: new Random(SEED + 1),
      payments: payments - charges,
      until: seedContext.now(),
      inFlight: IN_FLIGHT,
      regulars: customers.map(({ name, email }) => ({ name, email: email ?? '' })),
    }),
    makeCustomerCharges(seedContext, account, {
      ...span,
      random: new Random(SEED + 2),
      keyring,
      customers,
      count: charges,
    }),
  ])
  const scenarios = await makeChargeScenarios(seedContext, account, { keyring, customers })
  const unresolvedCharge = await makeUnresolvedCharge(seedContext, account, { keyring, customers })
  return [...byHand, ...scenarios, ...(unresolvedCharge ? [unresolvedCharge] : [])]
}

/**
 * Registers the endpoint of a warehouse that is not open yet: paused from the first sale on, it has missed every order.
 */
async function pauseWarehouse(
  seedContext: SeedContext,
  account: AccountRow,
  dashboard: Dashboard,
): Promise<void> {
  const ctx = contextFor(seedContext, account)
  const { id } = await createEndpoint(
    ctx,
    {
      url: 'https://warehouse.aurora.example.com/events',
      description: 'Warehouse',
      kinds: ['payment_link.completed'],
    },
    dashboard,
  )
  await pauseEndpoint(ctx, id)
}

function addressesOf({ webUrl, apiUrl }: DemoAddresses) {
  return { dashboard_url: webUrl, base_url: `${apiUrl}/api/v1` }
}

async function follow(options: DemoOptions, made: DemoMerchant, connectionId: string): Promise<DemoMerchant> {
  const account = { id: made.account_id, currency: 'USD' }
  await moveConnection(options.dashboard, { connectionId, baseUrl: baseUrlOf(options) })
  await listenTo(options, account, connectionId)
  await finishImport(options.dashboard, connectionId)
  return { ...made, ...addressesOf(options.addresses) }
}

/** Registers one webhook endpoint for this dashboard's receiver, in place of those at former URLs. */
async function listenTo(
  { seedContext, dashboard, addresses, receiverAnswers }: DemoOptions,
  account: Pick<AccountRow, 'id' | 'currency'>,
  connectionId: string,
): Promise<void> {
  await receiverAnswers?.()
  const ctx = contextFor(seedContext, account)
  for (const { id, url } of await listEndpoints(ctx))
    if (url.endsWith(`/api/webhooks/${connectionId}`)) await deleteEndpoint(ctx, id)
  const url = `${callable(addresses.webUrl, addresses.port, dashboard.testMode)}/api/webhooks/${connectionId}`
  const { secret } = await createEndpoint(ctx, { url }, dashboard)
  await addSigningSecret(dashboard, connectionId, secret)
}

function baseUrlOf({ addresses, dashboard }: DemoOptions): string {
  return `${callable(addresses.apiUrl, addresses.apiPort, dashboard.testMode)}/api/v1`
}

/**
 * Returns the public URL, or that of the local port if the outbound rules refuse it, for example a private IP address.
 */
function callable(url: string, port: number, testMode: boolean): string {
  return readTypedUrl(url, { testMode }).ok ? url : `http://localhost:${port}`
}

/** Finishes the import. The worker may claim the run first; in either case it is done when this returns. */
async function finishImport(dashboard: Dashboard, connectionId: string): Promise<void> {
  for (let round = 0; round < IMPORT_ROUNDS_MAX; round += 1) {
    await workOneRun(dashboard, { owner: 'demo-merchant' })
    const { rows } = await dashboard.database
      .as('checkout_dashboard', connectionId)
      .query<{ state: string }>({
        text: 'SELECT state FROM dashboard.sync_run ORDER BY started_at DESC LIMIT 1',
      })
    if (rows[0]?.state === 'DONE') return
    if (rows[0]?.state === 'FAILED') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The history of the demo merchant could not be imported. The worker goes on trying.')
}

async function findConnection({ database }: Dashboard): Promise<string | null> {
  const { rows } = await database.as('checkout_dashboard_system').query<{ id: string }>({
    text: `SELECT c.id FROM dashboard.connection c
      JOIN dashboard.membership m ON m.team_id = c.team_id
      JOIN dashboard."user" u ON u.id = m.user_id WHERE u.email = $1 ORDER BY c.created_at LIMIT 1`,
    values: [DEMO_EMAIL],
  })
  return rows[0]?.id ?? null
}

/** Deletes the owner and the connection of a killed run, whose password is lost. The team remains with its audit log. */
async function forgetOwner({ database }: Dashboard): Promise<void> {
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    // A connection cannot be deleted before its charges.
    await tx.query({
      text: `DELETE FROM dashboard.charge WHERE connection_id IN (SELECT c.id FROM dashboard.connection c
          JOIN dashboard.membership m ON m.team_id = c.team_id JOIN dashboard."user" u ON u.id = m.user_id WHERE u.email = $1)`,
      values: [DEMO_EMAIL],
    })
    await tx.query({
      text: `DELETE FROM dashboard.connection WHERE team_id IN (
          SELECT m.team_id FROM dashboard.membership m JOIN dashboard."user" u ON u.id = m.user_id WHERE u.email = $1)`,
      values: [DEMO_EMAIL],
    })
    await tx.query({ text: 'DELETE FROM dashboard."user" WHERE email = $1', values: [DEMO_EMAIL] })
  })
}
