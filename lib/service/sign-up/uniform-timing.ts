import { setTimeout as delay } from 'node:timers/promises'

/**
 * Runs `work` and resolves at a whole multiple of `stepMs` after its start, also after an error: the time does not
 * distinguish a known phone, for which less is written, from a new one. 0 = at once.
 */
export async function withUniformTiming<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    const spent = performance.now() - start
    if (stepMs > 0) await delay(Math.ceil(spent / stepMs) * stepMs - spent)
  }
}
