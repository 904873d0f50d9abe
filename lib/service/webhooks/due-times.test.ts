import { expect, it, vi } from 'vitest'
import { createLog } from '@/lib/platform/log'
import { changeEndpointStatus } from '@/lib/service/panel/change-endpoint-status'
import { sendSkipped } from '@/lib/service/panel/missed-events'
import { Random } from '@/prisma/demo/random'
import { deliveringAccount } from '@/test/fixtures/delivering-account'
import { correctDueTimes } from './claim-deliveries'
import { deliverDue } from './run-deliveries'
import { requestManualAttempt } from './run-retries'

/** Rounds of the simulation: `ROUNDS=40 SEED=2 npx vitest run lib/service/webhooks/due-times.test.ts` */
const ROUNDS = Number(process.env.ROUNDS ?? 6)
const SEED = Number(process.env.SEED ?? 1)
const ENDPOINTS = 4
const EVENTS = 5
const LAST_WAIT_S = 21_600
const TIMEOUT_MS = 20_000 + ROUNDS * 5_000

const { clock, ctx, deliveries, endpoint, event, options, pass, receiver, system } = deliveringAccount()

it(
  'due times stay correct and no delivery is lost while workers, manual retries and pauses run concurrently',
  async () => {
    const random = new Random(SEED)
    const answers = { fail: true }
    const shop = await receiver((response) =>
      response.writeHead(answers.fail && random.int(0, 3) > 0 ? 500 : 200).end(),
    )
    const endpoints = await Promise.all(Array.from({ length: ENDPOINTS }, () => endpoint(shop.url)))
    const log = createLog('test', 'silent')
    const [error, warn] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'warn')]
    const work = () => Promise.all(['a', 'b', 'c'].map((owner) => deliverDue(options({ owner, log }))))
    const { accountId, db } = ctx()

    for (let round = 0; round < ROUNDS; round += 1) {
      const some = (await deliveries()).map(({ id }) => id).filter(() => random.int(0, 9) === 0)
      const { id } = random.pick(endpoints)
      const pausing =
        round % 3 === 0
          ? changeEndpointStatus(ctx(), id, 'PAUSED').then(() => changeEndpointStatus(ctx(), id, 'ACTIVE'))
          : null
      await Promise.all([
        ...Array.from({ length: EVENTS }, (_, index) => event(`pay_${round}_${index}`)),
        requestManualAttempt(db, accountId, some, clock.now),
        work(),
        pausing,
      ])
      await Promise.all([sendSkipped(db, accountId, id, new Date(0), clock.now), work()])
      expect(await correctDueTimes(system())).toBe(0)
      pass(random.int(1, 400))
    }
    answers.fail = false
    await work()
    pass(LAST_WAIT_S)
    await work()

    const left = (await deliveries()).filter(
      ({ status, manual_due_at }) => status === 'PENDING' || manual_due_at !== null,
    )
    expect(left).toEqual([])
    expect(error.mock.calls).toEqual([])
    // A deadlock would show as attempts that were written one by one.
    expect(warn.mock.calls.filter(([facts]) => 'error' in Object(facts))).toEqual([])
  },
  TIMEOUT_MS,
)
