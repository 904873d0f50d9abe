import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

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

/** Codes of a database that is unreachable, starting, ending, full, read-only like a standby, or stuck. */
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

/** One query per second is cheap, and detects a vanished server before callers time out. */
const EVERY_MS = 1_000
/** Time without a response after which the server counts as gone: `SELECT 1` waits for no lock. */
const PATIENCE_MS = 2_500

export interface PulseOptions {
  config: pg.ClientConfig
  everyMs?: number
  patienceMs?: number
  onLost: () => void
  onBack: () => void
}

export interface Pulse {
  stop(): void
}

/** Queries the database once a second over its own connection: a vanished host closes no connection. */
export function startPulse({
  config,
  everyMs = EVERY_MS,
  patienceMs = PATIENCE_MS,
  onLost,
  onBack,
}: PulseOptions): Pulse {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let isLost = false
  let stopped = false

  const ask = async () => {
    const asked = client ?? connecting()
    client = asked
    const answer = answerOf(asked)
    const answered = await Promise.race([answer, silence(patienceMs)])
    if (stopped) return
    if (!answered) {
      cut(asked)
      client = null
    }
    if (answered === isLost) {
      isLost = !answered
      if (isLost) onLost()
      else onBack()
    }
    timer = setTimeout(ask, everyMs)
  }

  const connecting = () => {
    const next = new pg.Client({ ...config, connectionTimeoutMillis: patienceMs })
    // A lost connection without an error listener ends the process.
    next.on('error', () => {})
    return next
  }

  timer = setTimeout(ask, everyMs)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      if (client) cut(client)
    },
  }
}

const connected = new WeakSet<pg.Client>()

async function answerOf(client: pg.Client): Promise<boolean> {
  try {
    if (!connected.has(client)) await client.connect()
    connected.add(client)
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  }
}

/** Resolves to false after a time in which the process read all arrived data: a busy process also receives nothing. */
async function silence(ms: number): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref())
  await nextTurn()
  await nextTurn()
  return false
}

/** Destroys a client's socket: an orderly end waits for a server that may be gone. */
export function cut(client: pg.Client | pg.PoolClient): void {
  // pg's types omit the connection; its stream is the socket.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
