import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

/** One query per second is cheap, and detects a vanished server before callers time out. */
const EVERY_MS = 1_000
/** Time without a response after which the server counts as gone: `SELECT 1` waits for no lock. */
const PATIENCE_MS = 2_500

export interface PulseOptions {
  config: pg.ClientConfig
  everyMs?: number
  patienceMs?: number
  /** Called once when the server stops responding. */
  onLost: () => void
  /** Called once when it responds again. */
  onBack: () => void
}

export interface Pulse {
  stop(): void
}

/**
 * Queries the database once a second over a separate connection. A vanished host closes no connection: without this
 * check, every running query would wait many minutes for the system's timeout.
 */
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

/**
 * Destroys a client's socket, because an orderly end waits for a server that may be gone. Pending queries fail at once.
 */
export function cut(client: pg.Client | pg.PoolClient): void {
  // pg's types omit the connection; its stream is the socket.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
