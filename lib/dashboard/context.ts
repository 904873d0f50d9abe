import type { Account } from '@/lib/contract/account'
import type { ContractClient } from '@/lib/dashboard/client/contract-client'
import type { Database, Handle } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { OutboundHttp } from '@/lib/platform/outbound-http'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import type { Keyring } from '@/lib/platform/secrets'

/** Dependencies of the dashboard, one instance per process. */
export interface Dashboard {
  database: Database<'dashboard'>
  prisma: PrismaClient
  keyring: Keyring
  http: Pick<OutboundHttp, 'request'>
  /** Allows `http://localhost` as a host. */
  testMode: boolean
  now(): Date
  /** Waits this long, in milliseconds. */
  wait(ms: number): Promise<void>
  log: Log
}

/** First argument of every verb of the dashboard: one connection, with handles bound to it. */
export interface ConnectionContext {
  connectionId: string
  /** Slug of the account in URLs. */
  slug: string
  teamId: string
  /** Acting user; null for the worker. */
  userId: string | null
  /** False for a member who sees contacts masked: no search finds anybody by a part of one. */
  seesContacts?: boolean
  /** The address that they act from; null for the worker. */
  address: string | null
  /** The account as the host last reported it, in a time zone that is known. */
  account: Account
  /** The name that the host reports for a time zone that is not known, in place of which the account has UTC. */
  unknownTimezone: string | null
  baseUrl: string
  /** When the account was disconnected; its client then refuses every call. */
  disconnectedAt: Date | null
  client: ContractClient
  /** Role `checkout_dashboard`, tenant = connectionId. */
  db: Handle
  prisma: BoundPrisma
  /** The same for counts that a page can go without: their statements end early (`countInTime`). */
  counting: BoundPrisma
  /** Yields what `read` reads of one moment; its context has that moment's `db` and `prisma`, which read alone. */
  snapshot<Chunk>(read: (ctx: ConnectionContext, at: Date) => AsyncIterable<Chunk>): AsyncGenerator<Chunk>
  now(): Date
  /** Waits this long, in milliseconds. */
  wait(ms: number): Promise<void>
  log: Log
}
