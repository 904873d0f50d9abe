import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import nextConfig from '@/next.config.mjs'
import { FETCHED_AHEAD_MS, trackChangedNouns } from './track-changed-nouns'

const KEY = ['acme', 'payments', 'list', {}] as const
let now = 0
const client = new QueryClient()
const changes = trackChangedNouns(client, () => now)

/** What a page fetched ahead of a click brings along. */
function arrives(key: readonly unknown[] = KEY) {
  const server = new QueryClient()
  server.setQueryData(key, ['pay_1'])
  hydrate(client, dehydrate(server))
  return client.getQueryState(key)?.isInvalidated
}

afterEach(() => client.clear())

it('remembers a change for longer than the router keeps a page', () => {
  const kept = nextConfig.experimental?.staleTimes?.dynamic ?? 0
  expect(FETCHED_AHEAD_MS).toBeGreaterThan(kept * 1_000)
})

it('takes for stale what arrives after its noun was told to have changed, and nothing else', () => {
  expect(arrives()).toBe(false)
  client.clear()
  changes.record('payments')
  expect(arrives()).toBe(true)
  expect(arrives(['acme', 'links', 'list', {}])).toBe(false)
})

it('also takes for stale what comes over a list that is known already', () => {
  now += 60_000
  arrives()
  changes.record('payments')
  client.setQueryData(KEY, ['pay_1'], { updatedAt: 1 })
  expect(arrives()).toBe(true)
})

it('believes a page again that can only have been fetched after the change', () => {
  changes.record('payments')
  now += 36_000
  expect(arrives()).toBe(false)
})

it('leaves what an answer brings alone', () => {
  changes.record('payments')
  client.setQueryData(KEY, ['pay_2'])
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false)
})
