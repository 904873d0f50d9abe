/** Events of an account's stream (lib/dashboard/live): a change, a run's progress, and three that concern the whole page. */
const eventTypes = ['message', 'sync', 'refetch', 'signed_out', 'account_gone'] as const

export type LiveEventType = (typeof eventTypes)[number]

interface Reader {
  /** Receives an event with its JSON as the server sent it. */
  onEvent: (type: LiveEventType, data: string) => void
  /** Refetches everything; called at each failed attempt to reconnect. */
  refresh: () => void
}

/** Time after which a hidden tab closes its stream; longer than the router shows a page that was fetched before. */
export const HIDDEN_MS = 31_000
/** Three heartbeats of the server. A longer silence means that the connection was lost without an error. */
const SILENCE_MS = 60_000
/** Pause before the first attempt to reconnect, and before each later one. */
const FIRST_PAUSE_MS = 1_000
export const LATER_PAUSE_MS = 15_000

/**
 * Receives an account's event stream while the tab is visible. Each stream begins with a refetch (`liveStream`), which
 * covers the events of a pause and of the time in which the tab was hidden. A failed stream is closed and opened anew,
 * because an EventSource itself never retries after 502 or HTML.
 * @returns a function that ends the feed
 */
export function liveFeed(account: string, { onEvent, refresh }: Reader): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  let stream: EventSource | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function connect(): void {
    close()
    const opened = new EventSource(`/${account}/live`)
    stream = opened
    for (const type of eventTypes)
      opened.addEventListener(type, ({ data }) => {
        listen()
        onEvent(type, data)
      })
    opened.addEventListener('beat', () => {
      failures = 0
      listen()
    })
    opened.addEventListener('error', pause)
    listen()
  }

  function listen(): void {
    clearTimeout(timer)
    if (stream) timer = setTimeout(pause, SILENCE_MS)
  }

  function pause(): void {
    close()
    if (failures > 0) refresh()
    const longest = failures > 0 ? LATER_PAUSE_MS : FIRST_PAUSE_MS
    failures += 1
    // A random part spreads the tabs of all users after a restart of the server.
    timer = setTimeout(connect, longest * (0.5 + Math.random() / 2))
  }

  function close(): void {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }

  function follow(): void {
    clearTimeout(hiding)
    if (document.visibilityState !== 'visible') hiding = setTimeout(close, HIDDEN_MS)
    else if (!stream) connect()
  }

  document.addEventListener('visibilitychange', follow, { signal })
  window.addEventListener('online', follow, { signal })
  follow()
  return () => {
    stopped.abort()
    clearTimeout(hiding)
    close()
  }
}
