import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveBrowser, liveFeed, POLL_MS } from './live-feed'
import type { LiveEvent } from './reconnecting-stream'

class Stream extends EventTarget {
  isClosed = false
  constructor(readonly url: string) {
    super()
  }
  close() {
    this.isClosed = true
  }
  send(type: string, data = '{}') {
    if (!this.isClosed) this.dispatchEvent(new MessageEvent(type, { data }))
  }
  fail() {
    if (!this.isClosed) this.dispatchEvent(new Event('error'))
  }
}

let streams: Stream[]
let channels: Channel[]
let waiting: { name: string; isHeld: boolean; held: () => Promise<void> }[]

class Channel extends EventTarget {
  constructor(readonly name: string) {
    super()
    channels.push(this)
  }
  close() {
    channels = channels.filter((channel) => channel !== this)
  }
  postMessage(data: unknown) {
    for (const channel of channels)
      if (channel !== this && channel.name === this.name)
        channel.dispatchEvent(new MessageEvent('message', { data }))
  }
}

/** Grants the lock to the first waiting request if the lock is free. */
function grant(name: string): void {
  const first = waiting.find((request) => request.name === name)
  if (!first || first.isHeld) return
  first.isHeld = true
  void first.held().then(() => {
    waiting.splice(waiting.indexOf(first), 1)
    grant(name)
  })
}

const locks: NonNullable<LiveBrowser['locks']> = {
  request: (name, { signal }, held) => {
    const request = { name, isHeld: false, held }
    waiting.push(request)
    signal.addEventListener('abort', () => {
      if (!request.isHeld) waiting.splice(waiting.indexOf(request), 1)
    })
    grant(name)
    return Promise.resolve()
  },
}

function openTab({ shares = true, random = 1, session = 'ada.1' } = {}) {
  let isVisible = true
  let changed = () => {}
  const heard: LiveEvent['type'][] = []
  const refresh = vi.fn()
  const close = liveFeed(
    { account: 'acme', session },
    { onEvent: ({ type }) => heard.push(type), refresh },
    {
      locks: shares ? locks : undefined,
      openChannel: shares ? (name) => new Channel(name) : undefined,
      openStream: (url) => {
        const stream = new Stream(url)
        streams.push(stream)
        return stream
      },
      isVisible: () => isVisible,
      watch: (listener) => {
        changed = listener
      },
      random: () => random,
    },
  )
  const show = (visible: boolean) => {
    isVisible = visible
    changed()
  }
  return { heard, refresh, close, show, online: () => changed() }
}

const open = () => streams.filter(({ isClosed }) => !isClosed)
const stream = () => {
  const [only, ...others] = open()
  if (!only || others.length > 0) throw new Error(`${open().length} streams are open`)
  return only
}

beforeEach(() => {
  streams = []
  channels = []
  waiting = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('tabs of an account share one stream, and the next tab takes over when its owner closes', async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()]
  expect(stream().url).toBe('/acme/live')
  stream().send('refetch')
  stream().send('message', '{"noun":"links"}')
  for (const { heard } of [first, second, third]) expect(heard).toEqual(['refetch', 'message'])
  first.close()
  await vi.advanceTimersByTimeAsync(0)
  stream().send('refetch')
  stream().send('sync')
  for (const { heard } of [second, third]) expect(heard).toEqual(['refetch', 'message', 'refetch', 'sync'])
  expect(first.heard).toHaveLength(2)
})

test('a tab that joins refetches everything, because it may have missed an event', () => {
  openTab()
  stream().send('refetch')
  const late = openTab()
  expect(late.heard).toEqual(['refetch'])
})

test('a failed stream is reopened after pauses that grow to half a minute, with jitter', () => {
  openTab()
  for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    stream().fail()
    vi.advanceTimersByTime(pauseMs - 1)
    expect(open()).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(open()).toHaveLength(1)
  }
  stream().send('beat')
  stream().fail()
  vi.advanceTimersByTime(1_000)
  expect(open()).toHaveLength(1)

  openTab({ shares: false, random: 0 })
  open()[1]?.fail()
  vi.advanceTimersByTime(500)
  expect(open()).toHaveLength(2)
})

test('visible tabs poll while the stream is down, and stop once it is back', () => {
  const [owner, reader, hidden] = [openTab(), openTab(), openTab()]
  hidden.show(false)
  stream().send('refetch')
  vi.advanceTimersByTime(POLL_MS)
  stream().fail()
  for (let polls = 1; polls <= 3; polls += 1) {
    vi.advanceTimersByTime(POLL_MS)
    expect([owner, reader, hidden].map(({ refresh }) => refresh.mock.calls.length)).toEqual([polls, polls, 0])
    for (const stream of open()) stream.fail()
  }
  vi.advanceTimersByTime(10_000)
  stream().send('refetch')
  vi.advanceTimersByTime(2 * POLL_MS)
  expect([owner, reader].map(({ refresh }) => refresh.mock.calls.length)).toEqual([3, 3])
})

test('a tab whose owner is silent polls', () => {
  openTab()
  const reader = openTab()
  stream().send('refetch')
  // Browsers may freeze hidden tabs.
  const [frozen] = channels
  frozen?.close()
  vi.advanceTimersByTime(3 * POLL_MS)
  expect(reader.refresh).toHaveBeenCalled()
})

test('a stream without a heartbeat for a minute is reopened', () => {
  openTab()
  const silent = stream()
  vi.advanceTimersByTime(40_000)
  silent.send('beat')
  vi.advanceTimersByTime(40_000)
  expect(silent.isClosed).toBe(false)
  vi.advanceTimersByTime(21_000)
  expect(silent.isClosed).toBe(true)
  expect(open()).toHaveLength(1)
})

test('a restored network ends the pause', () => {
  const tab = openTab()
  for (let failure = 0; failure < 5; failure += 1) {
    stream().fail()
    tab.online()
    expect(open()).toHaveLength(1)
  }
})

test('without locks and channels each visible tab has a stream of its own', () => {
  const [first, second] = [openTab({ shares: false }), openTab({ shares: false })]
  expect(open()).toHaveLength(2)
  second.show(false)
  stream().send('refetch')
  expect([first.heard, second.heard]).toEqual([['refetch'], []])
  second.show(true)
  expect(open()).toHaveLength(2)
  first.close()
  second.close()
  expect(open()).toHaveLength(0)
})

test.each(['signed_out', 'account_gone'] as const)(
  '%s ends the feed of the receiving tab alone',
  async (end) => {
    const [owner, next] = [openTab(), openTab()]
    stream().send('refetch')
    stream().send(end)
    await vi.advanceTimersByTimeAsync(0)
    expect(owner.heard).toEqual(['refetch', end])
    expect(next.heard).toEqual(['refetch'])
    expect(next.refresh).toHaveBeenCalledOnce()
    // The next tab sends its request with its own session.
    stream().send('refetch')
    expect(next.heard).toEqual(['refetch', 'refetch'])
    stream().send(end)
    await vi.advanceTimersByTimeAsync(10 * POLL_MS)
    expect(open()).toHaveLength(0)
    expect(next.heard).toEqual(['refetch', 'refetch', end])
    expect(owner.refresh).not.toHaveBeenCalled()
  },
)

test('tabs of different sessions share nothing', () => {
  const [old, anew] = [openTab(), openTab({ session: 'ada.2' })]
  expect(open()).toHaveLength(2)
  open()[0]?.send('refetch')
  expect(old.heard).toEqual(['refetch'])
  expect(anew.heard).toEqual([])
})
