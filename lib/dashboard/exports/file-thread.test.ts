import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { beforeAll, expect, test } from 'vitest'
import { CELL_MAX } from '@/lib/dashboard/reads/file-rows'
import { textsOf } from '@/lib/messages/catalogue'
import { ENGLISH } from '@/test/english'
import { aPayment, aSettlement, NOON } from '@/test/factories/dashboard'
import { connectedDashboard } from '@/test/fixtures/connected-dashboard'
import { listExports, startExport } from './export-jobs'
import { drawInThread, type FilePart } from './file-thread'
import { runExport } from './run-export'

const { dashboard, host, ctx } = await connectedDashboard()
const LINES = 2_000
const ROOT = path.resolve(import.meta.dirname, '../../..')
const { signal } = new AbortController()

beforeAll(async () => {
  host.settlements = [aSettlement({ id: 'set_1', payment_count: LINES })]
  host.payments = Array.from({ length: LINES }, (_, index) =>
    aPayment({
      id: `pay_${index}`,
      settlement_id: 'set_1',
      status: 'APPROVED',
      payer: { name: 'wörd '.repeat(40), email: '' },
    }),
  )
  await dashboard.importHistories()
}, 60_000)

/** Yields the parts of a document whose texts are as long as they may be. */
async function* document(lines: number): AsyncGenerator<FilePart> {
  yield {
    head: { title: 'Settlement', lead: 'set_1', sections: [] },
    headings: ['Created', 'Payer', 'Payment ID', 'Amount'],
    holder: 'Café Aurora',
    timezone: 'UTC',
    at: NOON.toISOString(),
    sheet: '',
    language: 'en',
    locale: 'en',
    texts: textsOf('en', ['export-files']),
  }
  const name = 'word '.repeat(CELL_MAX.pdf / 5)
  yield Array.from({ length: lines }, (_, index) => [
    name,
    name,
    `pay_${index}`,
    { amount: 1, currency: 'USD' },
  ])
}

/** Returns the longest time in milliseconds for which this thread did not run while `work` did. */
async function standstillDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false
  work.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  let longest = 0
  while (!isOver) {
    const from = performance.now()
    await setTimeout(5)
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}

test('a document of the longest names is drawn beside the worker, which runs on', async () => {
  const file = drawInThread(document(200), { signal })
  expect(await standstillDuring(file)).toBeLessThan(500)
  expect(
    Buffer.from(await file)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
}, 60_000)

test('a file beyond its memory or its time is refused, and the worker runs on', async () => {
  const over = { code: 'export_exhausted' }
  await expect(drawInThread(document(LINES), { signal, limits: { memoryMb: 24 } })).rejects.toMatchObject(
    over,
  )
  await expect(drawInThread(document(1), { signal, limits: { timeMs: 50 } })).rejects.toMatchObject(over)
}, 60_000)

test('the processes of a release draw files from their bundles', async () => {
  const folder = mkdtempSync(path.join(ROOT, 'node_modules/.test-'))
  try {
    await build({
      absWorkingDir: ROOT,
      entryPoints: {
        'export-thread': 'scripts/processes/export-thread.ts',
        worker: 'lib/dashboard/exports/file-thread.ts',
      },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      logLevel: 'error',
    })
    const bundle = await import(/* @vite-ignore */ path.join(folder, 'worker.mjs'))
    const file = await bundle.drawInThread(document(1), { signal })
    expect(Buffer.from(file).subarray(0, 5).toString()).toBe('%PDF-')
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 60_000)

test('a job whose file is beyond its limits fails with that reason, and no worker tries it again', async () => {
  const input = { settlement_id: 'set_1' }
  await startExport(ctx, { kind: 'settlement', input }, 'OWNER', ENGLISH)
  expect(await runExport(dashboard, { owner: 'one', limits: { timeMs: 1 } })).toBe(true)
  expect((await listExports(dashboard, ctx, 'OWNER')).exports).toMatchObject([
    { state: 'FAILED', problem: 'export_exhausted' },
  ])
  expect(await runExport(dashboard, { owner: 'two' })).toBe(false)
})

test('a lease is renewed while the file is drawn, and no other worker takes the job', async () => {
  const input = { settlement_id: 'set_1' }
  const { id } = await startExport(ctx, { kind: 'settlement', input }, 'OWNER', ENGLISH)
  let isMade = false
  const making = runExport(dashboard, { owner: 'one', leaseMs: 1_500 }).finally(() => {
    isMade = true
  })
  const leases = new Set<number>()
  while (!isMade) {
    await setTimeout(50)
    const { rows } = await ctx.db.query<{ until: Date }>({
      text: `SELECT lease_until AS until FROM dashboard.export_job WHERE state = 'RUNNING'`,
    })
    for (const { until } of rows) leases.add(until.getTime())
    if (rows.length > 0) expect(await runExport(dashboard, { owner: 'two' })).toBe(false)
  }
  await making
  // Its claim, its begin, and at least one while the thread draws.
  expect(leases.size).toBeGreaterThanOrEqual(3)
  const { exports } = await listExports(dashboard, ctx, 'OWNER')
  expect(exports.find((made) => made.id === id)).toMatchObject({ state: 'DONE', problem: null })
}, 60_000)
