/** Name of the error in each copy of this module: the web process and its pages are bundled separately. */
const AWAY = 'DATABASE_AWAY'

/** Error of a database that is unavailable: nothing was done, and a retry may succeed. */
export class DatabaseAway extends Error {
  readonly code = AWAY
}

/** Error of a connection that was lost while the database may have committed: the work may have been done. */
export class CommitUnknown extends DatabaseAway {
  readonly mayBeDone = true
}

/** Returns whether the failed work may have been done all the same; not every error of an absent database means that it was not. */
export function mayBeDone(error: unknown): boolean {
  return isDatabaseAway(error) && 'mayBeDone' in error
}

/**
 * Codes of Postgres, of the socket and of Prisma for a server that is unreachable, starting, shutting down, full (53…,
 * 58030), read-only like a standby (25006) or stuck (57014, deadlocks, timeouts).
 */
const AWAY_CODE =
  /^(?:08...|53...|57P0[1235]|58030|25006|25P03|57014|55P03|40001|40P01|P10(?:01|02|08|17)|P20(?:24|37)|E(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|AI_AGAIN|NOTFOUND))$/
/** Messages of pg for its own timeouts and lost connections, which have no code. */
const AWAY_MESSAGE =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Returns whether an error means that the database is unavailable, as opposed to a refusal by the database. */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return (
    AWAY_MESSAGE.test(error.message) || codesOf(error).some((code) => code === AWAY || AWAY_CODE.test(code))
  )
}

/** Returns the codes of an error and of the database error that Prisma wraps. */
function codesOf(error: Error): string[] {
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: unknown } } }
  const inner = meta?.driverAdapterError?.cause
  const innerCode = typeof inner === 'object' && inner !== null && 'code' in inner ? inner.code : ''
  return [code, innerCode].filter((each) => typeof each === 'string')
}
