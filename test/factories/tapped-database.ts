import type { Database, Handle, Queryable, Side, Statement } from '@/lib/platform/database'

/**
 * Callback at each point at which a process may die: `before NAME`, `inside NAME` (done, its transaction still open) and
 * `committed NAME`, by the statements' names. A throw is a death at that point; a wait is a pause, within a transaction
 * with its locks.
 */
export type Tap = (point: string, inTransaction: boolean) => void | Promise<void>

/** Returns the same database for a process that may die or be paused at any point. */
export function tappedDatabase<S extends Side>(database: Database<S>, tap: Tap): Database<S> {
  const tapped: Pick<Database<S>, 'as'> = {
    as: (role, tenant) => tappedHandle(database.as(role, tenant), tap),
  }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  return tapped as Database<S>
}

function tappedHandle(handle: Handle, tap: Tap): Handle {
  return {
    async query<Row extends object>(statement: Statement) {
      await tap(`before ${statement.name}`, false)
      const result = await handle.query<Row>(statement)
      await tap(`committed ${statement.name}`, false)
      return result
    },
    async transaction<T>(work: (tx: Queryable) => Promise<T>) {
      let last = ''
      const value = await handle.transaction((tx) =>
        work({
          async query<Row extends object>(statement: Statement) {
            await tap(`before ${statement.name}`, true)
            const result = await tx.query<Row>(statement)
            last = statement.name ?? ''
            await tap(`inside ${statement.name}`, true)
            return result
          },
        }),
      )
      await tap(`committed ${last}`, false)
      return value
    },
    reserved: () => tappedHandle(handle.reserved(), tap),
  }
}
