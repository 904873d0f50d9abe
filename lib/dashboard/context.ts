import type { Account } from '@/lib/contract/account'
import type { ContractClient } from '@/lib/dashboard/client/contract-client'
import type { HostClock } from '@/lib/dashboard/client/host-clock'
import type { Database, Handle } from '@/lib/platform/database'
import type { Log } from '@/lib/platform/log'
import type { OutboundHttp } from '@/lib/platform/outbound-http'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import type { Keyring } from '@/lib/platform/secrets'
import type { Shares } from '@/lib/platform/shares'

/** Dependencies of the dashboard, one instance per process. */
export interface Dashboard {
  database: Database<'dashboard'>
  prisma: PrismaClient
  keyring: Keyring
  http: Pick<OutboundHttp, 'request'>
  /** True if `http://localhost` is allowed as a host. */
  testMode: boolean
  now(): Date
  /** Waits the given number of milliseconds. */
  wait(ms: number): Promise<void>
  log: Log
  /** Shares of teams in the connections of a process that serves members; the worker has its lanes instead. */
  pools?: PoolShares
}

/** Dependencies of the verbs outside every connection. */
export type Store = Pick<Dashboard, 'database' | 'now'>

/** The same for verbs that make or read sealed values and links. */
export type SealedStore = Pick<Dashboard, 'database' | 'keyring' | 'now'>

/** Returns the handle of the dashboard across accounts and teams. */
export function asSystem({ database }: Pick<Dashboard, 'database'>): Handle {
  return database.as('checkout_dashboard_system')
}

/** Shares in the raw pool and in Prisma's, by team. */
interface PoolShares {
  raw: Shares
  prisma: Shares
}

/** First argument of every verb of the dashboard: one connection, with handles bound to it. */
export interface ConnectionContext {
  connectionId: string
  /** Slug of the account in URLs. */
  slug: string
  teamId: string
  /** Acting user; null for the worker. */
  userId: string | null
  /** False for a member with masked contacts: no search finds a person by a part of a contact. */
  seesContacts?: boolean
  /** IP address of the acting user; null for the worker. */
  address: string | null
  /** Account as last reported by the host, in a known time zone. */
  account: Account
  /** Unknown time zone that the host reports; the account then uses UTC. */
  unknownTimezone: string | null
  baseUrl: string
  /** Time of the account's disconnection; its client then refuses every call. */
  disconnectedAt: Date | null
  client: ContractClient
  clock: HostClock
  /** Handle of the role `checkout_dashboard`, tenant = connectionId. */
  db: Handle
  prisma: BoundPrisma
  /** The same for optional counts: their statements end early (`countWithTimeout`). */
  counting: BoundPrisma
  /** Yields the chunks of `read` as one snapshot; its context has the snapshot's `db` and `prisma`, which only read. */
  snapshot<Chunk>(read: (ctx: ConnectionContext, at: Date) => AsyncIterable<Chunk>): AsyncGenerator<Chunk>
  now(): Date
  /** Waits the given number of milliseconds. */
  wait(ms: number): Promise<void>
  log: Log
}
