import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import next from 'next'
import { verifyConnectionSecrets } from '@/lib/dashboard/connections/verify-secrets'
import { fillHeaders } from '@/lib/platform/answer-headers'
import { dropSlowReaders } from '@/lib/platform/drop-slow-readers'
import { filterRequest } from '@/lib/platform/filter-request'
import { answerHealth, databaseAnswers } from '@/lib/platform/health'
import { endProcess, runWebEndings, webResources } from '@/lib/platform/process'
import { verifyBankAccounts } from '@/lib/service/bank/verify-bank-accounts'
import { verifySavedCards } from '@/lib/service/customers/verify-saved-cards'

/** Below the supervisor's patience: a request that is still open by then is cut off. */
const CLOSE_WITHIN_MS = 4_000
/** A file to import over a poor line takes a minute or two; a head takes none. */
const CONNECTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 5_000,
  // As the API's: longer than proxies keep theirs, so that none sends into a connection that just ends.
  keepAliveTimeout: 72_000,
}
/** A connection that gets idle while the process ends would hold it for as long. */
const IDLE_SWEEP_MS = 50

let ending = false
const { env, database } = await open()
const webUrl = new URL(env.WEB_URL)
const server = createServer(CONNECTIONS, (request, response) => {
  fillHeaders(response, webUrl.protocol === 'https:')
  if (ending) response.setHeader('Connection', 'close')
  if (answerHealth(request, response, async () => !ending && databaseAnswers(database))) return
  if (!filterRequest(request, response, webUrl)) void handle(request, response)
})
dropSlowReaders(server)
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
    await verifyConnectionSecrets(resources.database, resources.keyring)
    await verifySavedCards(resources.database, resources.keyring)
    await verifyBankAccounts(resources.database, resources.keyring)
    return resources
  } catch (error) {
    return endProcess('web', error)
  }
}

/** An upgraded socket, such as the one that reloads pages in development, is none of the server's connections. */
const sockets = new Set<Socket>()
server.on('connection', (socket: Socket) => {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
})

async function end(): Promise<void> {
  if (ending) return
  ending = true
  await delay(env.DRAIN_MS)
  runWebEndings()
  setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, CLOSE_WITHIN_MS).unref()
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  // Work after an answer (`after`) runs until the last request is done.
  await new Promise<void>((resolve) => server.close(() => resolve()))
  clearInterval(sweep)
  await app.close()
  await database.close()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

server.on('error', (error) => endProcess('web', error))
server.listen(env.PORT, env.HOST, () => console.log(`The dashboard is ready on ${env.WEB_URL}`))
