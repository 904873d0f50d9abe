import type { FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify'
import type Stripe from 'stripe'
import type { KeyScope } from '@/lib/contract/key-scopes'
import type { Database } from '@/lib/platform/database'
import type { BucketRule } from '@/lib/platform/lease-tokens'
import type { Log } from '@/lib/platform/log'
import type { Keyring } from '@/lib/platform/secrets'
import type { AccountRow, Deployment } from '@/lib/service/accounts/account-row'
import type { ServiceContext } from '@/lib/service/context'
import type { Processor } from '@/lib/service/processor/port'

export interface Caller {
  ctx: ServiceContext
  account: AccountRow
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

export interface ConnectionLimits {
  headersTimeoutMs: number
  requestTimeoutMs: number
  checkEveryMs: number
  keepAliveTimeoutMs: number
  readerTimeoutMs: number
  /** Requests after which a connection ends, so that clients spread over new processes. */
  requestsMax: number
}

export interface ApiOptions extends Deployment {
  database: Database
  log: Log
  processor: Processor
  keyring: Keyring
  leaseMs: number
  rateLimit: BucketRule
  concurrencyPerKey: number
  /** Addresses and ranges whose X-Forwarded-For is trusted (TRUSTED_PROXIES). */
  trustedProxies: string
  /** Bearer token that shows the details of `/status` (STATUS_TOKEN); without it only this machine sees them. */
  statusToken?: string | undefined
  /** Signing secret of Stripe's reports (STRIPE_WEBHOOK_SECRET), and its API; absent with another processor. */
  stripe?: { webhookSecret: string; api: Stripe } | undefined
  /** Timeouts of connections that differ from the defaults. */
  connections?: Partial<ConnectionLimits>
  /** True to store the calls of each key for the merchant's developers, and the key's last use. */
  requestLog?: boolean
  /** True to count requests and their durations in the process's metrics. */
  countsRequests?: boolean
  /** Returns true once the process is to end: it still serves, and clients and proxies are directed elsewhere. */
  isEnding?: () => boolean
  now?: () => Date
  /** Returns a monotonic clock, milliseconds, which ages the cache of keys. */
  monotonicMs?: () => number
}
