import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addSigningSecret } from '@/lib/dashboard/connections/signing-secrets'
import type { ConnectionContext, Dashboard } from '@/lib/dashboard/context'
import { openConnection } from '@/lib/dashboard/open-connection'
import { openDashboard } from '@/lib/dashboard/open-dashboard'
import { Database } from '@/lib/platform/database'
import { readEnvironment } from '@/lib/platform/env'
import { createLog } from '@/lib/platform/log'
import { Keyring } from '@/lib/platform/secrets'
import { signatureHolds } from '@/test/test-receiver'
import { callUntilSuccess, payByForm, type ResponseCounts, type Shop } from './chaos-clients'
import type { Deployment } from './deployment'

/** Merchant's own endpoint, which verifies each signature and counts each delivery. */
interface Endpoint {
  url: string
  secret: string
  /** Number of arrivals of each delivery, by its id. */
  received: Map<string, number>
  badSignatures: number
  close(): Promise<void>
}

/** Account of the deployment with everything that it needs to trade. */
export interface Merchant {
  accountId: string
  shop: Shop
  /** Customers with a saved card, with the card's number. */
  customers: { id: string; card: string }[]
  endpoint: Endpoint
  dashboard: Dashboard
  ctx: ConnectionContext
  email: string
  password: string
  database: Database
  close(): Promise<void>
}

/**
 * Creates an account with the operator's commands, its dashboard, its endpoint and customers who saved a card on the
 * payer's page.
 */
export async function openMerchant(
  deployment: Deployment,
  responseCounts: ResponseCounts,
  cards: readonly string[],
  enterCard?: Shop['enterCard'],
): Promise<Merchant> {
  const { env, webUrl, apiUrl, operator } = deployment
  // The commands' own output, which their tests describe.
  const ran = async <Result>(...args: string[]) => (await operator(...args)) as Result
  const { account_id: accountId, api_key: key } = await ran<{ account_id: string; api_key: string }>(
    'account',
    'create',
    ...['--name', 'Casa Verde', '--email', 'hi@casa.test', '--currency', 'USD'],
    ...['--timezone', 'America/New_York', '--country', 'US'],
  )
  env.API_KEY = key
  const email = 'ana@casa.test'
  const { password } = await ran<{ password: string }>(
    'team',
    'create',
    ...['--name', 'Casa Verde', '--email', email, '--owner', 'Ana'],
  )
  const endpoint = await startEndpoint()
  const registered = async (url: string) =>
    (await ran<{ secret: string }>('webhook', 'create', '--account', accountId, '--url', url)).secret
  endpoint.secret = await registered(endpoint.url)

  const database = new Database({ url: deployment.databaseUrl, max: 4, applicationName: 'checkout-chaos' })
  const dashboard = openDashboard({
    env: readEnvironment(env),
    log: createLog('chaos', 'silent'),
    dashboardDatabase: database,
    keyring: new Keyring(env.ENCRYPTION_KEYS ?? ''),
  })
  const { rows } = await database.as('checkout_dashboard_system').query<{ id: string; user_id: string }>({
    text: `SELECT c.id, m.user_id FROM dashboard.connection c JOIN dashboard.membership m ON m.team_id = c.team_id`,
  })
  const [connection] = rows
  if (!connection) throw new Error('the team has no connection')
  const secret = await registered(`${webUrl}/api/webhooks/${connection.id}`)
  await addSigningSecret(dashboard, connection.id, secret)
  const ctx = await openConnection(dashboard, connection.id, { userId: connection.user_id })
  const shop: Shop = { apiUrl, webUrl, key, responseCounts, ...(enterCard && { enterCard }) }
  const customers = []
  for (const [number, card] of cards.entries()) customers.push(await saveCard(shop, number, card))
  return {
    ...{ accountId, shop, customers, endpoint, dashboard, ctx, email, password, database },
    async close() {
      await endpoint.close()
      await dashboard.prisma.$disconnect()
      await database.close()
    },
  }
}

async function saveCard(shop: Shop, number: number, card: string): Promise<{ id: string; card: string }> {
  const { id } = await callUntilSuccess(shop, 'customer', 'POST', '/customers', {
    name: `Customer ${number}`,
    phone: `+1212555${String(number).padStart(4, '0')}`,
  })
  const { payment_url } = await callUntilSuccess(shop, 'link charge', 'POST', `/customers/${id}/charges`, {
    amount: 5,
  })
  const outcome = await payByForm(shop, payment_url, { card, saveCard: true })
  if (outcome !== 'paid') throw new Error(`the card ${card} was not saved: ${outcome}`)
  return { id, card }
}

async function startEndpoint(): Promise<Endpoint> {
  const endpoint = { url: '', secret: '', received: new Map<string, number>(), badSignatures: 0 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const got = { headers: request.headers, body: Buffer.concat(chunks).toString('utf8') }
      if (!signatureHolds(got, endpoint.secret, Date.now() / 1_000)) endpoint.badSignatures += 1
      const id = String(request.headers['service-delivery'])
      endpoint.received.set(id, (endpoint.received.get(id) ?? 0) + 1)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The address of a listening TCP server always has this type.
  endpoint.url = `http://localhost:${(server.address() as AddressInfo).port}/hook`
  return Object.assign(endpoint, {
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
