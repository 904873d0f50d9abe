import { dehydrate, hydrate, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshChanges } from './live-updates'

const KEY = ['acme', 'payments', 'list', {}] as const
let client: QueryClient
let changes: ReturnType<typeof refreshChanges>
const change = (noun: string) => changes.refresh(JSON.stringify({ noun, id: null }))

beforeEach(() => {
  client = new QueryClient()
  changes = refreshChanges(client, 'acme')
})
afterEach(() => {
  changes.stop()
  client.clear()
})

test('each change leads to a fetch that begins after it, and a burst to one more, never to a restart', async () => {
  const ends: ((rows: string[]) => void)[] = []
  const queryFn = vi.fn(() => new Promise<string[]>((resolve) => ends.push(resolve)))
  const expectFetches = (count: number) => vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(count))
  const hide = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => {})
  change('payments')
  ends[0]?.([])
  await expectFetches(2)
  for (let again = 0; again < 50; again += 1) change('payments')
  ends[1]?.([])
  await expectFetches(3)
  const own = client.refetchQueries({ queryKey: KEY })
  await expectFetches(4)
  ends[3]?.([])
  await own
  await vi.waitFor(() => expect(client.isFetching({ queryKey: KEY })).toBe(0))
  const reload = client.refetchQueries({ queryKey: KEY })
  change('payments')
  await expectFetches(6)
  ends[5]?.(['pay_1'])
  await reload
  expect(client.getQueryData(KEY)).toEqual(['pay_1'])
  hide()
})

/** Returns whether the router's data of a query are stale on arrival. */
function isStaleOnArrival(key: readonly unknown[], updatedAt = Date.now()) {
  const server = new QueryClient()
  server.setQueryData(key, ['pay_1'], { updatedAt })
  hydrate(client, dehydrate(server))
  return client.getQueryState(key)?.isInvalidated
}

test('data of the router are stale after a change of their noun, also in place of a cached list', () => {
  expect(isStaleOnArrival(KEY, 1)).toBe(false)
  change('payments')
  client.setQueryData(KEY, ['pay_2'], { updatedAt: 2 })
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false)
  expect(isStaleOnArrival(KEY)).toBe(true)
  expect(isStaleOnArrival(['acme', 'customers', 'list', {}])).toBe(true)
  expect(isStaleOnArrival(['acme', 'links', 'list', {}])).toBe(false)
})
