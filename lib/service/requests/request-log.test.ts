import { DatabaseError } from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Queryable, Statement } from '@/lib/platform/database'
import { createLog } from '@/lib/platform/log'
import { type LoggedRequest, RequestLog } from './request-log'

const START = new Date('2026-11-20T12:00:00.000Z')
const log = createLog('test', 'silent')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Returns a database that stores the written rows, and fails or hangs on demand. */
function fakeDatabase() {
  const statements: Statement[] = []
  let answer: () => Promise<void> = async () => {}
  const db: Queryable = {
    async query(statement) {
      statements.push(statement)
      await answer()
      return { rows: [], count: 0 }
    },
  }
  const ids = () =>
    statements
      .filter(({ name }) => name === 'insert-api-requests')
      .map(({ values = [] }) => JSON.parse(String(values[0])).map(({ id }: LoggedRequest) => id) as string[])
  const uses = () => statements.filter(({ name }) => name === 'write-key-uses').length
  const answers = (next: () => Promise<void>) => {
    answer = next
  }
  return { db, ids, uses, answers }
}

function entry(index: number, change: Partial<LoggedRequest> = {}): LoggedRequest {
  return {
    account_id: 'acct_1',
    id: `req_${index}`,
    key_id: 'key_1',
    method: 'GET',
    route: '/me',
    path: '/me',
    status: 200,
    duration_ms: 1,
    idempotency_key: null,
    replayed: false,
    object_id: null,
    request_body: null,
    error: null,
    created_at: new Date(),
    ...change,
  }
}

it('a single call is written after half a second, and a full batch at once', async () => {
  const { db, ids } = fakeDatabase()
  const requests = new RequestLog({ db, log, batchRows: 3 })
  requests.add(entry(1))
  await vi.advanceTimersByTimeAsync(499)
  expect(ids()).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(ids()).toEqual([['req_1']])
  for (const index of [2, 3, 4, 5]) requests.add(entry(index))
  await vi.advanceTimersByTimeAsync(0)
  expect(ids().flat()).toEqual(['req_1', 'req_2', 'req_3', 'req_4', 'req_5'])
})

it('a call is added without waiting for a database that hangs', async () => {
  const { db, answers } = fakeDatabase()
  answers(() => new Promise(() => {}))
  const requests = new RequestLog({ db, log, batchRows: 2 })
  for (let index = 1; index <= 100; index += 1) expect(requests.add(entry(index))).toBeUndefined()
  const closed = requests.close()
  await vi.advanceTimersByTimeAsync(2_000)
  await closed
})

it('buffered calls are written when the process ends', async () => {
  const { db, ids } = fakeDatabase()
  const requests = new RequestLog({ db, log })
  requests.add(entry(1))
  requests.add(entry(2))
  await requests.close()
  expect(ids()).toEqual([['req_1', 'req_2']])
})

it('one refused call per second of a key over its rate limit is kept', async () => {
  const { db, ids } = fakeDatabase()
  const requests = new RequestLog({ db, log })
  for (let index = 1; index <= 50; index += 1) requests.add(entry(index, { status: 429 }))
  requests.add(entry(51, { status: 429, key_id: 'key_2' }))
  requests.add(entry(52, { status: 429, created_at: new Date(START.getTime() + 1_000) }))
  await requests.close()
  expect(ids().flat()).toEqual(['req_1', 'req_51', 'req_52'])
})

it('one call per second of an ended key is kept, and does not count as its use', async () => {
  const { db, ids, uses } = fakeDatabase()
  const requests = new RequestLog({ db, log })
  for (let index = 1; index <= 50; index += 1) requests.add(entry(index, { status: 401 }))
  await requests.close()
  expect(ids().flat()).toEqual(['req_1'])
  expect(uses()).toBe(0)
})

it('the last use of a key is written once a minute', async () => {
  const { db, uses } = fakeDatabase()
  const requests = new RequestLog({ db, log })
  for (let second = 0; second < 60; second += 1) {
    requests.add(entry(second))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(uses()).toBe(1)
  requests.add(entry(60))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(uses()).toBe(2)
})

it('twenty successful reads per key and second are kept, and the key’s use is recorded all the same', () => {
  const requests = new RequestLog({ db: { query: async () => ({ rows: [], count: 0 }) }, log })
  const read = (keyId: string, ms: number) =>
    requests.keepsRead({ accountId: 'acct_1', keyId, arrivedAt: new Date(START.getTime() + ms) })
  const kept = Array.from({ length: 50 }, () => read('key_1', 10)).filter(Boolean)
  expect(kept).toHaveLength(20)
  expect(read('key_2', 10)).toBe(true)
  expect(read('key_1', 1_010)).toBe(true)
})

it('a call that the database refuses costs itself alone', async () => {
  const { db, ids, answers } = fakeDatabase()
  const refused = Object.assign(new DatabaseError('untranslatable', 1, 'error'), { code: '22P05' })
  answers(async () => {
    if (ids().at(-1)?.includes('req_5')) throw refused
  })
  const requests = new RequestLog({ db, log })
  for (let index = 1; index <= 20; index += 1) requests.add(entry(index))
  await requests.close()
  const written = ids()
    .filter((batch) => !batch.includes('req_5'))
    .flat()
  expect(written.toSorted()).toEqual(
    Array.from({ length: 20 }, (_, index) => `req_${index + 1}`)
      .filter((id) => id !== 'req_5')
      .toSorted(),
  )
  expect(ids().length).toBeLessThan(12)
})
