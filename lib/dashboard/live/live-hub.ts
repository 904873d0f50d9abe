import { Refusal } from '@/lib/dashboard/refusal'
import { type Listener, listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { LIVE_CHANNEL } from './live-message'

/** One open page. `send` takes a whole server-sent event; `close` ends the stream. */
export interface Subscriber {
  connectionId: string
  sessionId: string
  send(event: string): void
  close(): void
}

/** Something may have been missed: everything on the page must be read again. */
export const REFETCH = 'event: refetch\ndata: {}\n\n'

export interface StreamLimits {
  /** Streams of one process, each of which is checked every 20 s: beyond them its memory and its checks would delay other requests. */
  ofProcess: number
  /** Streams of one session: a browser has one per account, or one per tab where tabs cannot share. */
  ofSession: number
}
const LIMITS: StreamLimits = { ofProcess: 10_000, ofSession: 50 }

/** Hears every change of every mirror on one database connection, and tells each open page what is its own. */
export class LiveHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #listener: Listener
  readonly #limits: StreamLimits
  readonly #ofSession = new Map<string, number>()
  #streams = 0
  #connections = 0

  constructor({ url, log, limits = LIMITS }: { url: string; log: Log; limits?: StreamLimits }) {
    this.#limits = limits
    this.#listener = listen({
      url,
      channel: LIVE_CHANNEL,
      applicationName: 'checkout-live',
      onMessage: (payload) => this.tell(payload),
      onConnect: () => {
        this.#connections += 1
        if (this.#connections > 1) this.#everybody((subscriber) => subscriber.send(REFETCH))
      },
      onError: (error) => log.warn({ error: error.message }, 'live notifications interrupted'),
    })
  }

  /** Throws Refusal `streams_busy` where the process or the session has as many streams as it may have. */
  requireRoom(sessionId: string): void {
    const { ofProcess, ofSession } = this.#limits
    if (this.#streams >= ofProcess || (this.#ofSession.get(sessionId) ?? 0) >= ofSession)
      throw new Refusal('streams_busy')
  }

  /** Adds a page. @returns what takes it away again, once */
  subscribe(subscriber: Subscriber): () => void {
    const { connectionId, sessionId } = subscriber
    this.#count(sessionId, 1)
    const peers = this.#subscribers.get(connectionId) ?? new Set()
    this.#subscribers.set(connectionId, peers.add(subscriber))
    return () => {
      if (peers.delete(subscriber)) this.#count(sessionId, -1)
      if (peers.size === 0 && this.#subscribers.get(connectionId) === peers)
        this.#subscribers.delete(connectionId)
    }
  }

  #count(sessionId: string, change: 1 | -1): void {
    this.#streams += change
    const own = (this.#ofSession.get(sessionId) ?? 0) + change
    if (own > 0) this.#ofSession.set(sessionId, own)
    else this.#ofSession.delete(sessionId)
  }

  /** Ends every stream: an open one keeps the server from ending. */
  closeStreams(): void {
    this.#everybody((subscriber) => subscriber.close())
  }

  async close(): Promise<void> {
    this.closeStreams()
    await this.#listener.close()
  }

  #everybody(tell: (subscriber: Subscriber) => void): void {
    for (const peers of [...this.#subscribers.values()]) for (const subscriber of [...peers]) tell(subscriber)
  }

  /** Hands a notification's payload to the pages that it concerns. */
  tell(payload: string): void {
    const told = messageOf(payload)
    if (!told) return
    for (const subscriber of this.#subscribers.get(told.connectionId) ?? []) subscriber.send(told.event)
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
    // Our own statements wrote it (live-message.ts, sync-run.ts).
    return JSON.parse(payload) as Message
  } catch {
    // Thrown out of the database's listener it would end the process.
    return null
  }
}
