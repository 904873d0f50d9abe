import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

/** One question a second costs nothing and finds a server that is gone before a caller loses patience. */
const EVERY_MS = 1_000
/** No answer for so long is a server that is gone: `SELECT 1` waits for nobody. */
const PATIENCE_MS = 2_500

export interface PulseOptions {
  config: pg.ClientConfig
  everyMs?: number
  patienceMs?: number
  /** Called once when the server stops answering. */
  onLost: () => void
  /** Called once when it answers again. */
  onBack: () => void
}

export interface Pulse {
  stop(): void
}

/**
 * Asks the database a question a second over a connection of its own. A host that vanished closes no connection: without this, every
 * query that is on its way waits for the system's time-out of many minutes.
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
    // Without a listener a lost connection ends the process.
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

/** False after a time in which the process took in whatever had arrived: one that was busy itself heard nothing either. */
async function silence(ms: number): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref())
  await nextTurn()
  await nextTurn()
  return false
}

/** Destroys a client's socket: an orderly end waits for a server that may not be there. What waits for an answer fails at once. */
export function cut(client: pg.Client | pg.PoolClient): void {
  // pg's types leave the connection out; its stream is the socket.
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}
