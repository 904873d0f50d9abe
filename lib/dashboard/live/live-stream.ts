import { Refusal } from '@/lib/dashboard/refusal'
import { type LiveHub, REFETCH } from './live-hub'

/** Interval of heartbeats, below the minute after which proxies and phones drop a silent connection. */
const HEARTBEAT_MS = 20_000
/** Heartbeat as an event, because pages do not see comments: a page reconnects after a minute without one. */
const BEAT = 'event: beat\ndata: {}\n\n'
/** Event after a check without the database: the page rechecks the mirror's state, and shows that its data may be old. */
const RECHECK = 'data: {"noun":"mirror","id":null}\n\n'
/** Unread events after which a page is closed; its browser reconnects and refetches everything. */
const UNREAD_EVENTS_MAX = 500
/** Failed session checks in a row after which a stream ends, because the session may have been revoked. */
const UNCHECKED_MAX = 3

export interface LiveStreamOptions {
  hub: LiveHub
  connectionId: string
  userId: string
  /** Throws a Refusal if the session was revoked or the account removed; called at every heartbeat. */
  checkSession: () => Promise<unknown>
  /** Signal of the request: aborted when the browser disconnects. */
  signal: AbortSignal
  heartbeatMs?: number
}

/**
 * Returns the stream of server-sent events for one open page. It begins with a refetch, because changes may have preceded
 * it. Throws Refusal `streams_busy` beyond the limits.
 */
export function liveStream({
  hub,
  connectionId,
  userId,
  checkSession,
  signal,
  heartbeatMs = HEARTBEAT_MS,
}: LiveStreamOptions): ReadableStream<Uint8Array> {
  hub.requireRoom(userId)
  const encoder = new TextEncoder()
  let stop = () => {}
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        let open = true
        const send = (event: string) => {
          if (!open) return
          controller.enqueue(encoder.encode(event))
          if ((controller.desiredSize ?? 0) < -UNREAD_EVENTS_MAX) close()
        }
        const close = () => {
          if (!open) return
          stop()
          // The browser may have closed it already.
          try {
            controller.close()
          } catch {}
        }
        let unchecked = 0
        const beat = async () => {
          try {
            await checkSession()
            unchecked = 0
            send(BEAT)
          } catch (error) {
            // A brief outage of the database signs nobody out; a page whose stream ends opens another one.
            if (!(error instanceof Refusal)) {
              unchecked += 1
              return unchecked < UNCHECKED_MAX ? send(RECHECK) : close()
            }
            const event = error.code === 'account_not_found' ? 'account_gone' : 'signed_out'
            send(`event: ${event}\ndata: {}\n\n`)
            close()
          }
        }
        // A random delay spreads the checks of streams that open together, as after a restart.
        let timer = setTimeout(() => {
          timer = setInterval(() => void beat(), heartbeatMs)
        }, Math.random() * heartbeatMs)
        const leave = hub.subscribe({ connectionId, userId, send, close })
        stop = () => {
          open = false
          clearTimeout(timer)
          leave()
        }
        signal.addEventListener('abort', close, { once: true })
        send(REFETCH)
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
}
