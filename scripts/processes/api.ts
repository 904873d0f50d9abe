import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { CONCURRENCY_PER_KEY, RATE_LIMIT_BURST, RATE_LIMIT_PER_SECOND } from '@/lib/contract/limits'
import { databaseAnswers } from '@/lib/platform/http-server'
import { logReady, logStartFailure } from '@/lib/platform/log'
import { servePrivately } from '@/lib/platform/metrics/private-server'
import { endProcess, openProcess, openService } from '@/lib/platform/process'
import { claimMode } from '@/lib/service/claim-mode'
import { buildApi } from '@/lib/service/http/server'
import { checkProcessor, openProcessor } from '@/lib/service/processor/open-processor'
import { openStripe } from '@/lib/service/processor/stripe/stripe-api'
import { verifyServiceValues } from './sealed-columns'

/**
 * Time limit of a stop, longer than two calls of the processor and shorter than the supervisor's own. Requests that are
 * not done by then are cut off.
 */
const CLOSE_WITHIN_MS = 18_000

const resources = openProcess('api', openService)
const { env, log, database, keyring } = resources
let ending = false
let endPrivate = () => {}
const api = open()

function open(): FastifyInstance {
  try {
    return buildApi({
      database,
      log,
      urls: { web: env.WEB_URL, api: env.API_URL },
      testMode: env.TEST_MODE,
      processor: openProcessor(resources),
      keyring,
      leaseMs: env.CHARGE_LEASE_MS,
      requestLog: env.REQUEST_LOG,
      rateLimit: {
        rate: env.RATE_LIMIT_PER_SECOND ?? RATE_LIMIT_PER_SECOND,
        burst: env.RATE_LIMIT_BURST ?? RATE_LIMIT_BURST,
      },
      trustedProxies: env.TRUSTED_PROXIES,
      statusToken: env.STATUS_TOKEN,
      stripe:
        env.PROCESSOR === 'stripe' && env.STRIPE_WEBHOOK_SECRET !== undefined
          ? { webhookSecret: env.STRIPE_WEBHOOK_SECRET, api: openStripe(env) }
          : undefined,
      isEnding: () => ending,
      countsRequests: env.METRICS_PORT !== undefined,
      concurrencyPerKey: env.CONCURRENCY_PER_KEY ?? CONCURRENCY_PER_KEY,
    })
  } catch (error) {
    return endProcess('api', error)
  }
}

async function end(): Promise<void> {
  if (ending) return
  ending = true
  await delay(env.DRAIN_MS)
  endPrivate()
  setTimeout(() => api.server.closeAllConnections(), CLOSE_WITHIN_MS).unref()
  await api.close()
  await database.close()
  process.exit()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end())

try {
  await claimMode(database.as('checkout_system'), env)
  await verifyServiceValues(database, keyring)
  for (const line of await checkProcessor(resources)) log.warn(line)
} catch (error) {
  endProcess('api', error)
}
try {
  endPrivate = await servePrivately({
    process: 'api',
    env,
    databases: [database],
    isReady: async () => !ending && databaseAnswers(database),
  })
  await api.listen({ host: env.HOST, port: env.API_PORT })
  logReady('api', `The API is ready on ${env.BASE_URL}`)
} catch (error) {
  logStartFailure(
    'api',
    `The API cannot listen on ${env.HOST}:${env.API_PORT}: ${error instanceof Error ? error.message : error}`,
  )
  process.exit(1)
}
