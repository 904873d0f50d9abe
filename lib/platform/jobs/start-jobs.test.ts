import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Database, type Side } from '@/lib/platform/database'
import { DatabaseAway } from '@/lib/platform/database-away'
import { tappedDatabase } from '@/test/factories/tapped-database'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import type { Job, Running } from './job'
import { runScheduled, startJobs } from './start-jobs'

const HOUR_MS = 60 * 60_000
const trigger = { kind: 'schedule', everyMs: HOUR_MS, offsetMs: 17 * 60_000 } as const
const silent = pino({ level: 'silent' })

let db: TestDatabase
let database: Database<Side>
const running: Running[] = []
const system = () => database.as('checkout_system')

beforeAll(async () => {
  db = await createTestDatabase()
  database = new Database({ url: testLogins(db.url), max: 6 })
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()))
  await system().query({
    text: `UPDATE jobs.scheduled_job SET due_at = 'infinity', owner = NULL, lease_until = NULL`,
  })
})
afterAll(async () => {
  await database.close()
  await db.drop()
})

function job(name: string, run: () => Promise<number | undefined>, more: Partial<Job> = {}): Job {
  const trigger = { kind: 'due rows', pollMs: 5 } as const
  return { name, trigger, concurrency: { rounds: 1 }, handler: { run }, ...more }
}

/** Returns the row of a scheduled job. */
async function scheduled(name: string) {
  const { rows } = await system().query<{ due_at: Date; owner: string | null; lease_until: Date | null }>({
    text: 'SELECT due_at, owner, lease_until FROM jobs.scheduled_job WHERE name = $1',
    values: [name],
  })
  const [row] = rows
  if (!row) throw new Error(`there is no job ${name}`)
  return row
}

const makeDue = (name: string) =>
  system().query({
    text: `UPDATE jobs.scheduled_job SET due_at = clock_timestamp() - interval '1 ms' WHERE name = $1`,
    values: [name],
  })

test('a worker with many jobs raises no warning', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => warnings.push(warning)
  process.on('warning', onWarning)
  const jobs = Array.from({ length: 30 }, (_, i) => job(`many.${i}`, async () => 0))
  await startJobs(jobs, { log: silent }).stop()
  // Node raises a warning in a later turn of the event loop.
  await new Promise(setImmediate)
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})

test('a job that fails is logged by its name, runs again, and stops no other job', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  let rounds = 0
  const failing = job('mend-clocks', async () => {
    rounds += 1
    throw new Error('no spring')
  })
  const other = vi.fn(async () => undefined)
  running.push(startJobs([failing, job('other', other)], { log }))
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(1))
  await vi.waitFor(() => expect(other.mock.calls.length).toBeGreaterThan(1))
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ job: 'mend-clocks', msg: 'a job failed' })
})

test('an outage of the database is logged once for each job that fails in it', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  let rounds = 0
  const failing = job('rows', async () => {
    rounds += 1
    if (rounds === 10) return 0
    throw rounds < 20 ? new DatabaseAway('it does not answer') : new Error('a bug')
  })
  running.push(startJobs([failing], { log }))
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(22))
  const messages = lines.map((line) => JSON.parse(line).err.message)
  expect(messages.slice(0, 4)).toEqual(['it does not answer', 'it does not answer', 'a bug', 'a bug'])
})

test('a job that found work runs again at once, one of a queue at a notification as well', async () => {
  const poll = { pollMs: HOUR_MS }
  let left = 5
  const queued: number[] = []
  const jobs = [
    job('rows', async () => Math.max(0, left--), { trigger: { kind: 'due rows', ...poll } }),
    job('queue', async () => void queued.push(1), { trigger: { kind: 'queue', ...poll } }),
  ]
  const wakes = { url: testLogins(db.url).service, channel: 'test_jobs', applicationName: 'test' }
  running.push(startJobs(jobs, { log: silent, wakes }))
  await vi.waitFor(() => expect(left).toBe(-1))
  // The listener's first connection wakes once.
  await vi.waitFor(() => expect(queued).toHaveLength(2))
  await system().query({ text: `SELECT pg_notify('test_jobs', '')` })
  await vi.waitFor(() => expect(queued).toHaveLength(3))
  expect(left).toBe(-1)
})

test('a stop waits for the rounds and lanes under way and begins no other', async () => {
  const ended: string[] = []
  let free = () => {}
  const freed = new Promise<void>((resolve) => {
    free = resolve
  })
  const wait = (name: string) => freed.then(() => void ended.push(name))
  const jobs = startJobs(
    [
      job('round', async () => void (await wait('round'))),
      {
        ...job('lane', async () => undefined),
        concurrency: { lanes: 1, perTeam: 1 },
        handler: {
          async run({ lanes }) {
            if (lanes.room.free > 0) lanes.start('one', 'team', () => wait('lane'))
            return undefined
          },
        },
      },
    ],
    { log: silent },
  )
  await setTimeout(20)
  const stopped = jobs.stop()
  free()
  await stopped
  expect(ended.toSorted()).toEqual(['lane', 'round'])
})

test('many workers run a scheduled job once, and its next moment is one of its own', async () => {
  const run = vi.fn(async () => {})
  const { everyMs, offsetMs } = trigger
  await Promise.all(Array.from({ length: 5 }, () => runScheduled(system(), { name: 'once', trigger, run })))
  await runScheduled(system(), { name: 'once', trigger, run })
  expect(run).toHaveBeenCalledTimes(1)
  const { due_at: dueAt, owner } = await scheduled('once')
  expect(owner).toBeNull()
  expect(dueAt.getTime() % everyMs).toBe(offsetMs)
  expect(dueAt.getTime()).toBeGreaterThan(Date.now())
  await makeDue('once')
  await runScheduled(system(), { name: 'once', trigger, run })
  expect(run).toHaveBeenCalledTimes(2)
})

test('a scheduled job that fails is due again before its next moment, and its error is thrown', async () => {
  const run = () => Promise.reject(new Error('no'))
  await expect(runScheduled(system(), { name: 'failing', trigger, run })).rejects.toThrow('no')
  expect((await scheduled('failing')).due_at.getTime()).toBeLessThan(Date.now() + HOUR_MS / 2)
})

test('a killed worker’s scheduled job is claimed by another when its lease ends, and no sooner', async () => {
  const run = vi.fn(async () => {})
  const dying = tappedDatabase(database, (point) => {
    if (point === 'committed claim-scheduled-job') throw new Error('killed')
  })
  const killed = runScheduled(dying.as('checkout_system'), { name: 'killed', trigger, run })
  await expect(killed).rejects.toThrow('killed')
  await runScheduled(system(), { name: 'killed', trigger, run })
  expect(run).not.toHaveBeenCalled()
  await system().query({
    text: `UPDATE jobs.scheduled_job SET lease_until = clock_timestamp() - interval '1 ms' WHERE name = 'killed'`,
  })
  await runScheduled(system(), { name: 'killed', trigger, run })
  expect(run).toHaveBeenCalledTimes(1)
})

test('a running scheduled job extends its lease, and is aborted once another worker has it', async () => {
  let given: AbortSignal | undefined
  let finish = () => {}
  const run = (signal: AbortSignal) => {
    given = signal
    return new Promise<void>((resolve) => {
      finish = resolve
    })
  }
  const long = runScheduled(system(), { name: 'long', trigger, run }, { extendEveryMs: 10 })
  await vi.waitFor(() => expect(given).toBeDefined())
  const { lease_until: first } = await scheduled('long')
  await vi.waitFor(async () => expect((await scheduled('long')).lease_until).not.toEqual(first))
  await system().query({ text: `UPDATE jobs.scheduled_job SET owner = 'other' WHERE name = 'long'` })
  await vi.waitFor(() => expect(given?.aborted).toBe(true))
  finish()
  await long
  expect((await scheduled('long')).owner).toBe('other')
})

test('a scheduled job that a stopping worker ends early is due at once', async () => {
  const worker = new AbortController()
  const run = async (signal: AbortSignal) => {
    worker.abort()
    expect(signal.aborted).toBe(true)
  }
  await runScheduled(system(), { name: 'stopped', trigger, run, ending: worker.signal })
  expect((await scheduled('stopped')).due_at.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
})

test('a waiting loop leaves one listener at its worker’s end, however many rounds it had', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener')
  const any = vi.spyOn(AbortSignal, 'any')
  const rounds = vi.fn(async () => undefined)
  const jobs = startJobs([{ ...job('idle', rounds), trigger: { kind: 'due rows', pollMs: 1 } }], {
    log: silent,
  })
  await vi.waitFor(() => expect(rounds.mock.calls.length).toBeGreaterThan(20))
  await jobs.stop()
  const ends = added.mock.contexts.filter((signal, at) => added.mock.contexts.indexOf(signal) !== at)
  expect([ends.length, any.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
})

test('the dashboard and the tenants reach no job of the service', async () => {
  for (const role of ['checkout_service', 'checkout_dashboard', 'checkout_dashboard_system'] as const)
    for (const table of ['scheduled_job', 'failure_notice'])
      await expect(
        database.as(role, 'acct_1').query({ text: `SELECT FROM jobs.${table}` }),
        `${role}, ${table}`,
      ).rejects.toThrow('permission denied')
})
