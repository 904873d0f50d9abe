import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Database } from '@/lib/platform/database'
import { transferDelay } from '@/lib/service/bank/test-bank-transfers'
import { checkCoherence } from '@/lib/service/ledger/check-coherence'
import { openTill } from '@/test/factories/till'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'

const ROOT = path.resolve(import.meta.dirname, '../..')
const DAY_MS = 86_400_000

let test: TestDatabase
let database: Database
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await database.close()
  await test.drop()
})

/** Resolves once the worker has said all of it. */
function startWorker(...lines: RegExp[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/processes/worker.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'test',
      DATABASE_URL: test.url,
      DATABASE_POOL: '4',
      NEXTAUTH_SECRET: 'x'.repeat(32),
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      LOG_LEVEL: 'info',
    },
  })
  children.push(child)
  return new Promise((resolve, reject) => {
    let text = ''
    const take = (chunk: Buffer) => {
      text += chunk.toString()
      if (lines.every((line) => line.test(text))) resolve(text)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('exit', () => reject(new Error(`the worker ended: ${text}`)))
  })
}

it('a worker that starts settles what a downtime left and lets the transfers leave; two of them do it once', {
  timeout: 60_000,
}, async () => {
  test = await createTestDatabase()
  database = new Database({ url: test.url, max: 3 })
  await transferDelay(database, 0)
  const till = await openTill({ database, start: new Date(Date.now() - 5 * DAY_MS) })
  for (let day = 0; day < 3; day += 1) {
    await till.collect(10_000 + day)
    till.passHours(24)
  }
  const pending = new Promise<void>((resolve) => {
    const look = setInterval(async () => {
      const settlements = await till.settlements()
      if (settlements.length < 3 || settlements.some(({ status }) => status !== 'PAID')) return
      clearInterval(look)
      resolve()
    }, 200)
  })
  await Promise.all([startWorker(/ready/), startWorker(/ready/)])
  await pending
  expect((await till.settlements()).map(({ payment_count }) => payment_count)).toEqual([1, 1, 1])
  expect((await till.events()).toSorted()).toEqual([
    ...Array(3).fill('settlement.created'),
    ...Array(3).fill('settlement.paid'),
  ])
  await till.balance()
  expect(await checkCoherence({ database })).toEqual([])
})
