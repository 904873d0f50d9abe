import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import next from 'next'
import { awayPage } from '@/components/page/away-page'
import {
  answerHealth,
  databaseAnswers,
  dropSlowReaders,
  fillHeaders,
  filterRequest,
  gracefulClose,
} from '@/lib/platform/http-server'
import { logConsole, logReady } from '@/lib/platform/log'
import { metrics } from '@/lib/platform/metrics/metrics'
import { servePrivately } from '@/lib/platform/metrics/private-server'
import { endProcess, runWebEndings, webResources } from '@/lib/platform/process'
import { RequestBounds } from '@/lib/platform/request-bounds'
import { randomText } from '@/lib/platform/secrets'
import { claimMode } from '@/lib/service/claim-mode'
import { contentSecurityPolicy, pageHeaders } from '@/lib/ui/page-headers'
import { verifySealedValues } from './sealed-columns'

/**
 * Time limits of requests during a stop, shorter than the supervisor's 20 s: a payer's charge takes up to two calls of
 * the processor, an event stream never ends.
 */
const CLOSE_TIMEOUTS = {
  readMs: 4_000,
  writeMs: 18_000,
  // The bank redirects its payer to this path, and the payment is captured.
  isWrite: (url: string) => /^\/pay\/[^/]+\/return/.test(url),
}
/** Time limits of connections: an imported file takes a minute or two over a slow line, request headers do not. */
const CONNECTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  // As the API's: longer than that of proxies, so that none sends a request into a closing connection.
  keepAliveTimeout: 72_000,
}
const NONCE_BYTES = 16
/** Pages that are served without the database. */
const STATIC_PAGES = /^\/docs\b/
/** The minute that the page names. */
const RETRY_AFTER_S = 60

let ending = false
const { env, log, database, dashboardDatabase } = await open()
// `npm run dev` shows what Next reports as Next wrote it.
if (env.NODE_ENV === 'production') logConsole(log)
const webUrl = new URL(env.WEB_URL)
const server = createServer(CONNECTIONS, (request, response) => {
  fillHeaders(response, webUrl.protocol === 'https:')
  if (ending) response.setHeader('Connection', 'close')
  if (env.METRICS_PORT !== undefined) countRequest(request, response)
  if (answerHealth(request, response, async () => !ending && databaseAnswers(database))) return
  if (filterRequest(request, response, webUrl)) return
  bounds.admit(request, response, () => void servePage(request, response))
})
const bounds = new RequestBounds(server, env.TRUSTED_PROXIES)
dropSlowReaders(server)
const endServer = gracefulClose(server, CLOSE_TIMEOUTS)
// `next start` sets it too. Without it a server action that the page's bundle lacks is forwarded by the scheme of
// X-Forwarded-Proto, so as https to this very port (vercel/next.js#96344).
process.env.__NEXT_PRIVATE_ORIGIN = `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`
const app = next({
  dev: env.NODE_ENV === 'development',
  hostname: env.HOST,
  port: env.PORT,
  httpServer: server,
})
await app.prepare()
const handle = app.getRequestHandler()

async function open() {
  try {
    const resources = webResources()
    await claimMode(resources.database.as('checkout_system'), resources.env)
    await verifySealedValues(resources.database, resources.dashboardDatabase, resources.keyring)
    return resources
  } catch (error) {
    return endProcess('web', error)
  }
}

/**
 * Serves a request. A page without the database gets an HTML of its own, because Next's page of a failure is empty without
 * scripts (vercel/next.js#62228).
 */
async function servePage(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const needsDatabase = request.headers.accept?.includes('text/html') && !STATIC_PAGES.test(request.url ?? '')
  if (!needsDatabase || (await databaseAnswers(database))) return handle(request, response)
  const nonce = randomText(NONCE_BYTES)
  const headers = {
    ...Object.fromEntries(
      pageHeaders(contentSecurityPolicy(nonce, { development: false, hosted: null }), null),
    ),
    'Content-Type': 'text/html; charset=utf-8',
    'Retry-After': String(RETRY_AFTER_S),
  }
  response.writeHead(503, headers).end(awayPage(request, nonce))
}

/** Pages of the web, below an account or not. Everything else of an address comes from a stranger, and is no label. */
const PAGES = new Set(
  'api balance charges connect customers data developers docs export exports forgot-password invitation join links live mirror new pay payments payouts receipt reset-password settings sign-in sign-up status verify-email views _next'.split(
    ' ',
  ),
)

function countRequest({ method = '', url = '' }: IncomingMessage, response: ServerResponse): void {
  const waited = metrics.requests.startTimer()
  const [first = '', second = ''] = (url.split('?', 1)[0] ?? '').split('/').slice(1)
  const page = PAGES.has(second) ? `/:/${second}` : '/:'
  const named = first === '' || PAGES.has(first) ? `/${first}` : page
  response.once('close', () => {
    const { statusCode: status } = response
    const route = status === 404 || status === 405 ? 'none' : named
    waited({ route, method: /^(GET|POST)$/.test(method) ? method : 'other', status: String(status) })
  })
}

async function end(): Promise<void> {
  if (ending) return
  ending = true
  await delay(env.DRAIN_MS)
  endPrivate()
  runWebEndings()
  // Work after a response (`after`) runs until the last request is done.
  await endServer()
  await app.close()
  await Promise.all([database.close(), dashboardDatabase.close()])
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

const endPrivate = await servePrivately({
  process: 'web',
  env,
  databases: [database, dashboardDatabase],
  isReady: async () => !ending && databaseAnswers(database),
}).catch((error: unknown) => endProcess('web', error))
server.on('error', (error) => endProcess('web', error))
server.listen(env.PORT, env.HOST, () => logReady('web', `The dashboard is ready on ${env.WEB_URL}`))
