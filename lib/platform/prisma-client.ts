import { PrismaPg } from '@prisma/adapter-pg'
import { connectionConfig, type Role } from '@/lib/platform/database'
import { PrismaClient } from '@/lib/platform/prisma/client'

/** How long a page's read may wait for a connection: late on a busy machine beats an error page. Prisma's default is 2 s. */
const MAX_WAIT_MS = 10_000
/** How long a read's transaction may then take. Prisma's default is 5 s. */
const TIMEOUT_MS = 15_000

/** Prisma for one process. `tenant` handles come from it; the bare client is for them alone. */
export function openPrisma(url: string, max: number, applicationName: string): PrismaClient {
  return new PrismaClient({
    adapter: new PrismaPg({ ...connectionConfig(url, applicationName), max }),
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
  })
}

/**
 * Prisma under a non-owner role bound to one tenant: each operation runs in a transaction that first takes the
 * role, so that row-level security stands behind every `where` that was forgotten.
 */
export function boundPrisma(prisma: PrismaClient, role: Role, tenant = '') {
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        const [, result] = await prisma.$transaction([
          prisma.$executeRaw`SELECT set_config('role', ${role}, true), set_config('app.tenant', ${tenant}, true)`,
          query(args),
        ])
        return result
      },
    },
  })
}

export type BoundPrisma = ReturnType<typeof boundPrisma>
