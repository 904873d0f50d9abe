import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type { KeyScope } from '@/lib/contract/key-scopes'
import type { AccountRow, Deployment } from '@/lib/service/accounts/account-row'
import type { ServiceContext } from '@/lib/service/context'

/** Caller of a request, known from its key. */
export interface Caller {
  ctx: ServiceContext
  account: AccountRow
  /** Scope of the key. */
  scope: KeyScope
  deployment: Deployment
}

/** Parts of a call that the request log stores, collected while it is handled. */
export interface CallTrace {
  accountId: string
  keyId: string
  arrivedAt: Date
  /** Pattern of the route, set when its handler runs. */
  route: string | null
  /** The JSON object as sent, set when it is read. */
  body: Record<string, unknown> | null
  /** The value of the response, or its JSON text. */
  answer: unknown
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds the call of a request to the request log; absent without a log. */
    logCall?: (request: FastifyRequest<RouteGenericInterface>, reply: FastifyReply) => void
  }
  interface FastifyRequest {
    /** Null without a current or former key of an account, or without a request log. */
    trace: CallTrace | null
    /** Set by the gate before any handler under the API's prefix runs. */
    caller: Caller | null
    /** The Content-Type as sent; the gate hides it from Fastify. */
    sentContentType: string | undefined
  }
}

/** Returns the caller of a request that passed the gate. */
export function callerOf(request: FastifyRequest<RouteGenericInterface>): Caller {
  if (!request.caller) throw new Error('a handler ran without the gate')
  return request.caller
}
