import { setMaxListeners } from 'node:events'
import type { Database } from '@/lib/platform/database'
import { type Listener, listen } from '@/lib/platform/listen'
import type { Log } from '@/lib/platform/log'
import { metrics } from '@/lib/platform/metrics/metrics'
import {
  type ClaimedDelivery,
  claimDeliveries,
  correctDueTimes,
  releaseExpiredLeases,
} from './claim-deliveries'
import {
  type Finish,
  type FinishedAttempt,
  finishDeliveries,
  releaseDelivery,
  SLOW_AFTER_MS,
} from './finish-delivery'
import { DELIVERIES_CHANNEL } from './record-event'
import { type Sender, sendDelivery } from './send-delivery'

/** Requests under way in one process that have not lasted SLOW_AFTER_MS; they wait for others and cost next to nothing. */
export const DELIVERY_CONCURRENCY = 200
/** All requests under way in one process, slow ones included: each is a socket. */
const SOCKETS_MAX = 500
/** Concurrent requests of one process to recently slow endpoints. */
const SLOW_LANE = 50
/** Concurrent requests per endpoint and per account, over all processes (reliability). */
const PER_ENDPOINT = 4
const PER_ACCOUNT = 16
/** NOTIFY wakes, this guarantees. */
export const DELIVERIES_POLL_MS = 1_000
/** Polls between two corrections of the endpoints' due times. */
const POLLS_PER_CORRECTION = 60
/** Number of concurrent requests from which a claim waits for more slots instead of running for each one. */
const BUSY = 32
const BUSY_PAUSE_MS = 20
/** As many that ended are slots enough: the next claim runs while the other half is being sent. */
const ROOM = DELIVERY_CONCURRENCY / 2
/** Attempts written by one statement, and statements at once: what ends while they run is written by the next. */
const FINISHED_AT_ONCE = 100
const WRITERS = 2
/** Time that the first attempt of a statement waits for others while many requests run. */
const GATHER_MS = 5
/** Time that a stopping process waits for its requests before it releases their deliveries. */
const STOP_TIMEOUT_MS = 3_000

export interface DeliveriesOptions extends Sender {
  database: Database
  owner: string
  leaseMs: number
  log: Log
  concurrency?: number
  pollMs?: number
}

/** Claims and sends until nothing is due; coalesces wakes. One per process. */
class DeliveryLoop {
  readonly #options: DeliveriesOptions
  readonly #inFlight = new Map<Promise<void>, RequestUnderWay>()
  readonly #finished: WaitingAttempt[] = []
  #writers = 0
  #gathering = 0
  #sweeps = 0
  #onEnd = () => {}
  readonly #cancel = new AbortController()
  #claiming: Promise<void> | null = null
  #wanted = false
  #stopped = false

  constructor(options: DeliveriesOptions) {
    this.#options = options
    // Each request adds a listener to the signal.
    setMaxListeners(SOCKETS_MAX, this.#cancel.signal)
  }

  /** Starts a pass over due deliveries now, or after the current one. */
  wake(): void {
    this.#wanted = true
    if (this.#stopped || this.#claiming) return
    this.#claiming = this.#claimWhileWanted().finally(() => {
      this.#claiming = null
      if (this.#wanted && !this.#stopped) this.wake()
    })
  }

  /** Releases the deliveries of dead workers, then wakes. */
  async sweep(): Promise<void> {
    const { database, log } = this.#options
    try {
      const released = await releaseExpiredLeases(database.as('checkout_system'))
      if (released > 0) log.warn({ released }, 'deliveries of a lost worker are due again')
      this.#sweeps += 1
      if (this.#sweeps % POLLS_PER_CORRECTION === 0) {
        const corrected = await correctDueTimes(database.as('checkout_system'))
        if (corrected > 0) log.warn({ corrected }, 'endpoints had a wrong due time')
      }
    } catch (error) {
      log.error({ err: error }, 'the sweep of delivery leases failed')
    }
    this.wake()
  }

  async idle(): Promise<void> {
    while (this.#claiming || this.#inFlight.size > 0) {
      await this.#claiming
      await Promise.all(this.#inFlight.keys())
    }
  }

  /** Stops claiming; waits for running requests, then cancels them and releases their deliveries. */
  async stop(): Promise<void> {
    this.#stopped = true
    const cancelling = setTimeout(() => this.#cancel.abort(), STOP_TIMEOUT_MS)
    await this.idle()
    clearTimeout(cancelling)
  }

  async #claimWhileWanted(): Promise<void> {
    const { database, owner, leaseMs, now, log } = this.#options
    while (this.#wanted && !this.#stopped) {
      this.#wanted = false
      const free = this.#freeSlots()
      // The next request that ends, or that the next poll finds slow, wakes the loop.
      if (free.limit <= 0 && free.slowLimit <= 0) return
      const caps = { perEndpoint: PER_ENDPOINT, perAccount: PER_ACCOUNT }
      try {
        const claim = { owner, ...free, ...caps, leaseMs, now: now() }
        const claimedAt = performance.now()
        const { taken, hasMore } = await claimDeliveries(database.as('checkout_system'), claim)
        // A process that was paused here must not send deliveries that others hold by now.
        if (performance.now() - claimedAt < leaseMs) for (const delivery of taken) this.#start(delivery)
        if (hasMore) this.#wanted = true
      } catch (error) {
        log.error({ err: error }, 'deliveries could not be claimed')
      }
      if (this.#inFlight.size >= BUSY) await this.#roomForMore()
    }
  }

  /** Waits until enough requests have ended to justify another claim, but never long. */
  #roomForMore(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, BUSY_PAUSE_MS)
      let ended = 0
      this.#onEnd = () => {
        ended += 1
        if (ended < ROOM) return
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Returns the free slots: a slow request leaves its slot to others and counts as a socket only. */
  #freeSlots(): { limit: number; slowLimit: number } {
    const { concurrency = DELIVERY_CONCURRENCY } = this.#options
    const recent = performance.now() - SLOW_AFTER_MS
    let fast = 0
    let slow = 0
    for (const request of this.#inFlight.values()) {
      if (request.answered) continue
      if (request.slow) slow += 1
      else if (request.since > recent) fast += 1
    }
    const sockets = SOCKETS_MAX - this.#inFlight.size
    const limit = Math.max(0, Math.min(concurrency - fast, sockets - SLOW_LANE + slow))
    return { limit, slowLimit: Math.max(0, Math.min(SLOW_LANE - slow, sockets - limit)) }
  }

  #start(delivery: ClaimedDelivery): void {
    const request = { slow: delivery.slow, since: performance.now(), answered: false }
    const sent = this.#deliver(delivery, request)
      .catch((error: unknown) => {
        // An unwritten attempt's lease ends by itself, and the delivery is sent again.
        this.#options.log.error({ delivery_id: delivery.id, err: error }, 'a delivery was not recorded')
      })
      .finally(() => {
        this.#inFlight.delete(sent)
        this.wake()
      })
    this.#inFlight.set(sent, request)
  }

  async #deliver(delivery: ClaimedDelivery, request: RequestUnderWay): Promise<void> {
    const { database, now, log } = this.#options
    const db = database.as('checkout_system')
    const attempt = await sendDelivery(this.#options, delivery, this.#cancel.signal)
    // The request's slot is free; until the attempt is written it counts as a socket, and the database counts it
    // against the caps.
    request.answered = true
    this.#onEnd()
    this.wake()
    if (attempt.errorClass === 'cancelled') return releaseDelivery(db, delivery)
    const status = await this.#finish({ delivery, attempt, now: now() })
    const { answerStatus, errorClass, durationMs } = attempt
    metrics.deliveries.inc({ result: errorClass ?? 'success' })
    const facts = { delivery_id: delivery.id, event: delivery.kind, attempt: delivery.attempts + 1, status }
    // Successes are in the delivery history; logging each would bury the failures.
    log[status === 'SUCCEEDED' ? 'debug' : 'warn'](
      { ...facts, answer_status: answerStatus, error_class: errorClass, duration_ms: durationMs },
      'delivery',
    )
  }

  /** Writes an attempt together with those that end meanwhile. Rejects if it could not be written. */
  #finish(finished: FinishedAttempt): Promise<Finish> {
    return new Promise((resolve, reject) => {
      this.#finished.push({ finished, resolve, reject })
      if (this.#writers + this.#gathering >= WRITERS) return
      this.#gathering += 1
      const gathered = () => {
        this.#gathering -= 1
        void this.#writeFinished()
      }
      if (this.#inFlight.size >= BUSY) setTimeout(gathered, GATHER_MS)
      else setImmediate(gathered)
    })
  }

  async #writeFinished(): Promise<void> {
    const db = this.#options.database.as('checkout_system')
    this.#writers += 1
    while (this.#finished.length > 0) {
      const batch = this.#finished.splice(0, FINISHED_AT_ONCE)
      try {
        const outcomes = await finishDeliveries(
          db,
          batch.map(({ finished }) => finished),
        )
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? 'lost')
      } catch (error) {
        // One failed attempt must not lose the others.
        this.#options.log.warn({ err: error }, 'attempts are written one by one')
        await Promise.all(
          batch.map(({ finished, resolve, reject }) =>
            finishDeliveries(db, [finished]).then(([outcome]) => resolve(outcome ?? 'lost'), reject),
          ),
        )
      }
    }
    this.#writers -= 1
  }
}

interface RequestUnderWay {
  slow: boolean
  since: number
  answered: boolean
}

interface WaitingAttempt {
  finished: FinishedAttempt
  resolve(outcome: Finish): void
  reject(error: unknown): void
}

/** Sends everything that is due at `now()`, including retries due by then, and returns when nothing is. */
export async function deliverDue(options: DeliveriesOptions): Promise<void> {
  const loop = new DeliveryLoop(options)
  await loop.sweep()
  await loop.idle()
}

/** Sends deliveries for the life of the process: woken by commits, and by a slow poll in case a wake was lost. */
export function startDeliveries(options: DeliveriesOptions & { databaseUrl: string }) {
  const { databaseUrl, log, owner, pollMs = DELIVERIES_POLL_MS } = options
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
