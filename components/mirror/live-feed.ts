import { type EventStream, type LiveEvent, reconnectingStream } from './reconnecting-stream'

/** A BroadcastChannel, or a test's. */
interface Channel extends EventTarget {
  postMessage(message: unknown): void
  close(): void
}

/** Browser APIs that a feed needs. A page without a secure origin lacks locks, and old browsers lack channels too. */
export interface LiveBrowser {
  locks:
    | { request(name: string, options: { signal: AbortSignal }, held: () => Promise<void>): Promise<unknown> }
    | undefined
  openChannel: ((name: string) => Channel) | undefined
  openStream: (url: string) => EventStream
  isVisible: () => boolean
  /** Calls `changed` when the tab is shown or hidden and when the network is back, until the signal is aborted. */
  watch: (changed: () => void, signal: AbortSignal) => void
  random: () => number
}

interface Feed {
  /** Slug of the account. */
  account: string
  /** Session of the user. Tabs of another session, which may have ended, share nothing with this one. */
  session: string
}

interface Reader {
  onEvent: (event: LiveEvent) => void
  /** Refetches everything. */
  refresh: () => void
}

/**
 * A message among the tabs of an account: an event of the stream; `down` after the stream failed; `ended` after the owner
 * lost its session or the account, which each tab verifies itself; `ask`, a request for a sign of life, which the owner
 * answers with `up`.
 */
type Shared = LiveEvent | 'ask' | 'up' | 'down' | 'ended'

function isEnd({ type }: LiveEvent): boolean {
  return type === 'signed_out' || type === 'account_gone'
}

/** Interval at which a visible tab refetches everything while no stream is received. */
export const POLL_MS = 15_000

/**
 * Receives an account's stream. One tab of the browser owns it, elected by a lock, and shares its events with the others;
 * without locks or channels each visible tab has a stream. While no stream is received, visible tabs poll. Each stream
 * begins with a refetch (`liveStream`), so a reconnect refetches everything. The feed ends by itself once the member has
 * lost the account.
 * @returns a function that ends the feed
 */
export function liveFeed({ account, session }: Feed, reader: Reader, browser: LiveBrowser): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const name = `live:${account}:${session}`
  let channel: Channel | null = null
  let stream: ReturnType<typeof reconnectingStream> | null = null
  let isHeard = false
  /** True after a sign of life since the last poll. */
  let isOwnerAlive = false
  let sharesStream = false

  function own(): void {
    stream = reconnectingStream({
      open: () => browser.openStream(`/${account}/live`),
      onEvent: (event) => {
        share(isEnd(event) ? 'ended' : event)
        onEvent(event)
      },
      onFailure: () => {
        isHeard = false
        share('down')
      },
      random: browser.random,
    })
  }

  function disown(): void {
    stream?.close()
    stream = null
    isHeard = false
  }

  function share(message: Shared): void {
    channel?.postMessage(message)
  }

  function onEvent(event: LiveEvent): void {
    isHeard = true
    if (isEnd(event)) stop()
    reader.onEvent(event)
  }

  function receive(message: Shared): void {
    if (message === 'ask') {
      if (stream && isHeard) share('up')
    } else if (!stream) {
      isOwnerAlive = message !== 'down' && message !== 'ended'
      if (message === 'down') isHeard = false
      else if (message === 'ended') {
        isHeard = false
        reader.refresh()
      } else if (message !== 'up') onEvent(message)
      // Events before this one may have been missed, so everything is refetched.
      else if (!isHeard) onEvent({ type: 'refetch', data: '{}' })
    }
  }

  function poll(): void {
    if (!browser.isVisible()) return
    if (!stream) {
      isHeard &&= isOwnerAlive
      isOwnerAlive = false
      share('ask')
    }
    if (!isHeard) reader.refresh()
  }

  function changed(): void {
    if (!sharesStream) followVisibility()
    if (stream) stream.retry()
    else poll()
  }

  function followVisibility(): void {
    if (!browser.isVisible()) disown()
    else if (!stream) own()
  }

  function ownAlone(): void {
    sharesStream = false
    channel?.close()
    channel = null
    followVisibility()
  }

  function shareStream(locks: NonNullable<LiveBrowser['locks']>, opened: Channel): void {
    sharesStream = true
    channel = opened
    opened.addEventListener('message', (event) => {
      // Only tabs of this application send on the channel.
      if (event instanceof MessageEvent) receive(event.data as Shared)
    })
    share('ask')
    locks
      .request(name, { signal }, () => {
        // The lock may be granted while the feed ends.
        if (signal.aborted) return Promise.resolve()
        own()
        return new Promise<void>((release) => signal.addEventListener('abort', () => release()))
      })
      // Browsers that block storage reject lock requests.
      .catch(() => signal.aborted || ownAlone())
  }

  function stop(): void {
    stopped.abort()
    clearInterval(timer)
    disown()
    channel?.close()
    channel = null
  }

  const timer = setInterval(poll, POLL_MS)
  browser.watch(changed, signal)
  const { locks, openChannel } = browser
  if (locks && openChannel) shareStream(locks, openChannel(name))
  else ownAlone()
  return stop
}

/** Returns the APIs of this browser. */
export function thisBrowser(): LiveBrowser {
  return {
    // The types promise both APIs, but pages without a secure origin and old browsers lack them.
    locks: (navigator as Partial<Navigator>).locks,
    openChannel: 'BroadcastChannel' in window ? (name) => new BroadcastChannel(name) : undefined,
    openStream: (url) => new EventSource(url),
    isVisible: () => document.visibilityState === 'visible',
    watch: (changed, signal) => {
      document.addEventListener('visibilitychange', changed, { signal })
      window.addEventListener('online', changed, { signal })
    },
    random: Math.random,
  }
}
