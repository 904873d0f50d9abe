import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HIDDEN_MS, LATER_PAUSE_MS, liveFeed } from './live-updates'

class Stream extends EventTarget {
  isClosed = false
  constructor(readonly url: string) {
    super()
    streams.push(this)
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
let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
const onEvent = vi.fn()
const refresh = vi.fn()
const start = () => liveFeed('acme', { onEvent, refresh })
const open = () => streams.filter(({ isClosed }) => !isClosed)
const stream = () => {
  const [only, ...others] = open()
  if (!only || others.length > 0) throw new Error(`${open().length} streams are open`)
  return only
}
const show = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  streams = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('EventSource', Stream)
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', new EventTarget())
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  onEvent.mockClear()
  refresh.mockClear()
})

test('a visible tab receives the events of one stream until the feed ends', () => {
  const stop = start()
  expect(stream().url).toBe('/acme/live')
  stream().send('refetch')
  stream().send('message', '{"noun":"links"}')
  expect(onEvent.mock.calls).toEqual([
    ['refetch', '{}'],
    ['message', '{"noun":"links"}'],
  ])
  stop()
  show('hidden')
  show('visible')
  expect(open()).toHaveLength(0)
})

test('a hidden tab closes its stream after a while, and opens another one when it is shown', () => {
  start()
  const first = stream()
  show('hidden')
  vi.advanceTimersByTime(HIDDEN_MS - 1)
  show('visible')
  expect(stream()).toBe(first)
  show('hidden')
  vi.advanceTimersByTime(HIDDEN_MS)
  expect(open()).toHaveLength(0)
  vi.advanceTimersByTime(10 * LATER_PAUSE_MS)
  expect([open(), refresh.mock.calls]).toEqual([[], []])
  show('visible')
  expect(stream()).not.toBe(first)
})

test('a tab that opens hidden has no stream until it is shown', () => {
  page.visibilityState = 'hidden'
  start()
  expect(open()).toHaveLength(0)
  show('visible')
  expect(open()).toHaveLength(1)
})

test('a failed stream is opened anew after a second, later every 15 s with a refetch', () => {
  start()
  for (const [failures, pauseMs] of [1_000, LATER_PAUSE_MS, LATER_PAUSE_MS].entries()) {
    stream().fail()
    expect(refresh).toHaveBeenCalledTimes(failures)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(open()).toHaveLength(0)
    vi.advanceTimersByTime(1)
    expect(open()).toHaveLength(1)
  }
  stream().send('beat')
  stream().fail()
  vi.advanceTimersByTime(1_000)
  expect(open()).toHaveLength(1)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('a restored network and a return to the tab end the pause', () => {
  start()
  for (const wake of [() => window.dispatchEvent(new Event('online')), () => show('visible')]) {
    stream().fail()
    wake()
    expect(open()).toHaveLength(1)
  }
})

test('a stream without a heartbeat for a minute is opened anew', () => {
  start()
  const silent = stream()
  vi.advanceTimersByTime(40_000)
  silent.send('beat')
  vi.advanceTimersByTime(40_000)
  expect(silent.isClosed).toBe(false)
  vi.advanceTimersByTime(21_000)
  expect(silent.isClosed).toBe(true)
  expect(open()).toHaveLength(1)
})
