import type { Database } from '@/lib/platform/database'
import { type Listener, listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { type ClaimedDelivery, claimDeliveries, releaseExpiredLeases } from './claim-deliveries'
import { finishDelivery, giveBackDelivery } from './finish-delivery'
import { DELIVERIES_CHANNEL } from './record-event'
import { type Sender, sendDelivery } from './send-delivery'

/** Requests under way in one process; they wait for others and cost next to nothing. */
const CONCURRENCY = 200
/** Reliability: one dead receiver delays nobody. */
const PER_ENDPOINT = 4
/** NOTIFY wakes, this guarantees. */
const POLL_MS = 1_000
/** What a stopping process still waits for before it gives its deliveries back. */
const STOP_PATIENCE_MS = 3_000

export interface DeliveriesOptions extends Sender {
  database: Database
  /** Of this process, for people who read rows. */
  owner: string
  leaseMs: number
  log: Log
  concurrency?: number
  pollMs?: number
}

/** Claims and sends until nothing is due; coalesces wakes. One per process. */
export class DeliveryLoop {
  readonly #options: DeliveriesOptions
  readonly #inFlight = new Set<Promise<void>>()
  readonly #cancel = new AbortController()
  #claiming: Promise<void> | null = null
  #wanted = false
  #stopped = false

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  /** Looks for due deliveries now, or once more after the look under way. */
  wake(): void {
    this.#wanted = true
    if (this.#stopped || this.#claiming) return
    this.#claiming = this.#claimWhileWanted().finally(() => {
      this.#claiming = null
      if (this.#wanted && !this.#stopped) this.wake()
    })
  }

  /** Gives back what dead workers held, then wakes. */
  async sweep(): Promise<void> {
    const { database, log } = this.#options
    try {
      const released = await releaseExpiredLeases(database.as('checkout_system'))
      if (released > 0) log.warn({ released }, 'deliveries of a lost worker are due again')
    } catch (error) {
      log.error({ error: messageOf(error) }, 'the sweep of delivery leases failed')
    }
    this.wake()
  }

  /** Resolves when nothing is being claimed or sent. */
  async idle(): Promise<void> {
    while (this.#claiming || this.#inFlight.size > 0) {
      await this.#claiming
      await Promise.all(this.#inFlight)
    }
  }

  /** Claims no more; waits for requests under way, then cancels them and gives their deliveries back. */
  async stop(): Promise<void> {
    this.#stopped = true
    const timer = setTimeout(() => this.#cancel.abort(), STOP_PATIENCE_MS)
    await this.idle()
    clearTimeout(timer)
  }

  async #claimWhileWanted(): Promise<void> {
    const { database, owner, leaseMs, now, log, concurrency = CONCURRENCY } = this.#options
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false
      const limit = concurrency - this.#inFlight.size
      // Whatever ends next wakes the loop.
      if (limit <= 0) return
      try {
        const claim = { owner, limit, perEndpoint: PER_ENDPOINT, leaseMs, now: now() }
        for (const delivery of await claimDeliveries(database.as('checkout_system'), claim))
          this.#start(delivery)
      } catch (error) {
        log.error({ error: messageOf(error) }, 'deliveries could not be claimed')
      }
    }
  }

  #start(delivery: ClaimedDelivery): void {
    const sent = this.#deliver(delivery)
      .catch((error: unknown) => {
        // Unwritten, its lease ends by itself and it is sent again.
        this.#options.log.error(
          { delivery_id: delivery.id, error: messageOf(error) },
          'a delivery was not recorded',
        )
      })
      .finally(() => {
        this.#inFlight.delete(sent)
        this.wake()
      })
    this.#inFlight.add(sent)
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const { database, now, log } = this.#options
    const db = database.as('checkout_system')
    const attempt = await sendDelivery(this.#options, delivery, this.#cancel.signal)
    if (attempt.errorClass === 'cancelled') return giveBackDelivery(db, delivery)
    const status = await finishDelivery(db, delivery, attempt, now())
    const { answerStatus, errorClass, durationMs } = attempt
    const facts = { delivery_id: delivery.id, event: delivery.kind, attempt: delivery.attempts + 1, status }
    // What went well is in the delivery history; a line for each would bury what did not.
    log[status === 'SUCCEEDED' ? 'debug' : 'warn'](
      { ...facts, answer_status: answerStatus, error_class: errorClass, duration_ms: durationMs },
      'delivery',
    )
  }
}

/** Sends everything that is due at `now()`, retries due by then included, and returns when nothing is. */
export async function deliverDue(options: DeliveriesOptions): Promise<void> {
  const loop = new DeliveryLoop(options)
  await loop.sweep()
  await loop.idle()
}

/** Sends deliveries for as long as the process lives: woken by commits, and by a slow poll in case a wake was lost. */
export function startDeliveries(options: DeliveriesOptions & { databaseUrl: string }): {
  stop(): Promise<void>
} {
  const { databaseUrl, log, owner, pollMs = POLL_MS } = options
  const loop = new DeliveryLoop(options)
  const listener: Listener = listen({
    url: databaseUrl,
    channel: DELIVERIES_CHANNEL,
    applicationName: `${owner}-deliveries`,
    onMessage: () => loop.wake(),
    onConnect: () => loop.wake(),
    onError: (error) => log.warn({ error: error.message }, 'the deliveries listener lost its connection'),
  })
  const poll = setInterval(() => void loop.sweep(), pollMs)
  return {
    async stop() {
      clearInterval(poll)
      await listener.close()
      await loop.stop()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
