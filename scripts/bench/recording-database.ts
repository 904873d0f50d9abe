import type { Database, Handle, Queryable, Statement } from '@/lib/platform/database'

/** Statements sent to Postgres between two commits. */
export interface RecordedStep {
  /** True for statements between BEGIN and COMMIT; false for a single statement. */
  inTransaction: boolean
  statements: Statement[]
}

/** Returns the same database, which records every statement in `steps`, with its transaction borders. */
export function recordingDatabase(database: Database, steps: RecordedStep[]): Database {
  const recording: Pick<Database, 'as'> = { as: (role, tenant) => record(database.as(role, tenant), steps) }
  // Verbs use only `as`; the class has private fields that a stand-in cannot have.
  return recording as Database
}

function record(handle: Handle, steps: RecordedStep[]): Handle {
  return {
    query: (statement) => {
      steps.push({ inTransaction: false, statements: [statement] })
      return handle.query(statement)
    },
    transaction: <T>(work: (tx: Queryable) => Promise<T>) =>
      handle.transaction((tx) => {
        const step: RecordedStep = { inTransaction: true, statements: [] }
        steps.push(step)
        return work({
          query: (statement) => {
            step.statements.push(statement)
            return tx.query(statement)
          },
        })
      }),
    reserved: () => record(handle.reserved(), steps),
  }
}
