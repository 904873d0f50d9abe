import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { connectionConfig, databaseErrorCode } from '@/lib/platform/database'
import { Prisma, PrismaClient } from '@/lib/platform/prisma/client'
import type { Role } from './database'

/** Time that a page's read may wait for a connection: a slow page is better than an error page. */
const MAX_WAIT_MS = 10_000
/** Time that a read's transaction may then take. Prisma's default is 5 s. */
const TIMEOUT_MS = 15_000

/** Opens Prisma for one process, over a pool that `watch` monitors. Only `tenant` handles may use the bare client. */
export function openPrisma(
  url: string,
  max: number,
  applicationName: string,
  watch: (pool: pg.Pool) => pg.Pool = (pool) => pool,
): PrismaClient {
  const pool = watch(new pg.Pool({ ...connectionConfig(url, applicationName), max }))
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: true }),
    transactionOptions: { maxWait: MAX_WAIT_MS, timeout: TIMEOUT_MS },
  })
}

/** Returns Prisma bound to one tenant: each operation takes the role, and ends after `timeoutMs`. */
export function boundPrisma(
  prisma: PrismaClient,
  role: Role,
  tenant = '',
  { timeoutMs, share = (work) => work() }: BoundOptions = {},
) {
  const timeout = timeoutMs === undefined ? null : String(timeoutMs)
  return prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        return share(async () => {
          const [, result] = await prisma.$transaction([
            prisma.$executeRaw`SELECT set_config('role', ${role}, true), set_config('app.tenant', ${tenant}, true),
              set_config('statement_timeout', COALESCE(${timeout}, current_setting('statement_timeout')), true)`,
            query(args),
          ])
          return result
        })
      },
    },
  })
}

interface BoundOptions {
  timeoutMs?: number | undefined
  share?: ((work: () => Promise<unknown>) => Promise<unknown>) | undefined
}

export type BoundPrisma = ReturnType<typeof boundPrisma>

const QUERY_CANCELED = '57014'

/** Returns whether a statement of Prisma or of the raw pool exceeded its timeout. */
export function isStatementTimeout(error: unknown): boolean {
  if (databaseErrorCode(error) === QUERY_CANCELED) return true
  return error instanceof Prisma.PrismaClientKnownRequestError && error.message.includes(QUERY_CANCELED)
}
