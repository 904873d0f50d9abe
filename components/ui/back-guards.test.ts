import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Entry = { state: Record<string, unknown> | null; url: string; key: string }

/** A browser's history as a page sees it: steps are asynchronous, pushes are not. */
class Browser {
  entries: Entry[] = [{ state: { __NA: true }, url: 'https://shop.test/links', key: 'k0' }]
  at = 0
  /** URLs of the steps that reached the router. */
  heard: string[] = []
  /** Listeners of the current document, which a reload removes. */
  document = new EventTarget()
  addEventListener = (kind: string, listener: EventListener) => this.document.addEventListener(kind, listener)

  get now(): Entry {
    const entry = this.entries[this.at]
    if (!entry) throw new Error('out of the history')
    return entry
  }
  push(state: Entry['state'], url = this.now.url): void {
    this.entries.splice(this.at + 1)
    this.entries.push({ state, url, key: `k${Math.random()}` })
    this.at += 1
  }
  go(by: number): void {
    setTimeout(() => {
      if (!this.entries[this.at + by]) return
      const navigate = new Event('navigate', { cancelable: true })
      const to = { navigationType: 'traverse', destination: { index: this.at + by } }
      if (!this.document.dispatchEvent(Object.assign(navigate, to))) return
      this.at += by
      const event = Object.assign(new Event('popstate'), { state: this.now.state })
      let isHeard = true
      event.stopImmediatePropagation = () => {
        isHeard = false
      }
      this.document.dispatchEvent(event)
      if (isHeard) this.heard.push(this.now.url)
    }, 5)
  }
  get navigation() {
    const { entries, at, now, addEventListener } = this
    return { entries: () => entries, currentEntry: { index: at, key: now.key }, addEventListener }
  }
}

let browser: Browser
let guards: typeof import('./back-guards')

async function load(): Promise<void> {
  vi.resetModules()
  browser.document = new EventTarget()
  guards = await import('./back-guards')
  guards.watchBack()
}

/** Waits until all timers have run. */
const calm = () => vi.advanceTimersByTimeAsync(1_000)

async function back(by = -1): Promise<void> {
  browser.go(by)
  await vi.advanceTimersByTimeAsync(10)
}

/** Returns a layer that is removed when it is closed, as by React. */
function layer({ busy = false } = {}) {
  const it = {
    open: true,
    close: () => {
      it.open = false
      remove()
    },
  }
  const remove = guards.addLayer({ close: () => (busy ? undefined : it.close()) })
  return it
}

beforeEach(async () => {
  vi.useFakeTimers()
  browser = new Browser()
  vi.stubGlobal('window', browser)
  vi.stubGlobal('location', {
    get href() {
      return browser.now.url
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return browser.now.state
    },
    pushState: (state: Entry['state']) => browser.push(state),
    go: (by: number) => browser.go(by),
    back: () => browser.go(-1),
  })
  browser.push({ __NA: true }, 'https://shop.test/payments')
  await load()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('Back closes open layers one by one, and the router receives no event', async () => {
  const [sheet, dialog] = [layer(), layer()]
  await calm()
  expect(browser.entries).toHaveLength(4)
  expect(browser.now.state).toMatchObject({ __NA: true })
  await back()
  expect([sheet.open, dialog.open]).toEqual([true, false])
  await calm()
  await back()
  expect(sheet.open).toBe(false)
  await calm()
  expect(browser.heard).toEqual([])
  await back()
  expect(browser.heard).toEqual(['https://shop.test/links'])
})

test('a layer that was closed by its own button leaves no guard, at once or later', async () => {
  layer().close()
  await calm()
  expect(browser.now.url).toBe('https://shop.test/payments')
  const later = layer()
  await calm()
  later.close()
  await calm()
  expect([browser.at, browser.heard]).toEqual([1, []])
  const sooner = layer()
  await vi.advanceTimersByTimeAsync(10)
  sooner.close()
  await back()
  await calm()
  expect(browser.heard).toEqual(['https://shop.test/links'])
})

test('a layer that opens as another closes takes over its guard', async () => {
  const first = layer()
  await calm()
  first.close()
  const second = layer()
  await calm()
  expect(browser.entries).toHaveLength(3)
  await back()
  expect(second.open).toBe(false)
})

test('a busy layer that stays open gets its guard again', async () => {
  const sending = layer({ busy: true })
  await calm()
  await back()
  await calm()
  expect([sending.open, browser.at]).toEqual([true, 2])
  expect(browser.heard).toEqual([])
})

test('pages ahead in the history are kept: the step back itself is prevented', async () => {
  browser.push({ __NA: true }, 'https://shop.test/settings')
  guards.watchBack()
  await back()
  const sheet = layer()
  await calm()
  expect(browser.entries).toHaveLength(3)
  await back()
  expect([sheet.open, browser.now.url]).toEqual([false, 'https://shop.test/payments'])
  await back()
  expect(browser.now.url).toBe('https://shop.test/links')
})

test('a browser without the Navigation API has guards too', async () => {
  vi.stubGlobal('window', { addEventListener: browser.addEventListener })
  await load()
  const sheet = layer()
  await calm()
  await back()
  expect([sheet.open, browser.now.url]).toEqual([false, 'https://shop.test/payments'])
})

test('a link in a layer navigates, and a return to the page steps over the guard', async () => {
  const sheet = layer()
  await calm()
  sheet.close()
  browser.push({ __NA: true }, 'https://shop.test/payments?card=visa')
  guards.watchBack()
  await calm()
  expect(browser.now.url).toContain('card=visa')
  await back()
  expect(browser.heard).toEqual(['https://shop.test/payments'])
  await calm()
  expect(browser.at).toBe(1)
  await back()
  expect(browser.heard).toEqual(['https://shop.test/payments', 'https://shop.test/links'])
})

test('a guard reached by a reload or Forward is stepped over', async () => {
  layer()
  await calm()
  await load()
  await calm()
  expect(browser.at).toBe(1)
  await back(1)
  await calm()
  expect([browser.at, browser.heard]).toEqual([1, []])
})
