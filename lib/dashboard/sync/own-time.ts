import type { Log } from '@/lib/platform/log'

/** Connections whose work may run at the same time in one process. */
const AT_ONCE_MAX = 50

/** Runs the work of each connection independently: an unresponsive host does not delay the work of other connections. */
export class OwnTime {
  readonly #running = new Map<string, Promise<void>>()
  readonly #log: Log
  readonly #onEnd: () => void

  constructor(log: Log, onEnd: () => void = () => {}) {
    this.#log = log
    this.#onEnd = onEnd
  }

  /** Returns the connections whose work is running. */
  get connectionIds(): string[] {
    return [...this.#running.keys()]
  }

  get isFull(): boolean {
    return this.#running.size >= AT_ONCE_MAX
  }

  start(connectionId: string, work: () => Promise<void>): void {
    const running = work()
      .catch((error: unknown) =>
        this.#log.error({ err: error, connection: connectionId }, 'a round of the sync failed'),
      )
      .finally(() => {
        this.#running.delete(connectionId)
        this.#onEnd()
      })
    this.#running.set(connectionId, running)
  }

  /** Resolves when all running work has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values())
  }
}
