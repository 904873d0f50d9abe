import { AsyncLocalStorage } from 'node:async_hooks'
import type { Handle } from './database'
import { DatabaseAway } from './database-away'

interface ShareLimits {
  atOnce: number
  waiting: number
  waitMs: number
}

/** Error of work that its key's share has no room for: nothing was done, and a retry may succeed. */
class ShareBusy extends DatabaseAway {
  // The web process and its pages are bundled separately: each copy of this class has the mark.
  readonly isShareBusy = true
}

/** Returns whether an error means that a team has too much work under way, as opposed to an absent database. */
export function isShareBusy(error: unknown): boolean {
  return error instanceof Error && 'isShareBusy' in error
}

/** Shares of one process's resource, by key: one key's work never takes the room of all others. */
export class Shares {
  readonly #limits: ShareLimits
  readonly #running = new Map<string, number>()
  readonly #waiting = new Map<string, (() => void)[]>()
  /** Keys whose share the current work holds already: its own further work needs no second one. */
  readonly #held = new AsyncLocalStorage<ReadonlySet<string>>()

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  /** Runs `work` within the share of `key`, in the order of the calls. Throws ShareBusy if its turn does not come in time. */
  async run<Value>(key: string, work: () => Promise<Value>, waitMs = this.#limits.waitMs): Promise<Value> {
    const held = this.#held.getStore()
    if (held?.has(key)) return work()
    if ((this.#running.get(key) ?? 0) < this.#limits.atOnce) this.#count(key, 1)
    else await this.#turn(key, waitMs)
    try {
      return await this.#held.run(new Set([...(held ?? []), key]), work)
    } finally {
      const next = this.#waiting.get(key)?.shift()
      if (next) next()
      else this.#count(key, -1)
    }
  }

  /** Returns a handle whose statements and transactions run within the share of `key`. */
  handle(key: string, db: Handle): Handle {
    return {
      query: (statement) => this.run(key, () => db.query(statement)),
      transaction: (work) => this.run(key, () => db.transaction(work)),
      reserved: () => db.reserved(),
    }
  }

  #turn(key: string, waitMs: number): Promise<void> {
    const queue = this.#waiting.get(key) ?? []
    if (queue.length >= this.#limits.waiting) throw new ShareBusy('too many requests of this team wait')
    this.#waiting.set(key, queue)
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1)
        reject(new ShareBusy('the requests of this team take too long'))
      }, waitMs)
      queue.push(begin)
    })
  }

  #count(key: string, change: 1 | -1): void {
    const running = (this.#running.get(key) ?? 0) + change
    if (running > 0) this.#running.set(key, running)
    else {
      this.#running.delete(key)
      this.#waiting.delete(key)
    }
  }
}
