import type { Queryable } from '@/lib/platform/database'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import type { Role } from './database'

/** Concurrent snapshots of one process, each of another team: each holds a connection while its reader reads. */
const SNAPSHOTS_AT_ONCE = 2
/** Time limit of a reader's wait for its turn, during which its screen shows nothing. */
const TURN_WITHIN_MS = 10_000
/** Time limit of a reader. A snapshot keeps the rows that others delete meanwhile. */
export const READER_MAX_MS = 10 * 60_000
/** Longer than a reader may stall: a paused process also releases its connection. */
const IDLE_MAX_MS = 90_000

/** A read-only view of a database at one instant, bound to one role and tenant. */
export interface Snapshot {
  prisma: BoundPrisma
  db: Queryable
  /** The instant, by the database's clock. */
  at: Date
}

interface SnapshotOptions {
  role: Role
  tenant: string
  team?: string
  turnWithinMs?: number
}

/** Error if other readers hold every turn, or the team already has a reader. */
export class SnapshotBusy extends Error {}

/**
 * Yields the chunks that `read` reads at one instant, at any pace: a REPEATABLE READ, READ ONLY transaction that ends
 * with the generator, also when its consumer leaves. A team, by default the tenant, has one at a time. Throws SnapshotBusy
 * if no turn is free within `turnWithinMs`.
 */
export async function* readSnapshot<Chunk>(
  prisma: PrismaClient,
  { role, tenant, team = tenant, turnWithinMs = TURN_WITHIN_MS }: SnapshotOptions,
  read: (snapshot: Snapshot) => AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  const leave = await waitForTurn(prisma, team, turnWithinMs)
  const { promise: opened, resolve: open } = deferred<Snapshot>()
  const { promise: over, resolve: end } = deferred<void>()
  const transaction = prisma.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET TRANSACTION READ ONLY`
      const [row] = await tx.$queryRaw<{ at: Date }[]>`
        SELECT set_config('role', ${role}, true), set_config('app.tenant', ${tenant}, true),
          set_config('idle_in_transaction_session_timeout', ${String(IDLE_MAX_MS)}, true), clock_timestamp() AS at`
      // The extended client's methods are the transaction's own; only its management of connections is missing here.
      open({ prisma: tx as unknown as BoundPrisma, db: queryable(tx), at: row?.at ?? new Date() })
      await over
    },
    {
      isolationLevel: Prisma.TransactionIsolationLevel.RepeatableRead,
      maxWait: TURN_WITHIN_MS,
      timeout: READER_MAX_MS,
    },
  )
  try {
    yield* read(await Promise.race([opened, transaction.then(() => opened)]))
  } finally {
    end()
    // A transaction that the database ended has already failed its reader.
    await transaction.catch(() => {})
    leave()
  }
}

/** Returns raw statements of the transaction; 64-bit numbers are returned as text in all of them. */
function queryable(tx: Prisma.TransactionClient): Queryable {
  return {
    async query<Row extends object>({ text, values = [] }: { text: string; values?: readonly unknown[] }) {
      const rows = await tx.$queryRawUnsafe<Row[]>(text, ...values)
      return { rows, count: rows.length }
    },
  }
}

interface Deferred<Value> {
  promise: Promise<Value>
  resolve: (value: Value) => void
  reject: (error: Error) => void
}

/** Returns a promise with its resolvers: Node 20 lacks `Promise.withResolvers`. */
function deferred<Value>(): Deferred<Value> {
  let settle: Omit<Deferred<Value>, 'promise'> | undefined
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject }
  })
  if (!settle) throw new Error('a promise runs its executor at once')
  return { promise, ...settle }
}

interface Waiter {
  team: string
  begin: () => void
}

interface Turns {
  /** Teams that have a turn. */
  running: Set<string>
  waiting: Set<Waiter>
}
const turns = new WeakMap<PrismaClient, Turns>()

/** Waits for a turn of the team, and returns the function that ends it. */
async function waitForTurn(prisma: PrismaClient, team: string, withinMs: number): Promise<() => void> {
  const own = turns.get(prisma) ?? { running: new Set(), waiting: new Set() }
  turns.set(prisma, own)
  if (isFree(own, team)) own.running.add(team)
  else {
    const { promise, resolve, reject } = deferred<void>()
    const waiter = { team, begin: resolve }
    own.waiting.add(waiter)
    const timer = setTimeout(() => {
      own.waiting.delete(waiter)
      reject(new SnapshotBusy('no snapshot could be read in time'))
    }, withinMs)
    await promise.finally(() => clearTimeout(timer))
  }
  return () => {
    own.running.delete(team)
    const next = [...own.waiting].find((waiter) => isFree(own, waiter.team))
    if (!next) return
    own.waiting.delete(next)
    own.running.add(next.team)
    next.begin()
  }
}

function isFree({ running }: Turns, team: string): boolean {
  return running.size < SNAPSHOTS_AT_ONCE && !running.has(team)
}
