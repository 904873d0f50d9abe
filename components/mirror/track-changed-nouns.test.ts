import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import nextConfig from '@/next.config.mjs'
import { FETCHED_AHEAD_MS, trackChangedNouns } from './track-changed-nouns'

const KEY = ['acme', 'payments', 'list', {}] as const
let now = 0
const client = new QueryClient()
const changes = trackChangedNouns(client, () => now)

/** Simulates the data of a page that was fetched ahead of a click. */
function arrives(key: readonly unknown[] = KEY) {
  const server = new QueryClient()
  server.setQueryData(key, ['pay_1'])
  hydrate(client, dehydrate(server))
  return client.getQueryState(key)?.isInvalidated
}

afterEach(() => client.clear())

it('a change is remembered for longer than the router keeps a page', () => {
  const kept = nextConfig.experimental?.staleTimes?.dynamic ?? 0
  expect(FETCHED_AHEAD_MS).toBeGreaterThan(kept * 1_000)
})

it('data that arrives after a change of its noun is stale, and other data is not', () => {
  expect(arrives()).toBe(false)
  client.clear()
  changes.record('payments')
  expect(arrives()).toBe(true)
  expect(arrives(['acme', 'links', 'list', {}])).toBe(false)
})

it('data that replaces a cached list after a change is stale, too', () => {
  now += 60_000
  arrives()
  changes.record('payments')
  client.setQueryData(KEY, ['pay_1'], { updatedAt: 1 })
  expect(arrives()).toBe(true)
})

it('data of a page that was certainly fetched after the change is fresh', () => {
  changes.record('payments')
  now += 36_000
  expect(arrives()).toBe(false)
})

it('data of a completed fetch is never marked stale', () => {
  changes.record('payments')
  client.setQueryData(KEY, ['pay_2'])
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false)
})
