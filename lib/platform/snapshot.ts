import type { Queryable } from '@/lib/platform/database'
import { Prisma, type PrismaClient } from '@/lib/platform/prisma/client'
import type { BoundPrisma } from '@/lib/platform/prisma-client'
import { isShareBusy, Shares } from '@/lib/platform/shares'
import type { Role } from './database'

/** Concurrent snapshots of one process, each of another team: each holds a connection while its reader reads. */
const SNAPSHOTS_AT_ONCE = 2
/** Time limit of a reader's wait for its turn, during which its screen shows nothing. */
const TURN_WITHIN_MS = 10_000
/** Time limit of a reader. A snapshot keeps the rows that others delete meanwhile. */
export const READER_MAX_MS = 10 * 60_000
/** Longer than a reader may stall: a paused process also releases its connection. */
const IDLE_MAX_MS = 90_000

export interface Snapshot {
  prisma: BoundPrisma
  db: Queryable
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
 * Yields the chunks that `read` reads at one instant: a REPEATABLE READ transaction that ends with the generator. A
 * team has one at a time. Throws SnapshotBusy if no turn is free within `turnWithinMs`.
 */
export async function* readSnapshot<Chunk>(
  prisma: PrismaClient,
  { role, tenant, team = tenant, turnWithinMs = TURN_WITHIN_MS }: SnapshotOptions,
  read: (snapshot: Snapshot) => AsyncIterable<Chunk>,
): AsyncGenerator<Chunk> {
  const { promise: opened, resolve: open } = deferred<Snapshot>()
  const { promise: over, resolve: end } = deferred<void>()
  const transaction = inTurn(prisma, { team, waitMs: turnWithinMs }, () =>
    prisma.$transaction(
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
    ),
  )
  try {
    yield* read(await Promise.race([opened, transaction.then(() => opened)]))
  } finally {
    end()
    // A transaction that the database ended has already failed its reader.
    await transaction.catch(() => {})
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
}

/** Returns a promise with its resolver: Node 20 lacks `Promise.withResolvers`. */
function deferred<Value>(): Deferred<Value> {
  let resolve: Deferred<Value>['resolve'] = () => {}
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

const turns = new WeakMap<PrismaClient, { ofTeam: Shares; all: Shares }>()

/** Runs `work` when the team and the process have a turn for it. */
async function inTurn<Value>(
  prisma: PrismaClient,
  { team, waitMs }: { team: string; waitMs: number },
  work: () => Promise<Value>,
): Promise<Value> {
  const limits = { waiting: Number.POSITIVE_INFINITY, waitMs: TURN_WITHIN_MS }
  const own = turns.get(prisma) ?? {
    ofTeam: new Shares({ ...limits, atOnce: 1 }),
    all: new Shares({ ...limits, atOnce: SNAPSHOTS_AT_ONCE }),
  }
  turns.set(prisma, own)
  return own.ofTeam
    .run(team, () => own.all.run('', work, waitMs), waitMs)
    .catch((error: unknown) => {
      throw isShareBusy(error) ? new SnapshotBusy('no snapshot could be read in time') : error
    })
}
