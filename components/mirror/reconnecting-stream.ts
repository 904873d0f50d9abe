/** Events of an account's stream (lib/dashboard/live): a change, a run's progress, and three that concern the whole page. */
const eventTypes = ['message', 'sync', 'refetch', 'signed_out', 'account_gone'] as const

export interface LiveEvent {
  type: (typeof eventTypes)[number]
  /** JSON as the server sent it. */
  data: string
}

/** An EventSource, or a test's. */
export interface EventStream extends EventTarget {
  close(): void
}

interface ReconnectingStreamOptions {
  open: () => EventStream
  onEvent: (event: LiveEvent) => void
  /** Called after each failure. No events arrive until the next connection. */
  onFailure: () => void
  /** Returns a number from 0 up to 1. It spreads the reconnects of all tabs after a restart of the server. */
  random: () => number
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** Three heartbeats of the server. A longer silence means that the connection was lost without an error. */
const SILENCE_MS = 60_000

/**
 * Keeps a stream open until `close`. Each failure closes the stream and opens a new one after a growing pause: an
 * EventSource itself would never retry after 502 or HTML, and otherwise every three seconds. `retry` ends a pause.
 */
export function reconnectingStream({ open, onEvent, onFailure, random }: ReconnectingStreamOptions) {
  let failures = 0
  let stream: EventStream | null = null
  let timer: ReturnType<typeof setTimeout>

  function connect(): void {
    const opened = open()
    stream = opened
    for (const type of eventTypes)
      opened.addEventListener(type, (event) => {
        listen()
        if (event instanceof MessageEvent) onEvent({ type, data: String(event.data) })
      })
    opened.addEventListener('open', listen)
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
    const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
    failures += 1
    timer = setTimeout(connect, longest * (0.5 + random() / 2))
    onFailure()
  }

  function close(): void {
    clearTimeout(timer)
    stream?.close()
    stream = null
  }

  function retry(): void {
    if (stream) return
    clearTimeout(timer)
    connect()
  }

  connect()
  return { close, retry }
}
