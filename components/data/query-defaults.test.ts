import { environmentManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryDefaults, REFETCH_AFTER_FAILURE_MS } from './query-defaults'

/** Longer than the pause before the immediate retry. */
const GIVEN_UP_MS = 3_000

let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  // Queries on a server are not refetched.
  environmentManager.setIsServer(() => false)
  client = new QueryClient({ defaultOptions: { queries: queryDefaults } })
})

afterEach(() => {
  client.clear()
  environmentManager.setIsServer(() => true)
  vi.useRealTimers()
})

/** Observes a query with the given responses in order, repeating the last one; an error is thrown. */
function watch(...answers: (string | Error)[]): { asked: () => number; seen: () => string | undefined } {
  let asked = 0
  const observer = new QueryObserver(client, {
    queryKey: ['list'],
    queryFn: () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer instanceof Error) throw answer
      return answer ?? ''
    },
  })
  observer.subscribe(() => {})
  return { asked: () => asked, seen: () => observer.getCurrentResult().data }
}

it('a failed refresh is repeated after some seconds until a response arrives', async () => {
  const lost = new Error('lost')
  const { asked, seen } = watch('old', lost, lost, 'new')
  await vi.advanceTimersByTimeAsync(0)
  client.invalidateQueries()
  await vi.advanceTimersByTimeAsync(GIVEN_UP_MS)
  expect([asked(), seen()]).toEqual([3, 'old'])
  await vi.advanceTimersByTimeAsync(REFETCH_AFTER_FAILURE_MS)
  expect([asked(), seen()]).toEqual([4, 'new'])
  await vi.advanceTimersByTimeAsync(10 * REFETCH_AFTER_FAILURE_MS)
  expect(asked()).toBe(4)
})

it('a query without any data is not repeated by itself', async () => {
  const { asked } = watch(new Error('lost'))
  await vi.advanceTimersByTimeAsync(GIVEN_UP_MS + 10 * REFETCH_AFTER_FAILURE_MS)
  expect(asked()).toBe(2)
})
