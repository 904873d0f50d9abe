import { describe, expect, onTestFinished, test } from 'vitest'
import { Random } from '@/prisma/demo/random'
import { bankFaults, storeFaults } from './fault-injector'
import { describeBreach } from './replay'
import { simulate } from './simulate'

/** Number of runs; SIM_SEED=n repeats one and prints its trace. */
const SEEDS = Number(process.env.SIM_SEEDS ?? 20_000)
const ONE_SEED = process.env.SIM_SEED
/** Far longer than a run takes, for busy machines. */
const TIMEOUT_MS_PER_RUN = 50
/** Number of runs that visit every await with every fault. */
const SEEDS_FOR_COVERAGE = 20_000
const YIELD_EVERY = 100

const dice = (seed: number) => new Random(seed)

describe.runIf(ONE_SEED !== undefined)('one run', () => {
  test(`the run of seed ${ONE_SEED} violates no invariant`, async () => {
    const seed = Number(ONE_SEED)
    const result = await simulate({ seed, dice, traced: true })
    console.info(result.trace.join('\n'))
    expect(describeBreach(seed, result)).toBeNull()
  })
})

describe.skipIf(ONE_SEED !== undefined)(
  'charges and refunds that crash, sleep and lose messages at every await',
  () => {
    const timeoutMs = 30_000 + SEEDS * TIMEOUT_MS_PER_RUN

    test(`charges and refunds violate no invariant in ${SEEDS} runs`, { timeout: timeoutMs }, async () => {
      const coverage = new Map<string, number>()
      // A violation is repeated with its stack trace; those of all other errors are not needed.
      const { stackTraceLimit } = Error
      Error.stackTraceLimit = 0
      onTestFinished(() => {
        Error.stackTraceLimit = stackTraceLimit
      })
      const startedAt = performance.now()
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { violations } = await simulate({ seed, dice, coverage })
        if (violations.length > 0) {
          expect.fail(
            describeBreach(seed, await simulate({ seed, dice, traced: true })) ??
              'it was another the second time',
          )
        }
        // Virtual time never lets timers of the test runner run.
        if (seed % YIELD_EVERY === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      console.info(`${SEEDS} simulated runs in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
      if (SEEDS >= SEEDS_FOR_COVERAGE) expect(unvisited(coverage)).toEqual([])
    })

    test('runs of the same seed are the same', async () => {
      for (const seed of [3, 5, 8, 13, 21]) {
        const [first, second] = [
          await simulate({ seed, dice, traced: true }),
          await simulate({ seed, dice, traced: true }),
        ]
        expect(second.trace).toEqual(first.trace)
        expect(second.contents).toEqual(first.contents)
      }
    })
  },
)

const STORE_STEPS = [
  ...['claim', 'beginCapture', 'finish', 'awaitConfirmation', 'resume', 'leaveUnresolved'],
  ...['storedAnswer', 'claimOrphans', 'postpone'],
  ...['claimRefund', 'finishRefund', 'storedRefundAnswer', 'postponeRefund', 'claimDueRefunds'],
]
const BANK_CALLS = ['authorize', 'confirmed', 'capture', 'void', 'refund']

/**
 * Returns awaits that no fault hit, and final states that no payment reached: a simulation without them proves little.
 */
function unvisited(coverage: ReadonlyMap<string, number>): string[] {
  const wanted = [
    ...STORE_STEPS.flatMap((step) => storeFaults.map((fault) => `${step} ${fault}`)),
    ...BANK_CALLS.flatMap((call) => bankFaults.map((fault) => `${call} ${fault}`)),
    ...['APPROVED', 'FAILED', 'VOIDED', 'TIMEOUT', 'refunded', 'declined'].map((status) => `ends ${status}`),
  ]
  return wanted.filter((what) => !coverage.has(what))
}
