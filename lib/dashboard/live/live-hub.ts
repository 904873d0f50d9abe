import { type Listener, listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { LIVE_CHANNEL } from './live-message'

/** One open page. `send` takes a whole server-sent event; `close` ends the stream. */
export interface Subscriber {
  connectionId: string
  send(event: string): void
  close(): void
}

/** Something may have been missed: everything on the page must be read again. */
export const REFETCH = 'event: refetch\ndata: {}\n\n'

/** Hears every change of every mirror on one database connection, and tells each open page what is its own. */
export class LiveHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #listener: Listener
  #connections = 0

  constructor({ url, log }: { url: string; log: Log }) {
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

  /** Adds a page. @returns what takes it away again */
  subscribe(subscriber: Subscriber): () => void {
    const { connectionId } = subscriber
    const peers = this.#subscribers.get(connectionId) ?? new Set()
    this.#subscribers.set(connectionId, peers.add(subscriber))
    return () => {
      peers.delete(subscriber)
      if (peers.size === 0 && this.#subscribers.get(connectionId) === peers)
        this.#subscribers.delete(connectionId)
    }
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
