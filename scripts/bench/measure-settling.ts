import { settleDue } from '@/lib/service/settlements/settle-due'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { createSettlementsDataset, DATASET_END } from './settlements-dataset'
import { singleFigure } from './single-figure'

const MANY = 100_000
/** Payments of the small settlement, with whose memory the large one is compared. */
const FEW = 1_000
const GOAL_S = 60
/** Largest growth: the heap varies by as much; a list of the payments would need more. */
const GOAL_MIB = 32
const SAMPLE_MS = 10
const MIB = 1_048_576

/** Measures time and memory of one settlement of a hundred thousand payments, by the worker's own verb. */
export async function measureSettling(bench: BenchContext): Promise<Figure[]> {
  const few = await settle(bench, FEW)
  const many = await settle(bench, MANY)
  const how = `settleDue over one day's ${MANY.toLocaleString('en')} approved payments: one transaction, ledger, event`
  return [
    {
      ...singleFigure({ name: 'settling 100,000 payments', unit: 's', ours: many.seconds, how }),
      goal: { kind: 'at_most', value: GOAL_S },
    },
    {
      ...singleFigure({
        name: 'memory that settling them adds',
        unit: 'MiB',
        ours: many.mib,
        how: `largest resident memory during the same, above what it was before; ${FEW.toLocaleString('en')} payments: ${few.mib.toFixed(1)} MiB`,
      }),
      goal: { kind: 'at_most', value: GOAL_MIB },
    },
  ]
}

async function settle(bench: BenchContext, payments: number): Promise<{ seconds: number; mib: number }> {
  const name = `bench_settle_${payments}`
  const dataset = await createSettlementsDataset(bench, {
    name,
    payments,
    settledPerMille: 0,
    waitingDays: 1,
  })
  const before = process.memoryUsage.rss()
  let largest = before
  const sampling = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss())
  }, SAMPLE_MS)
  const started = performance.now()
  const deps = { database: dataset.database, keyring: bench.keyring, testMode: true }
  const { settlements, failed } = await settleDue(deps, { until: DATASET_END, now: DATASET_END })
  const seconds = (performance.now() - started) / 1_000
  clearInterval(sampling)
  await dataset.database.close()
  if (failed[0]) throw failed[0].error
  const [settlement] = settlements
  if (settlements.length !== 1 || settlement?.payment_count !== payments)
    throw new Error(`${settlements.length} settlements, the first of ${settlement?.payment_count} payments`)
  return { seconds, mib: (largest - before) / MIB }
}
