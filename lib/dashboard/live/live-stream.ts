import { Refusal } from '@/lib/dashboard/refusal'
import { type LiveHub, REFETCH } from './live-hub'

/** Below the minute after which proxies and phones drop a silent connection. */
const HEARTBEAT_MS = 20_000
/** An event, which a page hears, unlike a comment: one that hears none for a minute connects anew. */
const BEAT = 'event: beat\ndata: {}\n\n'
/** A page that does not read is closed; its browser connects anew and reads everything again. */
const UNREAD_EVENTS_MAX = 500
/** Checks in a row that the database did not answer: after them a revoked session may be open. */
const UNCHECKED_MAX = 3

export interface LiveStreamOptions {
  hub: LiveHub
  connectionId: string
  sessionId: string
  /** Throws a Refusal when the session was revoked or the account removed; called at every heartbeat. */
  checkSession: () => Promise<unknown>
  /** The request's own: aborted when the browser goes away. */
  signal: AbortSignal
  heartbeatMs?: number
}

/**
 * Returns the stream of server-sent events for one open page. It begins with a refetch: something may have happened before it. Throws
 * Refusal `streams_busy` where too many are open.
 */
export function liveStream({
  hub,
  connectionId,
  sessionId,
  checkSession,
  signal,
  heartbeatMs = HEARTBEAT_MS,
}: LiveStreamOptions): ReadableStream<Uint8Array> {
  hub.requireRoom(sessionId)
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
          // The browser may have ended it already.
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
            // A database that is away for a moment signs nobody out; a page whose stream ends asks for another.
            if (!(error instanceof Refusal)) {
              unchecked += 1
              return unchecked < UNCHECKED_MAX ? send(BEAT) : close()
            }
            const event = error.code === 'account_not_found' ? 'account_gone' : 'signed_out'
            send(`event: ${event}\ndata: {}\n\n`)
            close()
          }
        }
        // Streams that open together, as after a restart, are not checked together.
        let timer = setTimeout(() => {
          timer = setInterval(() => void beat(), heartbeatMs)
        }, Math.random() * heartbeatMs)
        const leave = hub.subscribe({ connectionId, sessionId, send, close })
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
