import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { AccountRow, Deployment } from '@/lib/service/accounts/account-row'
import type { ServiceContext } from '@/lib/service/context'

/** Who calls, known once the key is. */
export interface Caller {
  ctx: ServiceContext
  account: AccountRow
  deployment: Deployment
}

/** The parts of a call that the request log keeps, gathered on its way. */
export interface CallTrace {
  accountId: string
  keyId: string
  arrivedAt: Date
  /** The route's pattern, once its handler runs. */
  route: string | null
  /** The JSON object that was sent, once it is read. */
  body: Record<string, unknown> | null
  /** The value that is answered, or its JSON text. */
  answer: unknown
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Puts the call of a request into the request log; absent where none is kept. */
    logCall?: (request: FastifyRequest<RouteGenericInterface>, reply: FastifyReply) => void
  }
  interface FastifyRequest {
    /** Null without a key that is or was an account's, or where no request log is kept. */
    trace: CallTrace | null
    /** Set by the gate before any handler under the API's prefix runs. */
    caller: Caller | null
    /** The Content-Type as it was sent; the gate takes it out of Fastify's hands. */
    sentContentType: string | undefined
  }
}

/** The caller of a request that passed the gate. */
export function callerOf(request: FastifyRequest<RouteGenericInterface>): Caller {
  if (!request.caller) throw new Error('a handler ran without the gate')
  return request.caller
}
