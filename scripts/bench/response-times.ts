import { type Load, runLoad } from './run-load'

/** Returns the duration of each response on one connection, in milliseconds, from one request to the next. */
export async function responseTimes(load: Omit<Load, 'connections'>): Promise<number[]> {
  const times: number[] = []
  let sentAt = 0
  const next = () => {
    const now = performance.now()
    if (sentAt > 0) times.push(now - sentAt)
    const bytes = load.next()
    sentAt = performance.now()
    return bytes
  }
  await runLoad({ ...load, connections: 1, next })
  return times
}
