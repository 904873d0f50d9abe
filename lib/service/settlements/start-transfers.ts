import { setTimeout as pause } from 'node:timers/promises'
import { runTransfers, type TransferDeps } from './run-transfers'

/** Between two looks: one probe of a small index. */
const POLL_MS = 2_000

/** Lets transfers go for as long as the process lives; `stop` waits for those under way. */
export function startTransfers(deps: TransferDeps, pollMs = POLL_MS): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const loop = (async () => {
    while (!signal.aborted) {
      try {
        await runTransfers(deps)
      } catch (error) {
        deps.log.error(
          { error: error instanceof Error ? error.message : String(error) },
          'transfers could not be carried out',
        )
      }
      await pause(pollMs, undefined, { signal }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
