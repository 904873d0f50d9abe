import pg from 'pg'
import { connectionConfig } from '@/lib/platform/database'

const RECONNECT_MS = 1_000
const CHANNEL = /^[a-z_]+$/

export interface Listener {
  close(): Promise<void>
}

export interface ListenOptions {
  url: string
  channel: string
  applicationName: string
  onMessage: (payload: string) => void
  /** Called at each new connection, including the first: messages may have been missed before it. */
  onConnect?: () => void
  onError?: (error: Error) => void
}

/** Keeps one connection LISTENing on a channel for the life of the process; reconnects when it is lost. */
export function listen({
  url,
  channel,
  applicationName,
  onMessage,
  onConnect,
  onError,
}: ListenOptions): Listener {
  if (!CHANNEL.test(channel)) throw new Error('a channel is lower-case letters and underscores')
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const lost = (error?: Error) => {
    if (closed || timer) return
    if (error) onError?.(error)
    client?.removeAllListeners('end')
    client?.end().catch(() => {})
    client = null
    timer = setTimeout(() => {
      timer = null
      void connect()
    }, RECONNECT_MS)
  }

  const connect = async () => {
    const next = new pg.Client({ ...connectionConfig(url, applicationName), statement_timeout: 0 })
    client = next
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', (message) => onMessage(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
      onConnect?.()
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)))
    }
  }

  void connect()
  return {
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
