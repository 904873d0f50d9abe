import { PrismaPg } from '@prisma/adapter-pg'
import { connectionConfig, type Role } from '@/lib/platform/database'
import { PrismaClient } from '@/lib/platform/prisma/client'

/** Prisma for one process. `tenant` handles come from it; the bare client is for them alone. */
export function openPrisma(url: string, max: number, applicationName: string): PrismaClient {
  return new PrismaClient({ adapter: new PrismaPg({ ...connectionConfig(url, applicationName), max }) })
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
