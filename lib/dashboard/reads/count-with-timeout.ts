import { COUNT_TIMEOUT_MS } from '@/lib/dashboard/open-connection'
import type { Handle, Queryable } from '@/lib/platform/database'
import { isStatementTimeout } from '@/lib/platform/prisma-client'

/** Number of rows that a page counts with its own rows without a noticeable delay. */
const QUICK_ROWS = 5_000

/** Returns whether a list has at most that many rows, by a `count` that ends at `take` rows. */
export async function isQuicklyCounted(count: (take: number) => Promise<number>): Promise<boolean> {
  return (await count(QUICK_ROWS + 1)) <= QUICK_ROWS
}

/** Returns the handle for such counts, as `ctx.counting` is Prisma for them. */
export function countingHandle(db: Handle): Queryable {
  return {
    query: (statement) =>
      db.transaction(async (tx) => {
        await tx.query({ text: `SET LOCAL statement_timeout = ${COUNT_TIMEOUT_MS}` })
        return tx.query(statement)
      }),
  }
}

/** Returns the result of `count`; null if one of its statements took too long. */
export async function countWithTimeout<T>(count: () => Promise<T>): Promise<T | null> {
  try {
    return await count()
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}
