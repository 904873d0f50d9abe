import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '@/lib/contract/errors'
import { authenticateKey } from '@/lib/service/accounts/authenticate-key'
import type { AuthenticatedKey } from '@/lib/service/accounts/key-cache'
import type { ApiOptions } from './api-options'
import type { Caller } from './call'

const AUTHORIZATION = 'authorization'

/** Lets a request to the contract's endpoints in, once, before its body is read: who calls, and may they. */
export function installGate(api: FastifyInstance, options: ApiOptions): void {
  const { database, now = () => new Date(), monotonicMs = () => performance.now(), log, urls } = options
  const deployment = { urls, testMode: options.testMode }

  const callerFor = ({ keyId, account }: AuthenticatedKey): Caller => ({
    account,
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

  api.addHook('onRequest', (request, _reply, done) => {
    takeContentType(request)
    if (sentTwice(request.raw)) return done(new ApiError('invalid_api_key'))
    authenticateKey(database, request.headers.authorization, monotonicMs()).then((key) => {
      request.caller = callerFor(key)
      done()
    }, done)
  })
}

/** Fastify answers an unreadable Content-Type by itself, even where a body is empty and its type says nothing. */
function takeContentType(request: FastifyRequest): void {
  request.sentContentType = request.headers['content-type']
  if (request.sentContentType !== undefined) request.headers['content-type'] = undefined
}

/** Node keeps the first of two Authorization headers; whoever stands before us may have read the second. */
function sentTwice({ rawHeaders }: FastifyRequest['raw']): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) count += 1
  }
  return count > 1
}
