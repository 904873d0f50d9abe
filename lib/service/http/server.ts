import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { dropSlowReaders, fillHeaders, READER_TIMEOUT_MS } from '@/lib/platform/http-server'
import { metrics } from '@/lib/platform/metrics/metrics'
import { installOpenApi } from '@/lib/service/http/openapi/document'
import { answerError, requestFields } from './answer'
import { installBodyReader } from './body'
import type { ApiOptions, ConnectionLimits } from './call'
import { contractEndpoints } from './contract-endpoints'
import { openGate } from './gate'
import { installHealth } from './health'
import { logRequests } from './log-requests'
import { answerMalformedRequest, knownMethods, undecodablePath, unmatchedError } from './refused-request'
import { installStripeWebhooks } from './stripe-webhooks'

const PREFIX = '/api/v1'
/** A connection that becomes idle while the process ends would stay open for the whole keep-alive time. */
const IDLE_SWEEP_MS = 50
const CONNECTIONS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  // A body of 256 KiB over a slow line takes seconds, not minutes.
  requestTimeoutMs: 30_000,
  checkEveryMs: 5_000,
  // Longer than proxies and load balancers keep their connections: one that is reused must not be closing.
  keepAliveTimeoutMs: 72_000,
  readerTimeoutMs: READER_TIMEOUT_MS,
  requestsMax: 10_000,
}
/** Node limits the whole head to 16 KiB; an id of any length below that is simply unknown. */
const PATH_PARAMETER_MAX = 16 * 1024

/** Builds the API on Fastify, not listening yet. Every response is the contract's JSON. */
export function buildApi(options: ApiOptions): FastifyInstance {
  const { log } = options
  const connections = { ...CONNECTIONS, ...options.connections }
  const app = Fastify({
    logger: false,
    genReqId: () => newId('req', new Date()),
    requestTimeout: connections.requestTimeoutMs,
    keepAliveTimeout: connections.keepAliveTimeoutMs,
    maxRequestsPerSocket: connections.requestsMax,
    routerOptions: { maxParamLength: PATH_PARAMETER_MAX },
    // Requests that still arrive on open connections while the process ends are served, not refused.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: {
      requireHostHeader: false,
      headersTimeout: connections.headersTimeoutMs,
      connectionsCheckingInterval: connections.checkEveryMs,
    },
    clientErrorHandler: answerMalformedRequest,
    // No hook has run at this point.
    frameworkErrors: (error, request, reply) => {
      const known = error.code === 'FST_ERR_BAD_URL' ? undecodablePath() : error
      gate.countStray(request, reply).then(
        () => answerError(request, reply, known, log),
        (refusal) => answerError(request, reply, isRateLimited(refusal) ? refusal : known, log),
      )
    },
  })
  const methodsOf = knownMethods(app)
  const gate = openGate(options)
  const unmatched = ({ url }: FastifyRequest) =>
    unmatchedError(methodsOf(url.split('?', 1)[0] ?? ''), options.urls.web)

  app.decorateRequest('caller', null)
  app.decorateRequest('sentContentType', undefined)
  app.decorateRequest('trace', null)
  if (options.requestLog) logRequests(app, options, PREFIX)
  // Outside the API's prefix no body is read, so that an unknown path is 404 with any body.
  app.removeAllContentTypeParsers()
  app.setErrorHandler((error, request, reply) =>
    answerError(request, reply, request.is404 && !isRateLimited(error) ? unmatched(request) : error, log),
  )
  app.setNotFoundHandler((request, reply) => {
    const error = unmatched(request)
    if (request.method !== 'OPTIONS' || error.code !== 'method_not_allowed') throw error
    return reply
      .code(204)
      .headers({ ...error.headers, 'Request-Id': request.id })
      .send()
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) gate.countStray(request, reply).then(() => done(), done)
    else done()
  })
  // This listener is the first one: Fastify responds to some requests before any of its hooks.
  app.server.prependListener('request', (_, response) => {
    fillHeaders(response, options.urls.api.startsWith('https:'))
    if (options.isEnding?.()) response.setHeader('Connection', 'close')
  })
  dropSlowReaders(app.server, connections.readerTimeoutMs)
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
  if (options.countsRequests) {
    app.addHook('onResponse', async ({ routeOptions, method }, { statusCode, elapsedTime }) => {
      const labels = {
        route: routeOptions.url ?? 'none',
        method: routeOptions.url ? method : 'other',
        status: String(statusCode),
      }
      metrics.requests.observe(labels, elapsedTime / 1_000)
    })
  }
  // Only a process that logs each request pays for it.
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
      log.debug(
        { ...requestFields(request), status: statusCode, duration_ms: Math.round(elapsedTime) },
        'request',
      )
    })
  }

  installHealth(app, options)
  installOpenApi(app, options, PREFIX)
  if (options.stripe) installStripeWebhooks(app, options, options.stripe)
  app.register(
    async (api) => {
      gate.guard(api)
      installBodyReader(api)
      contractEndpoints(api, options)
    },
    { prefix: PREFIX },
  )
  return app
}

/** Returns whether an error is a rate limit: even an unknown path counts against its key. */
function isRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'rate_limited'
}
