/**
 * Kind of a migration step. A migration file is one transaction, or several steps, each under a line `-- step: <way>`:
 * `transaction` runs as a whole or not at all; `concurrent` runs each statement outside a transaction, for CREATE INDEX
 * CONCURRENTLY; `batches` repeats one UPDATE, INSERT or DELETE with its own LIMIT, a transaction each, until it changes
 * nothing: a later round includes concurrent writes.
 */
type StepMode = 'transaction' | 'concurrent' | 'batches'

export interface Step {
  way: StepMode
  sql: string
}

const MARK = /^-- step: (transaction|concurrent|batches)$/m

/** Returns the steps of a migration's text in order. */
export function stepsOf(sql: string): Step[] {
  const [before = '', ...rest] = sql.split(MARK)
  if (rest.length === 0) return [{ way: 'transaction', sql }]
  const steps: Step[] = hasStatement(before) ? [{ way: 'transaction', sql: before }] : []
  for (let index = 0; index < rest.length; index += 2)
    steps.push({ way: wayOf(rest[index]), sql: rest[index + 1] ?? '' })
  return steps
}

/** Returns the statements of a step without quoted text that has a semicolon at the end of a line. */
export function statementsOf(sql: string): string[] {
  return sql.split(/;[ \t]*(?:\n|$)/).filter(hasStatement)
}

/** Returns the name of the index that a statement builds concurrently, with its table's schema; else null. */
export function concurrentIndex(statement: string): string | null {
  const built =
    /CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)\s+ON\s+(\w+)\./i.exec(
      statement,
    )
  return built ? `${built[2]}.${built[1]}` : null
}

function hasStatement(sql: string): boolean {
  return sql.split('\n').some((line) => line.trim() !== '' && !line.trim().startsWith('--'))
}

function wayOf(text: string | undefined): StepMode {
  return text === 'concurrent' || text === 'batches' ? text : 'transaction'
}
