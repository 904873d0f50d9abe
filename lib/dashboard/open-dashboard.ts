import { setTimeout } from 'node:timers/promises'
import { databaseUrl, mayCallLocalhost } from '@/lib/platform/env'
import { OutboundHttp } from '@/lib/platform/outbound-http'
import type { PrismaClient } from '@/lib/platform/prisma/client'
import { openPrisma } from '@/lib/platform/prisma-client'
import type { BothSides } from '@/lib/platform/process'
import type { Dashboard } from './context'

/** Prisma's share of the process's connections, for reads of pages; the rest belongs to the raw pool. */
const PRISMA_SHARE = 0.5

/** Opens the dashboard's side of a process over the process's own resources. Close its Prisma when the process ends. */
export function openDashboard(
  { env, log, dashboardDatabase: database, keyring }: Omit<BothSides, 'database'>,
  prisma: PrismaClient = openPrisma(
    databaseUrl(env, 'dashboard'),
    Math.max(1, Math.floor(env.DATABASE_POOL * PRISMA_SHARE)),
    'checkout-dashboard-prisma',
    (pool) => database.watch(pool),
  ),
): Dashboard {
  const testMode = mayCallLocalhost(env)
  return {
    database,
    prisma,
    keyring,
    http: new OutboundHttp({ testMode }),
    testMode,
    now: () => new Date(),
    wait: (ms) => setTimeout(ms),
    log,
  }
}
