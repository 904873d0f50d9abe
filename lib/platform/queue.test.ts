import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@/test/test-database'
import { testLogins } from '@/test/test-logins'
import { Database } from './database'
import type { Side } from './database-roles'
import { enqueue, openQueue, type Queue } from './queue'

const queues = [{ name: 'greet', expireInSeconds: 30, retryLimit: 3 }]

describe('queue', () => {
  let test: TestDatabase
  let database: Database<Side>
  const opened: Queue[] = []

  beforeEach(async () => {
    test = await createTestDatabase()
    database = new Database({ url: testLogins(test.url), max: 6 })
  })

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((queue) => queue.close()))
    await database.close()
    await test.drop()
  })

  async function open(): Promise<Queue> {
    const queue = await openQueue({
      url: testLogins(test.url).service,
      applicationName: 'test',
      queues,
      onError: () => {},
    })
    opened.push(queue)
    return queue
  }

  it('runs a job that a tenant enqueued, soon after the commit', async () => {
    const queue = await open()
    const seen = new EventEmitter()
    const first = once(seen, 'job')
    await queue.work('greet', async (data) => void seen.emit('job', data))
    await database.as('checkout_service', 'acct_1').transaction((tx) => enqueue(tx, 'greet', { name: 'Ann' }))
    expect(await first).toEqual([{ name: 'Ann' }])
  })

  it('forgets a job whose transaction was rolled back', async () => {
    const queue = await open()
    const seen = new EventEmitter()
    const first = once(seen, 'job')
    await queue.work('greet', async (data) => void seen.emit('job', data))
    const handle = database.as('checkout_service', 'acct_1')
    const failing = handle.transaction(async (tx) => {
      await enqueue(tx, 'greet', { name: 'lost' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await handle.transaction((tx) => enqueue(tx, 'greet', { name: 'kept' }))
    expect(await first).toEqual([{ name: 'kept' }])
  })

  it('refuses a job for which there is no queue, and shows a tenant no other job', async () => {
    await open()
    const handle = database.as('checkout_service', 'acct_1')
    await expect(handle.transaction((tx) => enqueue(tx, 'unknown', {}))).rejects.toThrow('no job queue')
    await expect(handle.query({ text: 'SELECT data FROM jobs.job' })).rejects.toThrow('permission denied')
  })

  it("refuses the dashboard's jobs: every handler is the service's", async () => {
    await open()
    for (const role of ['checkout_dashboard', 'checkout_dashboard_system'] as const) {
      const forged = database.as(role, 'conn_1').transaction((tx) => enqueue(tx, 'greet', {}))
      await expect(forged).rejects.toThrow('permission denied')
    }
  })

  it('opens again over the same tables', async () => {
    await open()
    await open()
    const { rows } = await database
      .as('checkout_system')
      .query({ text: 'SELECT name FROM jobs.queue ORDER BY 1' })
    expect(rows).toContainEqual({ name: 'greet' })
  })

  it('is opened by many workers at once while others use it', { timeout: 60_000 }, async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => ({ ...queues[0], name }))
    const openings = Array.from({ length: 6 }, async () => {
      const queue = await openQueue({
        url: testLogins(test.url).service,
        applicationName: 'test',
        queues: names.map((queue) => ({ expireInSeconds: 30, retryLimit: 3, ...queue })),
        onError: () => {},
      })
      opened.push(queue)
      for (const { name } of names) await queue.work(name, async () => {})
      await queue.schedule('one', '17 * * * *')
    })
    expect((await Promise.allSettled(openings)).filter(({ status }) => status === 'rejected')).toEqual([])
  })
})
