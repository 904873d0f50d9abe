/**
 * Runs one refresh of a name at a time. Requests during a refresh cause one more refresh after it, so a burst of changes
 * neither restarts a refresh forever nor misses the last change. A failed refresh ends its turn.
 */
export function refreshQueue(refresh: (name: string) => Promise<unknown>): (name: string) => void {
  const running = new Map<string, { again: boolean }>()

  async function run(name: string, turn: { again: boolean }): Promise<void> {
    do {
      turn.again = false
      await refresh(name).catch(() => undefined)
    } while (turn.again)
    running.delete(name)
  }

  return (name) => {
    const turn = running.get(name)
    if (turn) {
      turn.again = true
      return
    }
    const first = { again: false }
    running.set(name, first)
    void run(name, first)
  }
}
