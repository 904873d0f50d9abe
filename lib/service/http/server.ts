import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import { newId } from '@/lib/contract/ids'
import { fillHeaders } from '@/lib/platform/answer-headers'
import { dropSlowReaders, READER_TIMEOUT_MS } from '@/lib/platform/drop-slow-readers'
import { accountEndpoints } from './account'
import { answerError, requestFields } from './answer'
import type { ApiOptions, ConnectionLimits } from './api-options'
import { balanceEndpoints } from './balance'
import { installBodyReader } from './body'
import { answerBrokenRequest, undecodablePath, writeError } from './broken-request'
import { chargeEndpoints } from './charges'
import { customerEndpoints } from './customers'
import { openGate } from './gate'
import { installHealth } from './health'
import { logRequests } from './log-requests'
import { installOpenApi } from './openapi'
import { paymentLinkEndpoints } from './payment-links'
import { paymentEndpoints } from './payments'
import { settlementEndpoints } from './settlements'
import { KnownPaths, unmatchedError } from './unmatched'

const PREFIX = '/api/v1'
/** A connection that gets idle while the process ends would hold it for the whole keep-alive time. */
const IDLE_SWEEP_MS = 50
const CONNECTIONS: ConnectionLimits = {
  headersTimeoutMs: 10_000,
  // A body of 256 KiB over a poor line takes seconds, not minutes.
  requestTimeoutMs: 30_000,
  checkEveryMs: 5_000,
  // Longer than proxies and load balancers keep theirs: who reuses a connection must not meet one that ends.
  keepAliveTimeoutMs: 72_000,
  readerTimeoutMs: READER_TIMEOUT_MS,
  requestsMax: 10_000,
}
/** Node bounds the whole head at 16 KiB; an id of any length below that is simply unknown. */
const PATH_PARAMETER_MAX = 16 * 1024

/**
 * The API of the contract on Fastify, not listening yet. Every answer that leaves is the contract's JSON, whatever
 * went wrong; see the files beside this one for each noun.
 */
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
    // Requests that still arrive on open connections while the process ends are served, not turned away.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    http: {
      requireHostHeader: false,
      headersTimeout: connections.headersTimeoutMs,
      connectionsCheckingInterval: connections.checkEveryMs,
    },
    clientErrorHandler: answerBrokenRequest,
    // No hook has run by then.
    frameworkErrors: (error, request, reply) => {
      const known = error.code === 'FST_ERR_BAD_URL' ? undecodablePath() : error
      gate.countStray(request, reply).then(
        () => answerError(request, reply, known, log),
        (refusal) => answerError(request, reply, isRateLimited(refusal) ? refusal : known, log),
      )
    },
  })
  const paths = new KnownPaths(app)
  const gate = openGate(options)
  const unmatched = (request: FastifyRequest) => unmatchedError(request, paths, options.urls.web)

  app.decorateRequest('caller', null)
  app.decorateRequest('sentContentType', undefined)
  app.decorateRequest('trace', null)
  if (options.requestLog) logRequests(app, options, PREFIX)
  // Outside the API's prefix nothing reads a body, so that an unknown path is 404 whatever is sent to it.
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
  answerWhatNodeWouldNot(app)
  // First of all listeners: Fastify answers some requests before any hook of its own.
  app.server.prependListener('request', (_, response) => {
    fillHeaders(response, options.urls.api.startsWith('https:'))
    if (options.isEnding?.()) response.setHeader('Connection', 'close')
  })
  dropSlowReaders(app.server, connections.readerTimeoutMs)
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), IDLE_SWEEP_MS)
    app.server.once('close', () => clearInterval(sweep))
  })
  // Only a process that wants a line for each request pays for it.
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
  app.register(
    async (api) => {
      gate.guard(api)
      installBodyReader(api)
      accountEndpoints(api)
      paymentLinkEndpoints(api)
      paymentEndpoints(api)
      chargeEndpoints(api, options)
      customerEndpoints(api)
      settlementEndpoints(api)
      balanceEndpoints(api)
    },
    { prefix: PREFIX },
  )
  return app
}

/** Even a path that is none counts against its key. */
function isRateLimited(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'rate_limited'
}

/** Node answers these by itself, without a body, or hangs up. */
function answerWhatNodeWouldNot({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  server.on('connect', (_request, socket) =>
    writeError(
      socket,
      new ApiError('method_not_allowed', {}, { headers: { Allow: 'GET, HEAD, POST, PATCH' } }),
    ),
  )
}
