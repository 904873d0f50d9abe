import { setTimeout as delay } from 'node:timers/promises'
import { queueRun } from '@/lib/dashboard/sync/queue-run'
import { DEEP_WINDOW_DAYS } from '@/lib/dashboard/sync/sync-windows'
import { buildProcessesIfStale } from '@/scripts/build.mjs'
import { seedConnection } from '@/test/factories/dashboard'
import type { BenchContext } from './bench-context'
import type { Figure } from './figure'
import { createPaymentsDataset } from './payments-dataset'
import { residentMiB } from './process-memory'
import { singleFigure } from './single-figure'
import { startWorkerProcess } from './worker-process'

const MEMORY_GOAL = 1.25
const POLL_MS = 250
/** Silence after which an import counts as failed. */
const STUCK_MS = 60_000
/** Share of the rows after which the worker's code is loaded and compiled. */
const WARM_SHARE = 0.2

/** Measures a worker's import of one account's payments from an API process over another database. */
export async function measureMirrorImport(bench: BenchContext): Promise<Figure[]> {
  const { imported } = bench.options
  await buildProcessesIfStale()
  const dataset = await createPaymentsDataset(bench, imported)
  try {
    const { port } = new URL(dataset.api.url)
    const baseUrl = `http://localhost:${port}/api/v1`
    const { connectionId } = await seedConnection(bench.database, {
      keyring: bench.keyring,
      baseUrl,
      apiKey: dataset.apiKey,
      account: await accountOf(baseUrl, dataset.apiKey),
      now: new Date(),
    })
    const db = bench.database.as('checkout_dashboard', connectionId)
    await queueRun(db, { connectionId, days: DEEP_WINDOW_DAYS, now: new Date() })
    const worker = startWorkerProcess(bench)
    try {
      const count = async () => {
        const { rows } = await db.query<{ mirrored: number }>({
          text: 'SELECT count(*)::int AS mirrored FROM dashboard.mirror_payment WHERE connection_id = $1',
          values: [connectionId],
        })
        return rows[0]?.mirrored ?? 0
      }
      return figuresOf(imported, await watch(imported, count, worker.process.pid))
    } finally {
      await worker.stop()
    }
  } finally {
    await dataset.stop()
  }
}

async function accountOf(baseUrl: string, apiKey: string) {
  const response = await fetch(`${baseUrl}/me`, { headers: { Authorization: `Bearer ${apiKey}` } })
  return response.json()
}

interface Sample {
  atMs: number
  rows: number
  mib: number | null
}

/** Returns samples from the first mirrored row to the last. Throws if no row arrives for STUCK_MS. */
async function watch(
  wanted: number,
  count: () => Promise<number>,
  pid: number | undefined,
): Promise<Sample[]> {
  const samples: Sample[] = []
  let changedAt = performance.now()
  for (let rows = 0; rows < wanted; ) {
    await delay(POLL_MS)
    const now = await count()
    const atMs = performance.now()
    if (now !== rows) changedAt = atMs
    else if (atMs - changedAt > STUCK_MS)
      throw new Error(`The import stopped at ${rows} of ${wanted} payments.`)
    rows = now
    if (rows > 0) samples.push({ atMs, rows, mib: pid === undefined ? null : residentMiB(pid) })
  }
  return samples
}

function figuresOf(imported: number, samples: readonly Sample[]): Figure[] {
  const [first, last] = [samples[0], samples.at(-1)]
  const warm = samples.find(({ rows }) => rows >= imported * WARM_SHARE)
  if (!first || !last || !warm) throw new Error('The import left no sample.')
  const how = 'the worker process, pages of 100 payments from our API process over another database'
  const speed = singleFigure({
    name: `import of ${imported.toLocaleString('en')} payments`,
    unit: 'rows/s',
    ours: (last.rows - first.rows) / ((last.atMs - first.atMs) / 1_000),
    how,
  })
  if (warm.mib === null || last.mib === null) return [speed]
  const memory = singleFigure({ name: 'memory at the end of the import', unit: 'MiB', ours: last.mib, how })
  return [
    speed,
    {
      ...memory,
      baseline: warm.mib,
      ratio: last.mib / warm.mib,
      goal: { kind: 'at_most', value: MEMORY_GOAL },
      how: `resident memory of the worker; the baseline is that after ${WARM_SHARE * 100} % of the rows`,
    },
  ]
}
