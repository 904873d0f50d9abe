import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import {
  RATE_LIMIT_HEADER,
  RATE_REMAINING_HEADER,
  RATE_RESET_HEADER,
  RETRY_AFTER_HEADER,
} from '@/lib/contract/headers'
import { clientAddress, setPeerAddress } from '@/lib/platform/peer-address'
import { chargesEnabled } from '@/lib/service/accounts/account-row'
import {
  type AuthenticatedKey,
  authenticateKey,
  InactiveKey,
  type LookupGuard,
} from '@/lib/service/accounts/authenticate-key'
import {
  Concurrency,
  KeyLimiter,
  type LimitState,
  UnknownKeyLimiter,
} from '@/lib/service/rate-limits/limit-keys'
import type { ApiOptions, Caller, CallTrace } from './call'

const AUTHORIZATION = 'authorization'
const BEARER = /^\s*Bearer +/i
/** Time after which one of the running requests has most likely ended. */
const CONCURRENCY_RETRY_AFTER_S = 1

export interface Gate {
  /** Authenticates a request, and checks that its account may call, before the body is read. */
  guard(api: FastifyInstance): void
  /** Counts a request without a route against its key, if it has a usable one. Throws `rate_limited`. */
  countStray(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Creates the gate of a server: its keys share one count (decisions: rate limit). */
export function openGate(options: ApiOptions): Gate {
  const { database, now = () => new Date(), monotonicMs = () => performance.now(), log, urls } = options
  const concurrency = new Concurrency(options.concurrencyPerKey)
  const limiter = new KeyLimiter(database.as('checkout_system'), options.rateLimit, monotonicMs)
  const deployment = { urls, testMode: options.testMode }
  const unknownKeys = new UnknownKeyLimiter()
  const lookUpGuard =
    (request: FastifyRequest): LookupGuard =>
    async (read) => {
      const { found, waitS } = await unknownKeys.lookUp(
        addressOf(request, options.trustedProxies),
        monotonicMs,
        read,
      )
      if (waitS > 0) throw tooMany(waitS)
      return found
    }
  const authenticate = (request: FastifyRequest) =>
    authenticateKey(database, request.headers.authorization, monotonicMs(), now(), lookUpGuard(request))

  const traceOf = ({ keyId, account }: AuthenticatedKey): CallTrace | null =>
    options.requestLog
      ? { accountId: account.id, keyId, arrivedAt: now(), route: null, body: null, answer: null }
      : null

  const callerFor = ({ keyId, scope, account }: AuthenticatedKey): Caller => ({
    account,
    scope,
    deployment,
    ctx: {
      accountId: account.id,
      actor: { kind: 'api_key', id: keyId },
      db: database.as('checkout_service', account.id),
      now,
      log,
      urls,
    },
  })

  return {
    guard(api) {
      api.addHook('onRequest', (request, reply, done) => {
        takeContentType(request)
        const stop = (error: Error) => {
          if (error instanceof InactiveKey) request.trace = traceOf(error.key)
          if (!reply.hasHeader(RATE_LIMIT_HEADER)) showUncounted(reply, options.rateLimit)
          done(error)
        }
        if (sentTwice(request.raw)) return stop(new ApiError('invalid_api_key'))
        if (request.headers.authorization !== undefined) {
          // Requests are counted by their key, usable or not, before any look-up.
          const leave = concurrency.enter(request.headers.authorization.replace(BEARER, '').trim())
          if (!leave) return stop(tooMany(CONCURRENCY_RETRY_AFTER_S))
          reply.raw.once('close', leave)
        }
        authenticate(request)
          .then(async (key) => {
            request.trace = traceOf(key)
            const taken = limiter.take(key.keyId)
            count(reply, taken instanceof Promise ? await taken : taken)
            if (!chargesEnabled(key.account)) throw new ApiError('charges_disabled')
            request.caller = callerFor(key)
          })
          .then(() => done(), stop)
      })
    },
    async countStray(request, reply) {
      showUncounted(reply, options.rateLimit)
      if (request.headers.authorization === undefined || sentTwice(request.raw)) return
      const key = await authenticate(request).catch((error) => {
        if (error instanceof InactiveKey) request.trace = traceOf(error.key)
        return null
      })
      if (!key) return
      request.trace = traceOf(key)
      count(reply, await limiter.take(key.keyId))
    },
  }
}

/** Sets the headers of a request without a known key: the values of a key before its first request. */
function showUncounted(reply: FastifyReply, { burst }: ApiOptions['rateLimit']): void {
  reply.headers({ [RATE_LIMIT_HEADER]: burst, [RATE_REMAINING_HEADER]: burst, [RATE_RESET_HEADER]: 0 })
}

/** Sets the headers of the key's limit, and throws if the bucket is empty (decisions: rate limit). */
function count(reply: FastifyReply, { allowed, limit, remaining, resetS, retryAfterS }: LimitState): void {
  reply.headers({
    [RATE_LIMIT_HEADER]: limit,
    [RATE_REMAINING_HEADER]: remaining,
    [RATE_RESET_HEADER]: resetS,
  })
  if (!allowed) throw tooMany(retryAfterS)
}

function tooMany(retryAfterS: number): ApiError {
  return new ApiError('rate_limited', {}, { headers: { [RETRY_AFTER_HEADER]: String(retryAfterS) } })
}

/** Returns the address that a request came from; used only for keys that this process has not seen before. */
function addressOf({ raw }: FastifyRequest, trustedProxies: string): string {
  setPeerAddress(raw)
  return clientAddress({ get: (name) => raw.headers[name]?.toString() ?? null }, trustedProxies)
}

/** Hides the Content-Type from Fastify, which rejects an unreadable one even if the body is empty. */
function takeContentType(request: FastifyRequest): void {
  request.sentContentType = request.headers['content-type']
  if (request.sentContentType !== undefined) request.headers['content-type'] = undefined
}

/** Returns whether two Authorization headers were sent: a proxy may have read the other one. */
function sentTwice({ rawHeaders }: FastifyRequest['raw']): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count += 1
  }
  return count > 1
}
