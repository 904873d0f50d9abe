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
export const REFETCH = 'event: refetch\ndata: {}\n\n'

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

function messageOf(payload: string): { connectionId: string; event: string } | null {
  const message = parsed(payload)
  if (!message) return null
  const { connection_id: connectionId, noun, id = null, run } = message
  if (run) return { connectionId, event: `event: sync\ndata: ${JSON.stringify(run)}\n\n` }
  return { connectionId, event: `data: ${JSON.stringify({ noun, id })}\n\n` }
}

interface Message {
  connection_id: string
  noun: string
  id?: string | null
  run?: object
}

function parsed(payload: string): Message | null {
  try {
    // The payload was written by our own statements (live-message.ts, sync-run.ts).
    return JSON.parse(payload) as Message
  } catch {
    // An error thrown from the database's listener would end the process.
    return null
  }
}
