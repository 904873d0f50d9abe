import { chosenEventKinds } from '@/lib/contract/event-kinds'
import { connect, moveConnection } from '@/lib/dashboard/connections/connect'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import type { Dashboard } from '@/lib/dashboard/context'
import { listLinks } from '@/lib/dashboard/links/list-links'
import { recordShare } from '@/lib/dashboard/links/share-trace'
import { openConnection } from '@/lib/dashboard/open-connection'
import { workOneRun } from '@/lib/dashboard/sync/work-sync'
import { newPassword } from '@/lib/dashboard/team/new-password-rule'
import { createOwner } from '@/lib/dashboard/team/sign-up'
import { readTypedUrl } from '@/lib/platform/typed-url'
import { giveAccount } from '@/lib/service/accounts/give-account'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { createEndpoint } from '@/lib/service/panel/save-endpoint'
import { listEndpoints } from '@/lib/service/webhooks/endpoint-row'
import { recordDeskCharges } from './desk-charges'
import { CUSTOMER_DAYS, makeHistory } from './make-history'
import { Random } from './random'
import { contextFor, makeAccount, makeApiKey, type SeedContext } from './seed-context'
import { settlePast } from './settle-history'

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

export interface DemoOptions {
  seedContext: SeedContext
  dashboard: Dashboard
  /** Ports on which both are reachable as `http://localhost` if their public URLs cannot be called from here. */
  addresses: { webUrl: string; apiUrl: string; port: number; apiPort: number }
  /** Result of an earlier run, which moves to new URLs; null on the first run. */
  made: DemoMerchant | null
  payments?: number
  customers?: number
  /** Resolves when the dashboard's receiver responds; nothing is sent to it before. */
  receiverAnswers?(): Promise<void>
}

const DEMO_EMAIL = 'demo@checkout.test'
const OWNER_NAME = 'Alex Rivera'
const SHOP_NAME = 'Café Aurora'
const DAY_MS = 86_400_000
const IMPORT_ROUNDS_MAX = 600
const SHARED = ['copied', 'whatsapp', 'email', 'opened', 'qr_png'] as const

/**
 * Creates the demo merchant on both sides: at the service an account with three months of history, a key and a webhook;
 * at the dashboard an owner whose team is connected with that key, and the history imported through the API, which must
 * be running. An existing one is only moved to the current URLs. The remains of a killed run are created again.
 */
export async function makeDemoMerchant(options: DemoOptions): Promise<DemoMerchant> {
  const { made, dashboard, seedContext, addresses } = options
  const base_url = `${callable(addresses.apiUrl, addresses.apiPort, dashboard)}/api/v1`
  const urls = { dashboard_url: addresses.webUrl, base_url: `${addresses.apiUrl}/api/v1` }
  const connectionId = made && (await findConnection(dashboard))
  if (made && connectionId) {
    await moveConnection(dashboard, { connectionId, baseUrl: base_url })
    await listenTo(options, made.account_id, connectionId)
    return { ...made, ...urls }
  }
  await forgetOwner(dashboard)
  const { account, byMember } = await makeShop(options)
  const { api_key } = await makeApiKey(seedContext, account, 'Dashboard')
  const password = newPassword()
  const owner = { email: DEMO_EMAIL, name: OWNER_NAME, password, teamName: SHOP_NAME }
  const { userId, teamId } = await createOwner(dashboard, owner)
  const given = { accountId: account.id, actor: { kind: 'operator' }, team: teamId } as const
  await giveAccount(seedContext.database.as('checkout_system'), given, seedContext.now())
  const connected = await connect(dashboard, { teamId, baseUrl: base_url, apiKey: api_key })
  await listenTo(options, account.id, connected.connectionId)
  const ctx = await openConnection(dashboard, connected.connectionId, { userId })
  const { data: links } = await listLinks(ctx, {})
  for (const [index, { id, created_at }] of links.entries()) {
    const now = () => new Date(Date.parse(created_at) + 60_000)
    await recordShare({ ...ctx, now }, { id, channel: SHARED[index % SHARED.length] ?? 'copied' })
  }
  await recordDeskCharges(ctx, byMember)
  return { ...urls, email: DEMO_EMAIL, password, account_id: account.id, account_slug: account.slug, api_key }
}

/** Makes the account with its settled history, and the endpoint of a warehouse that has missed every order. */
async function makeShop(options: DemoOptions) {
  const { seedContext, dashboard, payments = 2_000, customers = 150 } = options
  const opened = new Date(seedContext.now().getTime() - (CUSTOMER_DAYS + 1) * DAY_MS)
  const past = { ...seedContext, now: () => opened }
  const names = { name: SHOP_NAME, legal_name: 'Aurora Coffee LLC', type: 'BUSINESS' } as const
  const contact = { contact_email: 'hello@aurora.example.com', contact_phone: '+1 212 555 0142' }
  const place = { currency: 'USD', timezone: 'America/New_York', country: 'US' }
  const account = await makeAccount(past, { ...names, ...contact, ...place })
  const ctx = contextFor(past, account)
  const warehouse = { url: 'https://warehouse.aurora.example.com/events', description: 'Warehouse' }
  const endpoint = { ...warehouse, kinds: ['payment_link.completed' as const] }
  await changeEndpointStatus(ctx, (await createEndpoint(ctx, endpoint, dashboard)).id, 'PAUSED')
  const { keyring } = dashboard
  const shop = { seedContext, account, random: new Random(20_261_120), keyring, payments, customers }
  // The last closed day is left to the operator or the worker.
  const settled = { keyring, until: new Date(seedContext.now().getTime() - DAY_MS) }
  return { account, byMember: await settlePast(seedContext, account, settled, () => makeHistory(shop)) }
}

/** Registers one webhook endpoint for this dashboard's receiver, in place of those at former URLs, and imports the rest. */
async function listenTo(options: DemoOptions, accountId: string, connectionId: string): Promise<void> {
  const { seedContext, dashboard, addresses, receiverAnswers } = options
  await receiverAnswers?.()
  const ctx = contextFor(seedContext, { id: accountId, currency: 'USD' })
  const route = `/api/webhooks/${connectionId}`
  for (const { id, url } of await listEndpoints(ctx))
    if (url.endsWith(route)) await changeEndpointStatus(ctx, id, 'DELETED')
  const url = callable(addresses.webUrl, addresses.port, dashboard) + route
  const { secret } = await createEndpoint(ctx, { url, kinds: chosenEventKinds }, dashboard)
  await addSigningSecret(dashboard, connectionId, secret)
  const db = dashboard.database.as('checkout_dashboard', connectionId)
  // The worker may claim the run first; in either case it is done when this returns.
  for (let round = 0; round < IMPORT_ROUNDS_MAX; round += 1) {
    await workOneRun(dashboard, { owner: 'demo-merchant' })
    const text = 'SELECT state FROM dashboard.sync_run ORDER BY started_at DESC LIMIT 1'
    const { rows } = await db.query<{ state: string }>({ text })
    if (rows[0]?.state === 'DONE') return
    if (rows[0]?.state === 'FAILED') break
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The history of the demo merchant could not be imported. The worker goes on trying.')
}

/** Returns the public URL, or that of the local port if the outbound rules refuse it, for example a private IP address. */
function callable(url: string, port: number, { testMode }: Dashboard): string {
  return readTypedUrl(url, { testMode }).ok ? url : `http://localhost:${port}`
}

const OWNED = `SELECT c.id FROM dashboard.connection c JOIN dashboard.membership m ON m.team_id = c.team_id
  JOIN dashboard."user" u ON u.id = m.user_id WHERE u.email = $1`

async function findConnection({ database }: Dashboard): Promise<string | undefined> {
  const statement = { text: `${OWNED} ORDER BY c.created_at LIMIT 1`, values: [DEMO_EMAIL] }
  const { rows } = await database.as('checkout_dashboard_system').query<{ id: string }>(statement)
  return rows[0]?.id
}

/** Deletes the owner and the connection of a killed run, whose password is lost. The team remains with its audit log. */
async function forgetOwner({ database }: Dashboard): Promise<void> {
  await database.as('checkout_dashboard_system').transaction(async (tx) => {
    const values = [DEMO_EMAIL]
    // A connection cannot be deleted before its charges.
    await tx.query({ text: `DELETE FROM dashboard.charge WHERE connection_id IN (${OWNED})`, values })
    await tx.query({ text: `DELETE FROM dashboard.connection WHERE id IN (${OWNED})`, values })
    await tx.query({ text: 'DELETE FROM dashboard."user" WHERE email = $1', values })
  })
}
