import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Request } from '@playwright/test'

/** Time without requests after which a page is complete. */
const QUIET_MS = 1_000
const PROBE_MS = 100

/** Sizes of a page's scripts: bytes as gzip sends them at its default level, which is Next's own. */
export interface PageScripts {
  /** Scripts requested until the page's load event. */
  gzipBytes: number
  /** Scripts that the page itself requests after that event, such as a chart. */
  laterBytes: number
}

/**
 * Opens a page with an empty cache and measures every script that the browser requests until it is quiet: from the
 * document, from hydration, and from code that runs without any interaction. Polyfills marked `noModule` are not
 * requested by a modern browser. Prefetches of OTHER pages are refused: their scripts belong to those pages.
 */
export async function measureScripts(
  browser: Browser,
  url: string,
  { storageState }: { storageState?: BrowserContextOptions['storageState'] } = {},
): Promise<PageScripts> {
  const context = await browser.newContext(storageState ? { storageState } : {})
  try {
    const page = await context.newPage()
    const scripts: Request[] = []
    let lastAt = Date.now()
    page.on('request', (request) => {
      if (request.resourceType() !== 'script') return
      scripts.push(request)
      lastAt = Date.now()
    })
    await page.route('**/*', (route) => (isPrefetch(route.request()) ? route.abort() : route.continue()))
    const answer = await page.goto(url, { waitUntil: 'load' })
    if (answer?.status() !== 200) throw new Error(`${url} was answered ${answer?.status()}`)
    lastAt = Date.now()
    while (Date.now() - lastAt < QUIET_MS) await delay(PROBE_MS)
    const later = new Set(await page.evaluate(listLaterScripts))
    const sizes = await Promise.all(
      scripts.map(async (request) => {
        const body = await (await request.response())?.body()
        return { later: later.has(request.url()), bytes: body ? gzipSync(body).length : 0 }
      }),
    )
    const sumOf = (part: typeof sizes) => part.reduce((sum, { bytes }) => sum + bytes, 0)
    return {
      gzipBytes: sumOf(sizes.filter((size) => !size.later)),
      laterBytes: sumOf(sizes.filter((size) => size.later)),
    }
  } finally {
    await context.close()
  }
}

/** Returns the URLs of scripts requested after the load event; runs inside the page. */
function listLaterScripts(): string[] {
  const [navigation] = performance.getEntriesByType('navigation')
  if (!(navigation instanceof PerformanceNavigationTiming)) return []
  return performance
    .getEntriesByType('resource')
    .filter(({ startTime }) => startTime >= navigation.loadEventStart)
    .map(({ name }) => name)
}

function isPrefetch(request: Request): boolean {
  const headers = request.headers()
  return 'next-router-prefetch' in headers || headers.purpose === 'prefetch'
}
