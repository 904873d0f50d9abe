import type { MirrorNoun } from '@/lib/dashboard/schema/mirror'
import type { Handle, Queryable } from '@/lib/platform/database'

/**
 * Writes objects of the mirror, several at once in turn with every other such write of the connection and noun. The order of the
 * rows alone does not keep two from a deadlock: a statement cannot lock a row that came after its snapshot, and meets it late.
 */
export async function writeInTurn<T>(
  db: Handle,
  { connectionId, noun, objects }: { connectionId: string; noun: MirrorNoun; objects: number },
  write: (tx: Queryable) => Promise<T>,
): Promise<T> {
  if (objects === 1) return write(db)
  return db.transaction(async (tx) => {
    // A statement of its own: the snapshot of the write has what the writes before it committed.
    await tx.query({
      name: 'turn-to-write',
      text: `SELECT pg_advisory_xact_lock(hashtextextended('mirror of ' || $1 || ' ' || $2, 0))`,
      values: [noun, connectionId],
    })
    return write(tx)
  })
}
