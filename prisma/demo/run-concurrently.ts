/**
 * Runs jobs, at most `width` of them at once, started in their order. Throws the first failure once the running ones have
 * ended; no further job starts.
 */
export async function runConcurrently(width: number, jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = jobs.values()
  const failures: unknown[] = []
  const worker = async () => {
    for (const job of waiting) {
      if (failures.length > 0) return
      try {
        await job()
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  if (failures.length > 0) throw failures[0]
}
