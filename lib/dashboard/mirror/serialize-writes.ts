import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Handle, Queryable } from '@/lib/platform/database'

/**
 * Serializes writes of several mirror objects per connection and noun. The order of the rows alone does not prevent
 * deadlocks: a statement cannot lock a row that was inserted after its snapshot, and meets it late.
 */
export async function serializeWrites<T>(
  db: Handle,
  { connectionId, noun, objects }: { connectionId: string; noun: MirrorNoun; objects: number },
  write: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (objects === 1) return write(db)
  return db.transaction(async (tx) => {
    // A separate statement: the snapshot of the write then includes the previous writes.
    await tx.query({
      name: 'turn-to-write',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('mirror of ' || $1 || ' ' || $2, 0))`,
      values: [noun, connectionId],
    })
    return write(tx)
  })
}
