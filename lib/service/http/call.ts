import type { FastifyRequest, RouteGenericInterface } from 'fastify'
import type { AccountRow, Deployment } from '@/lib/service/accounts/account-row'
import type { ServiceContext } from '@/lib/service/context'

/** Who calls, known once the key is. */
export interface Caller {
  ctx: ServiceContext
  account: AccountRow
  deployment: Deployment
}

declare module 'fastify' {
  interface FastifyRequest {
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
