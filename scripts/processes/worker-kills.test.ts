import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { deliveringAccount } from '@/test/fixtures/delivering-account'
import { type WorkerProcess, workerProcesses } from '@/test/fixtures/worker-process'

/** Number of events: `EVENTS=5000 npx vitest run scripts/processes/worker-kills.test.ts`. */
const EVENTS = Number(process.env.EVENTS ?? 500)
const MERCHANTS = 5
const LEASE_MS = 1_500
const ANSWER_AFTER_MS = 80
const TIMEOUT_MS = 40_000 + EVENTS * 20

describe('worker processes', () => {
  const { databaseUrl, deliveries, endpoint, event, openAccount, receiver, system, attempts } =
    deliveringAccount()
  const start = workerProcesses()
  const ready = async () => {
    const worker = start(databaseUrl(), { DELIVERY_LEASE_MS: String(LEASE_MS) })
    await worker.said(/\bready\b/)
    return worker
  }

  /** Returns the number of deliveries that a dead or stopped process holds: each may be sent once more. */
  async function heldBy({ process: { pid } }: WorkerProcess): Promise<number> {
    // A claim that the process has committed may still be in flight.
    await setTimeout(100)
    const { rows } = await system().query<{ held: number }>({
      text: `SELECT count(*) AS held FROM service.delivery WHERE split_part(owner, ':', 2) = $1`,
      values: [String(pid)],
    })
    return rows[0]?.held ?? 0
  }

  it(
    `killed and stopped workers lose none of ${EVENTS} events, and repeat only deliveries that they held`,
    async () => {
      let answers = Promise.resolve()
      const shop = await receiver(
        (response) => void Promise.all([answers, setTimeout(ANSWER_AFTER_MS)]).then(() => response.end()),
      )
      /** Stops one worker that waits for a response of the shop; returns it. */
      const interrupt = async (workers: WorkerProcess[], stop: (worker: WorkerProcess) => unknown) => {
        let answer = () => {}
        answers = new Promise((resolve) => {
          answer = resolve
        })
        let worker: WorkerProcess | undefined
        while (!worker) for (const each of workers) if ((await heldBy(each)) > 0) worker = each
        await stop(worker)
        repeatable += await heldBy(worker)
        answer()
        return worker
      }
      let repeatable = 0
      const merchants = await Promise.all(Array.from({ length: MERCHANTS }, openAccount))
      for (const id of merchants) await endpoint(shop.url, id)
      const workers = await Promise.all([ready(), ready(), ready()])
      const half = (first: number) =>
        Promise.all(
          merchants.map(async (id) => {
            for (let i = 0; i < EVENTS / MERCHANTS / 2; i += 1)
              await event(`pay_${first + i}`, 'payment.succeeded', id)
          }),
        )
      const firstHalf = half(0)

      const kill = (worker: WorkerProcess) => {
        workers.splice(workers.indexOf(worker), 1)
        return worker.kill()
      }
      await shop.arrived(EVENTS * 0.1)
      await interrupt(workers, kill)
      workers.push(await ready())
      await shop.arrived(EVENTS * 0.3)
      const stopped = await interrupt(workers, ({ process }) => process.kill('SIGSTOP'))
      await setTimeout(LEASE_MS * 1.5)
      stopped.process.kill('SIGCONT')
      await firstHalf
      const secondHalf = half(EVENTS)
      await shop.arrived(EVENTS * 0.6)
      await interrupt(workers, kill)

      await secondHalf
      await shop.arrived(EVENTS)
      const left = async () => (await deliveries()).filter(({ status }) => status !== 'SUCCEEDED')
      while ((await left()).length > 0) await setTimeout(50)
      const sent = shop.received.map(({ headers }) => headers['service-delivery'])
      const ids = (await deliveries()).map(({ id }) => id)
      expect(ids).toHaveLength(EVENTS)
      expect(new Set(sent)).toEqual(new Set(ids))
      expect(repeatable).toBeGreaterThan(0)
      expect(sent.length - ids.length).toBeLessThanOrEqual(repeatable)
      expect(await attempts()).toHaveLength(EVENTS)
    },
    TIMEOUT_MS,
  )
})
