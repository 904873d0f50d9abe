import { Refusal } from '@/lib/dashboard/refusal'
import { STREAMS_PER_USER } from '@/lib/dashboard/team-limits'
import { type Listener, listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { LIVE_CHANNEL } from './live-message'

/** One open page. `send` writes a whole server-sent event; `close` ends the stream. */
export interface Subscriber {
  connectionId: string
  userId: string
  send(event: string): void
  close(): void
}

/** Event after a possible gap: the page must refetch everything. */
const REFETCH = 'event: refetch\ndata: {}\n\n'

export interface StreamLimits {
  /** Streams of one process, each checked every 20 s; more would delay other requests by their memory and checks. */
  ofProcess: number
  ofUser: number
}
const LIMITS: StreamLimits = { ofProcess: 10_000, ofUser: STREAMS_PER_USER }

/** Listens for changes of all mirrors on one database connection, and forwards each to the open pages of its account. */
export class LiveHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #listener: Listener
  readonly #limits: StreamLimits
  /** Streams by the id of their user. */
  readonly #streamsOf = new Map<string, number>()
  #streams = 0
  #connections = 0

  constructor({ url, log, limits = LIMITS }: { url: string; log: Log; limits?: StreamLimits }) {
    this.#limits = limits
    this.#listener = listen({
      url,
      channel: LIVE_CHANNEL,
      applicationName: 'checkout-live',
      onMessage: (payload) => this.publish(payload),
      onConnect: () => {
        this.#connections += 1
        if (this.#connections > 1) this.#everybody((subscriber) => subscriber.send(REFETCH))
      },
      onError: (error) => log.warn({ error: error.message }, 'live notifications interrupted'),
    })
  }

  /** Throws Refusal `streams_busy` if the process or the user, whatever the session, has reached its limit of streams. */
  requireRoom(userId: string): void {
    const { ofProcess, ofUser } = this.#limits
    if (this.#streams >= ofProcess || (this.#streamsOf.get(userId) ?? 0) >= ofUser)
      throw new Refusal('streams_busy')
  }

  /** Adds a page. @returns a function that removes it */
  subscribe(subscriber: Subscriber): () => void {
    const { connectionId, userId } = subscriber
    this.#count(userId, 1)
    const peers = this.#subscribers.get(connectionId) ?? new Set()
    this.#subscribers.set(connectionId, peers.add(subscriber))
    return () => {
      if (peers.delete(subscriber)) this.#count(userId, -1)
      if (peers.size === 0 && this.#subscribers.get(connectionId) === peers)
        this.#subscribers.delete(connectionId)
    }
  }

  #count(userId: string, change: 1 | -1): void {
    this.#streams += change
    const own = (this.#streamsOf.get(userId) ?? 0) + change
    if (own > 0) this.#streamsOf.set(userId, own)
    else this.#streamsOf.delete(userId)
  }

  /** Ends every stream; an open one would prevent the server's end. */
  closeStreams(): void {
    this.#everybody((subscriber) => subscriber.close())
  }

  async close(): Promise<void> {
    this.closeStreams()
    await this.#listener.close()
  }

  #everybody(act: (subscriber: Subscriber) => void): void {
    for (const peers of [...this.#subscribers.values()]) for (const subscriber of [...peers]) act(subscriber)
  }

  /** Sends a notification's event to the pages of its account. */
  publish(payload: string): void {
    const message = messageOf(payload)
    if (!message) return
    for (const subscriber of this.#subscribers.get(message.connectionId) ?? []) subscriber.send(message.event)
  }
}

/** Returns the account and the event of a notification; null for an unreadable one. */
function messageOf(payload: string): { connectionId: string; event: string } | null {
  try {
    // The payload was written by our own statements (live-message.ts, sync-run.ts).
    const message: { connection_id: string; noun: string; id?: string | null; run?: object } =
      JSON.parse(payload)
    const { connection_id: connectionId, noun, id = null, run } = message
    const event = run ? `event: sync\ndata: ${JSON.stringify(run)}` : `data: ${JSON.stringify({ noun, id })}`
    return { connectionId, event: `${event}\n\n` }
  } catch {
    // An error thrown from the database's listener would end the process.
    return null
  }
}

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
